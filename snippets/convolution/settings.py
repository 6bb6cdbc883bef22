"""What each setting of Conv1d does to four words of two numbers."""

import torch
from torch import nn

from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

settings = {
    "as above": nn.Conv1d(2, 2, kernel_size=3, padding=1, bias=False),
    "no padding": nn.Conv1d(2, 2, kernel_size=3, bias=False),
    "width 5": nn.Conv1d(2, 2, kernel_size=5, padding=2, bias=False),
    "width 1": nn.Conv1d(2, 2, kernel_size=1, bias=False),
    "bias": nn.Conv1d(2, 2, kernel_size=3, padding=1, bias=True),
    "3 out": nn.Conv1d(2, 3, kernel_size=3, padding=1, bias=False),
}
words_out = [conv(X.T).shape[1] for conv in settings.values()]
channels_out = [conv(X.T).shape[0] for conv in settings.values()]
parameters = [sum(p.numel() for p in conv.parameters()) for conv in settings.values()]

if __name__ == "__main__":
    for row in zip(settings, channels_out, words_out, parameters, strict=True):
        print(*row, sep="\t")
