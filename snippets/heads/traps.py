"""Three mistakes that keep every shape: another root, a view without a transpose, a transpose."""

import torch

from snippets.heads.packed import W_K, W_O, W_Q, W_V, H, T_q, X_k, X_q, Z, d, d_k, side_by_side

torch.set_default_dtype(torch.float64)

Q, K, V = X_q @ side_by_side(W_Q), X_k @ side_by_side(W_K), X_k @ side_by_side(W_V)    # (T, H d_k)


def split(M):                                             # (T, H d_k) to (H, T, d_k)
    return M.view(len(M), H, d_k).transpose(0, 1)


def cut(M):                                               # the same shape, other numbers
    return M.view(H, len(M), d_k)


def joined(heads):                                        # (H, T_q, d_k) to (T_q, H d_k)
    return heads.transpose(0, 1).reshape(T_q, d)


def output(Q, K, V, root=d_k):                            # heads first
    return joined((Q @ K.transpose(1, 2) / root**0.5).softmax(-1) @ V) @ W_O           # (T_q, d)


right = output(split(Q), split(K), split(V))
other_root = output(split(Q), split(K), split(V), root=d)
untransposed = output(cut(Q), cut(K), cut(V))
turned = output(*(split(M) for M in (X_q @ side_by_side(W_Q).T, X_k @ side_by_side(W_K).T,
                                     X_k @ side_by_side(W_V).T)))
first = torch.stack([Z, right, other_root, untransposed, turned])[:, 0, 0]             # z_11

if __name__ == "__main__":
    for name, z in zip(("torch", "ours", "root of d", "view", "turned"), first, strict=True):
        print(f"{name:10} {z:7.3f}")
