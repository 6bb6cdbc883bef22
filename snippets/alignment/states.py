"""Four words read from both ends: one number from the left, one from the right."""

import torch

from snippets.example.sentence import X  # (T_k, d)

torch.set_default_dtype(torch.float64)

w_left, u_left = torch.tensor([1.0, -0.5]), 0.5       # (d,), a number
w_right, u_right = torch.tensor([-0.5, 1.5]), -0.5


def read(X, w, u):
    h, states = X.new_zeros(()), []                   # nothing read yet
    for x in X:
        h = (w @ x + u * h).tanh()
        states.append(h)
    return torch.stack(states)                        # (T_k,)


from_left = read(X, w_left, u_left)
from_right = read(X.flip(0), w_right, u_right).flip(0)
H = torch.stack([from_left, from_right], dim=1)       # (T_k, 2)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(H)
