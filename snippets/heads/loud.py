"""One row of weights does two jobs after all, if a weight may depend on the symbol."""

import torch

torch.set_default_dtype(torch.float64)

loud, quiet = 4.0, 1.0                                    # e to the score of a word
F = torch.tensor([loud, quiet])                           # previous word says a, says b
G = torch.tensor([quiet, loud])                           # marked word says a, says b
own = 1.0                                                 # the word itself, which says nothing
said = torch.eye(2)                                       # value of a, value of b

z = torch.stack([                                         # (4, 2): aa, ab, ba, bb
    (F[p] * said[p] + G[m] * said[m]) / (F[p] + G[m] + own) for p in (0, 1) for m in (0, 1)
])
aside, border = 0.3, 0.5
heard_a = z[:, 0] + aside * z[:, 1]                       # above the border: previous is a
heard_b = z[:, 1] + aside * z[:, 0]                       # above the border: marked is b
previous_a, marked_b = heard_a > border, heard_b > border
right = (previous_a == torch.tensor([True, True, False, False])).sum().item()
right += (marked_b == torch.tensor([False, True, False, True])).sum().item()

if __name__ == "__main__":
    torch.set_printoptions(precision=3)
    print("z\n", z, "\nheard a: ", heard_a, "\nheard b: ", heard_b, "\nright: ", right, sep="")
