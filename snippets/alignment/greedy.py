"""Two steps, two symbols: the likeliest first symbol does not begin the likeliest string."""

import torch

torch.set_default_dtype(torch.float64)

first = torch.tensor([0.6, 0.4])                      # p(y_1)
second = torch.tensor([[0.55, 0.45], [0.1, 0.9]])     # p(y_2 | y_1)
strings = first[:, None] * second                     # p(y_1, y_2)
greedy = strings[0, 0]
best = strings.max()

if __name__ == "__main__":
    print([[round(p, 2) for p in row] for row in strings.tolist()])
    print(f"{greedy:.2f} {best:.2f}")
