"""What the weights alpha of one text take: T^2 numbers for each head of each layer."""

# name: (layers N, heads H, d_k, words T, bytes of a number)
models = {
    "GPT-2 small": (12, 12, 64, 1024, 4),            # source: github.com/openai/gpt-2; float32
    "GPT-3": (96, 96, 128, 2048, 2),                 # source: arXiv:2005.14165, table 2.1; float16
    "Llama-3-8B": (32, 32, 128, 8192, 2),            # source: arXiv:2407.21783, table 3; bfloat16
}
_, heads, d_k, words, _ = zip(*models.values(), strict=True)
head = [T**2 * size for N, H, _, T, size in models.values()]
layer = [H * T**2 * size for N, H, _, T, size in models.values()]
model = [N * H * T**2 * size for N, H, _, T, size in models.values()]
times = [H * T // (H * k) for N, H, k, T, size in models.values()]   # weights of a word: its state
layer_GB, model_GB = [b / 1e9 for b in layer], [b / 1e9 for b in model]

if __name__ == "__main__":
    for row in zip(models, head, layer, model, times, strict=True):
        print("{:12} {:14,} {:16,} {:18,} {:3}".format(*row))
