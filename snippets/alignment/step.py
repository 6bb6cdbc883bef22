"""One step of the decoder: its last state asks, the four states of the encoder answer."""

import torch

from snippets.alignment.states import H  # (T_k, 2)

torch.set_default_dtype(torch.float64)

W_s = torch.tensor([[1.0, -1.0, -1.0]])                                      # (1, d_g)
W_a = torch.tensor([[2.0, 1.0], [-1.0, 2.0], [0.0, 1.0]])                    # (d_g, d_a)
U_a = torch.tensor([[-2.0, -2.0], [1.0, 2.0]])                               # (2, d_a)
w_a = torch.tensor([3.0, -2.0])                                              # (d_a,)
W_g = torch.tensor([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, -0.5]])   # (d_g, d_g)
W_z = torch.tensor([[1.0, 0.0, 1.0], [1.0, -1.0, -1.0]])                     # (2, d_g)

T_k, d_v = H.shape                                    # words, numbers in h_j
d_g, d_a = W_a.shape                                  # numbers in g_t, in a hidden layer
g_0 = (H[0, 1:] @ W_s).tanh()                         # (d_g,)
keys = H @ U_a                                        # (T_k, d_a)


def look(g):
    query = g @ W_a                                   # (d_a,)
    hidden = (query + keys).tanh()                    # (T_k, d_a)
    s = hidden @ w_a                                  # (T_k,)
    return query, hidden, s, s.softmax(dim=0)


query, hidden, s, alpha = look(g_0)
minus = -keys[0]                                      # as it stands in the formula
z = alpha @ H                                         # (2,)
g_1 = (g_0 @ W_g + z @ W_z).tanh()                    # (d_g,)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print("g_0  ", [round(v, 3) for v in g_0.tolist()])
    print("s    ", [round(v, 3) for v in s.tolist()])
    print("alpha", [round(v, 3) for v in alpha.tolist()])
    print("z    ", [round(v, 3) for v in z.tolist()])
    print("g_1  ", [round(v, 3) for v in g_1.tolist()])
