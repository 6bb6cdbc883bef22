"""Exercise: what the best blind guess costs when the first word is one of three."""

import torch

torch.set_default_dtype(torch.float64)

even = torch.tensor([1.0, 1.0, 1.0]) / 3         # (3,)  how often each word comes
uneven = torch.tensor([0.7, 0.2, 0.1])           # (3,)
cost_even, cost_uneven = -(even * even.log()).sum(), -(uneven * uneven.log()).sum()

if __name__ == "__main__":
    print(f"{cost_even:.3f} {cost_uneven:.3f}")
