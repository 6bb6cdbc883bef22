"""Before any training: how much of the loss's gradient arrives at the first symbol."""

import torch
from torch import nn

from snippets.gates.recall import d_h, little, much, n, noise, sequences

torch.set_default_dtype(torch.float64)

lengths = [4, 8, 16, 32, 64, 128]
seeds, batch = 5, 8


def arriving(kind, bias, T):
    """Median over seeds and sequences of ‖∂L/∂x_0‖, L the cross-entropy at the end."""
    norms = []
    for seed in range(seeds):
        torch.manual_seed(seed)                       # PyTorch's own initialisation
        model, head = kind(n + noise, d_h, batch_first=True), nn.Linear(d_h, n)
        for gate, value in bias.items():
            model.bias_ih_l0.data[gate * d_h : (gate + 1) * d_h] += value
        X, first = sequences(batch, T, torch.Generator().manual_seed(seed))
        X = X.double().requires_grad_()
        L = nn.functional.cross_entropy(head(model(X)[0][:, -1]), first, reduction="sum")
        (G,) = torch.autograd.grad(L, X)              # (batch, T, d)
        norms.append(G[:, 0].norm(dim=-1))            # (batch,)
    return torch.cat(norms).median()


rnn, lstm, one, closed, gru, kept = [
    torch.stack([arriving(kind, bias, T) for T in lengths])
    for kind, bias in [(nn.RNN, {}), (nn.LSTM, {}), (nn.LSTM, {1: little}),
                       (nn.LSTM, {0: -much, 1: much}), (nn.GRU, {}), (nn.GRU, {1: much})]
]                                                     # (lengths,) each

if __name__ == "__main__":
    for T, *row in zip(lengths, rnn, lstm, one, closed, gru, kept, strict=True):
        print(f"{T:3d}", *(f"{v:.1e}" for v in row))
