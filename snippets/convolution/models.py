"""The two rivals as torch modules: a stack of convolutions, and one layer of attention."""

from torch import nn

from snippets.convolution.counting import Product


def stack(d, dilations, k=3, causal=False, device=None):
    layers = []
    for delta in dilations:
        both = (k - 1) * delta
        layers.append(nn.ConstantPad1d((both, 0) if causal else both // 2, 0.0))
        layers.append(nn.Conv1d(d, d, k, dilation=delta, bias=False, device=device))
    return nn.Sequential(*layers)                # (d, T) -> (d, T)


class Attention(nn.Module):
    def __init__(self, d, d_k, output=False, device=None):
        super().__init__()
        self.Q, self.K, self.V = (nn.Linear(d, d_k, False, device) for _ in range(3))
        self.scores, self.mix = Product(), Product()
        self.O = nn.Linear(d_k, d, False, device) if output else nn.Identity()

    def forward(self, X):                        # (T, d) -> (T, d_k), or (T, d) through W_O
        Q, K, V = self.Q(X), self.K(X), self.V(X)
        alpha = (self.scores(Q, K.mT) / K.shape[-1] ** 0.5).softmax(dim=-1)    # (T, T)
        return self.O(self.mix(alpha, V))
