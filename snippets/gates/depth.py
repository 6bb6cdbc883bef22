"""How many squashing steps must wait for one another in the three recurrent networks."""

import torch

from snippets.example.sentence import X
from snippets.gates import cell, gru
from snippets.recurrence import cell as plain
from snippets.recurrence.depth import depth, lengths

torch.set_default_dtype(torch.float64)

rnn, lstm, gated = [], [], []
for T in lengths:
    X_long = X.repeat(T // 4, 1).requires_grad_()                        # (T, d)
    h_rnn = plain.states(X_long, plain.W_x, plain.W_h)[-1]               # (d_h,)
    h_lstm = cell.states(X_long, cell.W_x, cell.W_h, cell.b)[5][-1]
    h_gru = gru.states(X_long, gru.W_x[:, :2], gru.W_h, gru.b_x, gru.b_h)[3][-1]
    for depths, h in ((rnn, h_rnn), (lstm, h_lstm), (gated, h_gru)):
        depths.append(depth(h.grad_fn, {}))

if __name__ == "__main__":
    print("T   ", lengths)
    print("RNN ", rnn)
    print("LSTM", lstm)
    print("GRU ", gated)
