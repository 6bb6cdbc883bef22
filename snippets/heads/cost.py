"""H heads, counted as they run: parameters, multiply-adds, and the weights that are kept."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode


class Heads(nn.Module):
    def __init__(self, d: int, H: int, d_k: int, d_v: int) -> None:
        super().__init__()
        self.W_Q = nn.Parameter(torch.empty(H, d, d_k))
        self.W_K = nn.Parameter(torch.empty(H, d, d_k))
        self.W_V = nn.Parameter(torch.empty(H, d, d_v))
        self.W_O = nn.Parameter(torch.empty(H * d_v, d))
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, X_q: torch.Tensor, X_k: torch.Tensor) -> torch.Tensor:
        S = (X_q @ self.W_Q) @ (X_k @ self.W_K).transpose(1, 2) / self.W_K.shape[-1] ** 0.5
        return torch.cat([*(self.softmax(S) @ (X_k @ self.W_V))], dim=-1) @ self.W_O


def counted(T_q: int, T_k: int, d: int, H: int, d_k: int, d_v: int) -> list[int]:
    """Parameters, multiply-adds, entries of alpha."""
    kept = []
    with torch.device("meta"), FlopCounterMode(display=False) as counter:
        layer = Heads(d, H, d_k, d_v)
        layer.softmax.register_forward_hook(lambda _, __, alpha: kept.append(alpha.numel()))
        layer(torch.empty(T_q, d), torch.empty(T_k, d))
    parameters = sum(p.numel() for p in layer.parameters())
    return [parameters, counter.get_total_flops() // 2, sum(kept)]
