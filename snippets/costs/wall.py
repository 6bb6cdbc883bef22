"""Why the weights were a wall: what a graphics card holds, carries and computes."""

from snippets.costs.memory import model_GB

# source: NVIDIA, Ampere architecture in depth, 2020: float16 without sparsity; all are peaks
holds = 40                                           # GB
carries = 1.555                                      # bytes a picosecond, to and from its memory
computes = 312                                       # operations a picosecond

cards = model_GB[1] / holds                          # for GPT-3's weights

d_k, number = 64, 2                                  # float16
passes = 4                                           # write S, read it; write alpha, read it
operations = 2 * 2 * d_k                             # an entry of S, and its part of alpha V
moved = passes * number                              # bytes
compute, carry = operations / computes, moved / carries              # picoseconds, one entry
ratio = carry / compute

if __name__ == "__main__":
    print(f"{cards:.2f}", operations, moved, f"{compute:.2f} {carry:.2f} {ratio:.1f}")
