"""Gradients from the last of 32 words to each word, in stacks as torch starts them."""

import torch
from torch import nn

from snippets.convolution.paths import paths

torch.set_default_dtype(torch.float64)

T, d, k = 32, 16, 3
dilations = [1, 3, 9, 18]                        # their sum is T - 1
N, N_dilated = T - 1, len(dilations)
exponent = -N


def norms(dilations, activation=nn.Tanh):
    """The norm of a random unit gradient at the last word, carried back to each word: (T,)."""
    torch.manual_seed(0)
    net = nn.Sequential()
    for delta in dilations:
        net += nn.Sequential(nn.Conv1d(d, d, k, padding=delta, dilation=delta), activation())
    X, g = torch.randn(d, T, requires_grad=True), nn.functional.normalize(torch.randn(d), dim=0)
    return torch.autograd.grad(net(X)[:, -1] @ g, X)[0].norm(dim=0)


undilated, dilated = norms([1] * N), norms(dilations)                    # (T,) each
linear = norms([1] * N, nn.Identity)                                     # (T,)
P, P_dilated = paths(T, [1] * N), paths(T, dilations)                    # (T,) each
factor = (3 * k) ** 0.5                                                  # lost on each step
law, law_dilated = P.sqrt() / factor**N, P_dilated.sqrt() / factor**N_dilated

far, near = undilated[0], undilated[-1]
far_linear = linear[0]
far_law, near_law = law[0], law[-1]
far_dilated, far_law_dilated = dilated[0], law_dilated[0]
paths_far, paths_near = int(P[0]), int(P[-1])
paths_far_dilated, most_dilated = int(P_dilated[0]), int(P_dilated.max())
ratio_law = near_law / far_law                   # whatever the scale of the taps

if __name__ == "__main__":
    print(f"{far:.1e} {far_linear:.1e} {far_law:.1e}")
    print(f"{near:.1e} {near_law:.1e} {paths_near} {ratio_law:.1e}")
    print(f"{far_dilated:.1e} {far_law_dilated:.1e} {paths_far_dilated} {most_dilated}")
