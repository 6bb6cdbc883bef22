"""The size of GPT-2 small, cut into more and more heads, and heads that are not cut."""

from snippets.attention.sizes import context, d, d_k, heads
from snippets.heads.cost import counted

cuts = [[1, d], [heads, d_k], [d, 1], [heads, d]]         # H and d_k = d_v
one = counted(context, context, d, 1, d, d)
twelve = counted(context, context, d, heads, d_k, d_k)
most = counted(context, context, d, d, 1, 1)              # as many heads as numbers
wide = counted(context, context, d, heads, d, d)          # twelve heads of full width
wider = wide[0] // twelve[0]
more = twelve[2] // one[2]
mebibytes = 4 * twelve[2] // 2**20                        # of alpha in float32, one layer

if __name__ == "__main__":
    for (H, size), row in zip(cuts, (one, twelve, most, wide), strict=True):
        print(f"{H:3d} {size:3d}", *(f"{number:>15,}" for number in row))
