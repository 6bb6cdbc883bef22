"""Back through an LSTM: what arrives at the states, the cells and the gates."""

import torch

torch.set_default_dtype(torch.float64)


def gradients(i, f, g, o, c, h, W_h, G):
    """From G, which is ∂L/∂h_{T-1}, to ∂L/∂h_t, ∂L/∂c_t and ∂L/∂pre_t, a row for each t."""
    T, d_h = c.shape
    G_h, G_c, G_pre = torch.zeros(T, d_h), torch.zeros(T, d_h), torch.zeros(T, 4 * d_h)
    from_cell = torch.zeros(d_h)                                         # ∂L/∂c_{t+1} f_{t+1}
    before = torch.cat([torch.zeros(1, d_h), c[:-1]])                    # c_{t-1}
    for t in range(T - 1, -1, -1):
        G_h[t] = G
        G_c[t] = from_cell + G * o[t] * (1 - c[t].tanh() ** 2)
        G_pre[t] = torch.cat([G_c[t] * g[t] * i[t] * (1 - i[t]),
                              G_c[t] * before[t] * f[t] * (1 - f[t]),
                              G_c[t] * i[t] * (1 - g[t] ** 2),
                              G * c[t].tanh() * o[t] * (1 - o[t])])
        from_cell, G = G_c[t] * f[t], G_pre[t] @ W_h
    return G_h, G_c, G_pre
