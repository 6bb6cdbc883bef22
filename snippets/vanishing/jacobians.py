"""The three factors between the first and the last of the four states, and their product."""

import torch

from snippets.recurrence.cell import W_h
from snippets.recurrence.forward import h  # (T, d_h)

torch.set_default_dtype(torch.float64)

slope = 1 - h**2                                      # (T, d_h)
J_1 = torch.diag(slope[1]) @ W_h                      # ∂h_1/∂h_0, (d_h, d_h)
J_2 = torch.diag(slope[2]) @ W_h                      # ∂h_2/∂h_1
J_3 = torch.diag(slope[3]) @ W_h                      # ∂h_3/∂h_2
J = J_3 @ J_2 @ J_1                                   # ∂h_3/∂h_0

norms = [torch.linalg.matrix_norm(A, 2).item() for A in (J_1, J_2, J_3)]
product_of_norms = norms[0] * norms[1] * norms[2]
norm_of_product = torch.linalg.matrix_norm(J, 2).item()
last_row = J[1].norm().item()                         # L is the second component of h_3

if __name__ == "__main__":
    for A in (J_1, J_2, J_3, J):
        print([[round(v, 4) for v in row] for row in A.tolist()])
    print(f"{product_of_norms:.4f} {norm_of_product:.4f} {last_row:.4f}")
