"""Parameters of torch's three recurrent layers, and the biases that could be left out."""

from torch import nn

d, d_h = 3, 5
kinds = (nn.RNN, nn.LSTM, nn.GRU)
totals = [sum(p.numel() for p in kind(d, d_h).parameters()) for kind in kinds]
spare = [d_h, 4 * d_h, 2 * d_h]                       # b_h, except where r multiplies it
needed = [total - s for total, s in zip(totals, spare, strict=True)]

if __name__ == "__main__":
    for total, s, rest in zip(totals, spare, needed, strict=True):
        print(total, s, rest)
