"""How fast the entropy of the weights grows with the temperature: formula and autograd."""

import torch

from snippets.scores.general import K, Q

tau = torch.tensor(1.3, requires_grad=True)
s = Q[2] @ K.T                                           # (T_k,), scores before the temperature
alpha = (s / tau).softmax(dim=-1)                        # (T_k,)
H = -(alpha * alpha.log()).sum()                         # entropy, in nats
(slope_autograd,) = torch.autograd.grad(H, tau)

mean = (alpha * s).sum()
variance = (alpha * (s - mean) ** 2).sum()               # of the scores, under the weights
slope = (variance / tau**3).item()
slope_autograd = slope_autograd.item()
H, alpha, tau = H.item(), alpha.detach(), tau.item()
mean, variance = mean.item(), variance.item()

if __name__ == "__main__":
    print(f"entropy {H:.4f}, slope {slope:.4f}")
