"""The KV cache of named models: 2 N H_K d_k numbers for each word of the text."""

size = 2                                             # bytes of a number, float16 or bfloat16
# name: (layers N, heads H, heads of keys and values H_K, d_k, words T)
models = {
    "GPT-3": (96, 96, 96, 128, 2048),                # source: arXiv:2005.14165, table 2.1
    "Llama-2-7B": (32, 32, 32, 128, 4096),           # source: arXiv:2307.09288; config.json
    "Llama-3-8B": (32, 32, 8, 128, 8192),            # source: arXiv:2407.21783; config.json
    "Falcon-7B": (32, 71, 1, 64, 2048),              # source: arXiv:2311.16867; config.json
}
N, H, H_K, d_k, T = zip(*models.values(), strict=True)
word = [2 * n * h * k * size for n, h, k in zip(N, H_K, d_k, strict=True)]
cache = [b * t for b, t in zip(word, T, strict=True)]
unshared = [2 * n * h * k * size for n, h, k in zip(N, H, d_k, strict=True)]     # if H_K were H
saved = [u // w for u, w in zip(unshared, word, strict=True)]
GB = [b / 1e9 for b in cache]

if __name__ == "__main__":
    for row in zip(models, H, H_K, word, cache, saved, strict=True):
        print("{:11} {:3} {:3} {:10,} {:14,} {:3}".format(*row))
