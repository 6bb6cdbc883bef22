"""Exercise: the blocks of a causal table that hold at least one word to be seen."""

import torch

T, B = 2048, 128
seen = torch.ones(T, T).tril().reshape(T // B, B, T // B, B)         # (block, row, block, column)
needed = int(seen.amax(dim=(1, 3)).sum())
all_blocks = (T // B) ** 2
share = needed / all_blocks
edge = T // B                                        # blocks cut by the diagonal

if __name__ == "__main__":
    print(needed, all_blocks, f"{share:.1%}", edge)
