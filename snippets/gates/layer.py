"""The same numbers from torch.nn.LSTM, forward and backward."""

import torch

from snippets.gates.law import G, W_h, W_x, X, b, c, h, to_b, to_W_h, to_W_x, to_words

torch.set_default_dtype(torch.float64)

lstm = torch.nn.LSTM(3, 2)                                               # d, d_h
with torch.no_grad():
    lstm.weight_ih_l0.copy_(W_x)
    lstm.weight_hh_l0.copy_(W_h)
    lstm.bias_ih_l0.copy_(b)
    lstm.bias_hh_l0.zero_()                                              # the second bias is spare
leaf = X.clone().requires_grad_()
out, (_, c_last) = lstm(leaf)
(G @ out[-1]).backward()

h_torch = out.detach()                                                   # (T, d_h)
pairs = [(h, out), (c[-1], c_last[0]), (to_words, leaf.grad), (to_W_x, lstm.weight_ih_l0.grad),
         (to_W_h, lstm.weight_hh_l0.grad), (to_b, lstm.bias_ih_l0.grad)]
gap = max((ours - theirs).abs().max().item() for ours, theirs in pairs)
equal = gap < 1e-12
blocks = len(W_x) // 2                                                   # rows of W_x over d_h

if __name__ == "__main__":
    print(equal)
