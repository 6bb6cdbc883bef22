"""Which slope leaves a word a hundred places back one hundredth?"""

import math

from snippets.positions.alibi import slopes

distance, share = 100, 0.01
m = math.log(1 / share) / distance
flatter = int((slopes < m).sum())             # heads of eight
reach = [math.log(1 / share) / slope for slope in slopes[[0, -1]].tolist()]   # in places

if __name__ == "__main__":
    print(round(m, 4), flatter, [round(places, 1) for places in reach])
