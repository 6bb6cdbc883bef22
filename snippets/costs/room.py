"""Exercise: how many words fit beside the parameters, by the number of key and value heads."""

from snippets.costs import models
from snippets.costs.wall import holds

# source: config.json of Llama-3-8B: width, inner width, vocabulary
d, inner, vocabulary = 4096, 14336, 128256
N, H, H_K, d_k, _ = models.models["Llama-3-8B"]
layer = 2 * d * H * d_k + 2 * d * H_K * d_k + 3 * d * inner + 2 * d     # with two norms
parameters = N * layer + 2 * vocabulary * d + d
rest = holds * 1e9 - models.size * parameters        # bytes left on the card
heads = [32, 8, 1]
rest_GB = rest / 1e9
words = [int(rest // (2 * N * h * d_k * models.size)) for h in heads]

if __name__ == "__main__":
    print(f"{parameters:,} {rest_GB:.2f}", words)
