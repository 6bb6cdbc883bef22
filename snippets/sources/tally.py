"""How many statements of each article were reproduced, corrected, conditional, lost."""

# a letter for each statement, a line for each section of this chapter
ENOUGH = (
    "KL"
    "RRLRRKRRKCRCCC"
    "LRRKLRRRRLRRRCCRCCKK"
    "KRRLRRRRCRCRRRRRKK"
    "KRCKCKC"
)
QUERY = (
    "RRRKRRRCRCR"
    "CRRRKRRRRRKR"
    "RRRCKC"
    "RCKR"
    "RKRKRCC"
    "KRRCCKR"
    "RCKRK"
)
MATHEMATICS = (
    "KRLKRRRRR"
    "LRLCLLR"
    "RCKKRKRKRRKCCKKCR"
)

enough = [ENOUGH.count(verdict) for verdict in "RCKL"]              # (4,)
query = [QUERY.count(verdict) for verdict in "RCKL"]                # (4,)
mathematics = [MATHEMATICS.count(verdict) for verdict in "RCKL"]    # (4,)
total = len(ENOUGH + QUERY + MATHEMATICS)

print(*enough, *query, *mathematics, total)
