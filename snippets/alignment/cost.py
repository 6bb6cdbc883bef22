"""Multiply-adds of the looking back in Bahdanau's translator, for a sentence of fifty words."""

T_q = T_k = 50
n, m, n_a = 1000, 620, 1000                           # source: arXiv:1409.0473, appendix A
both = 2 * n                                          # numbers in h_j
queries = T_q * n * n_a
keys = T_k * 2 * n * n_a                              # once for each sentence
scores = T_q * T_k * n_a
contexts = T_q * T_k * 2 * n
looking = queries + keys + scores + contexts
naive = T_q * T_k * (n + 2 * n + 1) * n_a             # the concatenation, pair by pair
ratio = naive / (queries + keys + scores)
encoder = 2 * 3 * T_k * n * (m + n)
decoder = 3 * T_q * n * (m + n + 2 * n)
share = looking / (looking + encoder + decoder)
squared = (scores + contexts) / looking               # the part that grows with T_q T_k

if __name__ == "__main__":
    print(queries, keys, scores, contexts, looking)
    print(naive, f"{ratio:.1f}", encoder, decoder, f"{share:.2f} {squared:.3f}")
