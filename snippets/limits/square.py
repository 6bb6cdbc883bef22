"""The square in plain figures: one layer at three lengths, GPT-2 small and GPT-3."""

# source: github.com/openai/gpt-2; arXiv:2005.14165, table 2.1
d, d_gpt3 = 768, 12288
heads_gpt3 = layers_gpt3 = 96
bytes_each = 2                                   # a number of 16 bits
per_second = 989.4e12 / 2                        # source: NVIDIA H100 SXM data sheet, dense bf16

lengths = [2**11, 2**15, 2**20]                  # T
weights = [T**2 for T in lengths]                # entries of alpha, a head and layer
gigabytes = [bytes_each * w / 1e9 for w in weights]
layer_gigabytes = [heads_gpt3 * g for g in gigabytes]
all_gigabytes = [layers_gpt3 * g for g in layer_gigabytes]

projections = [4 * T * d_gpt3**2 for T in lengths]        # W_Q, W_K, W_V, W_O
products = [2 * T**2 * d_gpt3 for T in lengths]           # Q K^T and alpha V, all heads
ratio = [T / (2 * d_gpt3) for T in lengths]
ratio_small = [T / (2 * d) for T in lengths]
seconds = [layers_gpt3 * w / per_second for w in products]

longer, squared = lengths[1] // lengths[0], weights[1] // weights[0]
longer_again, squared_again = lengths[2] // lengths[1], weights[2] // weights[1]
matrices = heads_gpt3 * layers_gpt3
memory = 80                                      # gigabytes of an H100, same source
overtakes, overtakes_gpt3 = 2 * d, 2 * d_gpt3

if __name__ == "__main__":
    for row in zip(lengths, weights, gigabytes, projections, products, strict=True):
        print("{:>7} {:>13} {:9.4f} GB {:.2e} {:.2e}".format(*row))
    for row in zip(lengths, ratio_small, ratio, seconds, strict=True):
        print("{:>7} {:8.3f} {:8.3f} {:9.2f} s".format(*row))
