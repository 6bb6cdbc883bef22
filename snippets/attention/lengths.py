"""One task, four readers, seven lengths: the gradient of the loss on the first word's vector."""

import torch

from snippets.attention.readers import readers
from snippets.attention.reading import arriving

torch.set_default_dtype(torch.float64)

lengths = [4, 8, 16, 32, 64, 128, 256]
RNN, CNN, dilated, attention = [
    torch.stack([arriving(reader, T) for T in lengths]) for reader in readers
]                                                # (7,) each

words_more = lengths[-1] - lengths[3]            # from 32 words to 256
factor_RNN, factor_CNN = [(g[-1] / g[3]) ** (1 / words_more) for g in (RNN, CNN)]
log_ratio = torch.tensor(lengths[-1] / lengths[0]).log()                   # from 4 words to 256
slope_dilated, slope_attention = [(g[-1] / g[0]).log() / log_ratio for g in (dilated, attention)]
lead = attention[-1] / dilated[-1]               # at 256 words

tap_RNN = 3**-0.5                                # what one matrix leaves of a gradient's length
slope_tap = -torch.tensor(3.0).log2()            # a factor 1/3 at every doubling of T

if __name__ == "__main__":
    for T, *g in zip(lengths, RNN, CNN, dilated, attention, strict=True):
        print(f"{T:4d}", *(f"{value:.1e}" for value in g))
    print(f"{factor_RNN:.2f} {factor_CNN:.2f} {slope_dilated:.1f} {slope_attention:.1f}")
