"""How many numbers a fixed mixing of words may choose freely, once it must respect a symmetry."""

import torch

torch.set_default_dtype(torch.float64)

T = 6
eye = torch.eye(T)
turn = eye.roll(1, dims=0)                       # (T, T), every word one place further
swap = eye[[1, 0, *range(2, T)]]                 # (T, T), with `turn` it makes every order


def free(symmetries, allowed=None):
    """Dimension of the matrices M with M P = P M for each P, zero where not allowed."""
    rows = [torch.kron(eye, P) - torch.kron(P.T.contiguous(), eye) for P in symmetries]
    if allowed is not None:
        rows.append(torch.diag((~allowed).double().flatten()))
    rows.append(torch.zeros(1, T * T))
    return T * T - torch.linalg.matrix_rank(torch.cat(rows)).item()


i, j = torch.arange(T)[:, None], torch.arange(T)
around = (j - i) % T                             # (T, T), how far to the right, round the end
near = (around <= 1) | (around == T - 1)         # True in a window of three

anything = free([])
shifts = free([turn])
window = free([turn], near)
orders = free([turn, swap])

# entries with the same number must be equal, entries with -1 must be zero; (T, T) each
kinds_anything = T * i + j
kinds_shifts = around
kinds_window = torch.where(near, (around + 1) % T, -1)
kinds_orders = (i != j).long()

if __name__ == "__main__":
    print("anything", anything, "shifts", shifts, "shifts, window", window, "orders", orders)
