"""One unit that stores a sign for good, and the gradient that it pays with."""

import torch

torch.set_default_dtype(torch.float64)

runs, T = 1000, 100
lowest, noise = -0.5, 0.5                             # the words are uniform between them


def stored(w):
    """Share of runs that keep the first sign, and the median of |∂h_T/∂h_0|."""
    draw = torch.Generator().manual_seed(0)
    words = lowest + (noise - lowest) * torch.rand(T, runs, generator=draw)
    h = torch.tanh(torch.ones(runs))                  # the first word was 1
    J = torch.ones(runs)
    for x in words:
        h = torch.tanh(w * h + x)
        J = J * w * (1 - h**2)
    return (h > 0).double().mean().item(), J.median().item()


open_w, latch_w = 1.0, 2.0
open_kept, open_gradient = stored(open_w)
latch_kept, latch_gradient = stored(latch_w)

turning = (1 - 1 / latch_w) ** 0.5                    # where w (1 - h^2) = 1
margin = latch_w * turning - torch.atanh(torch.tensor(turning)).item()

if __name__ == "__main__":
    print(f"w = {open_w:.0f}: kept {open_kept:.2f}, gradient {open_gradient:.0e}")
    print(f"w = {latch_w:.0f}: kept {latch_kept:.2f}, gradient {latch_gradient:.0e}")
    print(f"margin {margin:.3f}")
