"""Why there are so many zeros: one row of weights in descending order, raw and scaled."""

from math import log
from statistics import NormalDist

from snippets.scores.zeros import d, draws, n

S = draws[0]                                             # (T_q, T_k)
deviation = d**0.5                                       # of q . k
border = 150 * log(2)                                    # where float32 stores zero
in_deviations = border / deviation
ahead = (S.max(dim=-1).values / S.std(dim=-1)).mean().item()  # the best key, in deviations

below = in_deviations - ahead                            # where zeros begin, below the mean
share = NormalDist().cdf(-below)

raw, scaled = (s.softmax(dim=-1) for s in (S, S / deviation))
best_raw = raw.max(dim=-1).values.median().item()
best_scaled = scaled.max(dim=-1).values.median().item()
times_equal = best_scaled * n

rank = list(range(1, n + 1, 89))                         # 1, 90, 179, ..., 2048
places = [r - 1 for r in rank]
row_raw = raw[11].sort(descending=True).values[places]
row_scaled = scaled[11].sort(descending=True).values[places]
floors = [2.0**-25, 2.0**-150]                           # below these, float16 and float32 store 0
stored = int((raw[11] > floors[1]).sum())                # how many float32 keeps

if __name__ == "__main__":
    print(f"the best of {n} keys is {ahead:.1f} deviations ahead of the mean")
    print(f"float32 gives zero {in_deviations:.2f} deviations below the best: {share:.0%}")
    print(f"median weight of the best key: raw {best_raw:.3f}, scaled {best_scaled:.4f}")
