"""What one attention layer holds and does at the size of GPT-2: a module, counted by torch."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

T, d = 2048, 768


class Attention(nn.Module):
    """One head as wide as the word; with `out`, a last matrix W_O as well."""

    def __init__(self, out: bool) -> None:
        super().__init__()
        self.W_Q, self.W_K, self.W_V = (nn.Linear(d, d, bias=False) for _ in range(3))
        self.W_O = nn.Linear(d, d, bias=False) if out else nn.Identity()

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        S = self.W_Q(X) @ self.W_K(X).T / d**0.5  # (T, T)
        return self.W_O(S.softmax(dim=-1) @ self.W_V(X))


def counted(layer: nn.Module) -> tuple[int, int]:
    """Return the parameters of `layer` and its multiply-adds over T words."""
    with FlopCounterMode(display=False) as counter:
        layer(torch.empty(T, d, device="meta"))
    return sum(p.numel() for p in layer.parameters()), counter.get_total_flops() // 2


with torch.device("meta"):
    parameters, multiply_adds = counted(Attention(out=False))
    parameters_out, multiply_adds_out = counted(Attention(out=True))

matrices, matrices_out = 3, 4
work = [multiply_adds, multiply_adds_out]
formula = [n * T * d**2 + 2 * T**2 * d for n in (matrices, matrices_out)]
share = 2 * T**2 * d / multiply_adds  # of Q K^T and alpha V

print(f"W_Q, W_K, W_V: {parameters:>9,} parameters {multiply_adds:>14,} multiply-adds")
print(f"with W_O:      {parameters_out:>9,} parameters {multiply_adds_out:>14,} multiply-adds")
