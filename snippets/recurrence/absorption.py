"""What float32 holds, and what it swallows."""

import torch

torch.set_default_dtype(torch.float64)


def single(x):
    return torch.tensor(x, dtype=torch.float32)


smallest = torch.nextafter(single(0.0), single(torch.inf)).item()
step = 1e-15                                          # lr * gradient
kept = single(step).item()
larger = step / smallest                              # how many times as large
eps = torch.finfo(torch.float32).eps
half_eps = eps / 2

left = (single(1.0) - single(step)).item()            # 1 - step
border = 2.0**-25
above, below = torch.nextafter(single(border), single(torch.inf)), single(border / 2)
moved_above = (above - (above - single(step))).item()
moved_below = (below - (below - single(step))).item()

after_18, after_19 = 0.415**18, 0.415**19

if __name__ == "__main__":
    print(f"{smallest:.3g} {kept:.3g} {larger:.1e} {half_eps:.3g} {border:.3g}")
    print(left == 1.0, moved_above, moved_below)
    print(f"{after_18:.3g} {after_19:.3g}")
