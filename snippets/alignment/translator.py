"""One GRU reads and another writes; the writer looks back at every step, or never."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)                              # matrices too small to share

d, d_h, d_a = 8, 24, 16                               # symbol, state in each direction, score


class Translator(nn.Module):
    def __init__(self, n_in, n_out, looks):
        super().__init__()
        self.looks, self.begin = looks, n_out         # begin: what is written before the first
        self.read, self.write = nn.Embedding(n_in, d), nn.Embedding(n_out + 1, d)
        self.encoder = nn.GRU(d, d_h, batch_first=True, bidirectional=True)
        self.W_s = nn.Linear(d_h, d_h)                # from the state at the first symbol to g_0
        self.W_a, self.U_a = nn.Linear(d_h, d_a, bias=False), nn.Linear(2 * d_h, d_a)
        self.w_a = nn.Parameter(torch.randn(d_a) / 2)
        self.decoder = nn.GRUCell(d + 2 * d_h, d_h)
        self.W_o = nn.Linear(d_h + 2 * d_h + d, n_out)

    def encoded(self, source):
        """States (B, T_k, 2 d_h), keys (B, T_k, d_a), ends (B, 2 d_h), the start (B, d_h)."""
        H, last = self.encoder(self.read(source))
        return H, self.U_a(H), torch.cat([last[0], last[1]], dim=1), self.W_s(last[1]).tanh()

    def weights(self, g, keys):
        """The query is the decoder's last state: (B, T_k)."""
        return ((self.W_a(g)[:, None] + keys).tanh() @ self.w_a).softmax(dim=1)

    def step(self, g, y, z):
        """The next state (B, d_h), and a score for each symbol (B, n_out)."""
        e = self.write(y)
        g = self.decoder(torch.cat([e, z], dim=1), g)
        return g, self.W_o(torch.cat([g, z, e], dim=1))

    def forward(self, source, length, target=None):
        """Scores (B, length, n_out); y is what the target says, or else what was written."""
        H, keys, z, g = self.encoded(source)
        y, scores = torch.full(source.shape[:1], self.begin), []
        for t in range(length):
            if self.looks:
                z = torch.einsum("bj,bjr->br", self.weights(g, keys), H)  # (B, 2 d_h)
            g, score = self.step(g, y, z)
            y = score.argmax(dim=1) if target is None else target[:, t]
            scores.append(score)
        return torch.stack(scores, dim=1)
