"""The query of the last word and four keys: near is one thing, a large dot product another."""

from snippets.attention.forward import K, Q

q = Q[3]                                     # (d_k,), the last word asks
products = K @ q                             # (T_k,), q . k
halves = (K**2).sum(dim=-1) / 2              # (T_k,), half the squared length of a key
own = (q @ q).item() / 2                     # half the squared length of the query
squares = ((q - K) ** 2).sum(dim=-1)         # (T_k,), squared distances
kernel = -squares / 2                        # (T_k,), the Gaussian's exponent

gaussian = kernel.softmax(dim=-1)            # (T_k,)
dot = products.softmax(dim=-1)               # (T_k,)

if __name__ == "__main__":
    for j in range(4):
        print(f"{squares[j]:4.0f} {kernel[j]:6.1f} = {products[j]:4.0f} - {halves[j]:.0f} - {own}")
    print("Gaussian:", [round(a, 3) for a in gaussian.tolist()])
    print("dot:     ", [round(a, 4) for a in dot.tolist()])
