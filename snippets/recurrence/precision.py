"""After how many steps at 0.415 a term falls below half an eps."""

import math

import torch

torch.set_default_dtype(torch.float64)

factor = 0.415
kinds = torch.float16, torch.float32, torch.float64
half, single, double = (torch.finfo(kind).eps / 2 for kind in kinds)
steps = [math.ceil(math.log(e) / math.log(factor)) for e in (half, single, double)]
gained = steps[2] - steps[1]

if __name__ == "__main__":
    for e, n in zip((half, single, double), steps, strict=True):
        print(f"{e:.3g} {n}")
