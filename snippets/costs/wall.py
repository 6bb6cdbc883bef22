"""Why the weights were a wall: what a graphics card holds, computes and carries."""

from snippets.costs.memory import model

# source: NVIDIA, A100 Tensor Core GPU data sheet, 40 GB, float16, without sparsity; all peaks
holds, computes, carries = 40e9, 312e12, 1555e9      # bytes, operations a second, bytes a second

full = model[1] / holds                              # GPT-3's weights, in cards

d_k, number = 64, 2                                  # float16
passes = 4                                           # write S, read it; write alpha, read it
operations = 2 * 2 * d_k                             # an entry of S, and its part of alpha V
moved = passes * number                              # bytes
compute, move = operations / computes, moved / carries               # seconds, one entry
ratio = move / compute

if __name__ == "__main__":
    print(f"{full:.2f}", operations, moved, f"{compute:.2e} {move:.2e} {ratio:.1f}")
