"""How many paths lead from the shared W_h to the losses: every step uses it once."""

import torch

torch.set_default_dtype(torch.float64)


def paths(T, first_counts):
    w = torch.zeros((), requires_grad=True)
    h, L = torch.zeros(()), torch.zeros(())
    for t in range(T):
        h = h + w if t or first_counts else h                 # every local derivative is one
        L = L + h
    L.backward()
    return int(w.grad)


lengths = [4, 8, 16, 32]
zero = [paths(T, False) for T in lengths]                     # h_{-1} = 0: the first use adds 0
learnt = [paths(T, True) for T in lengths]

if __name__ == "__main__":
    print(zero, learnt)
