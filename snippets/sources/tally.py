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

articles = ENOUGH, QUERY, MATHEMATICS
reproduced = [article.count("R") for article in articles]      # (3,)
corrected = [article.count("C") for article in articles]       # (3,)
conditional = [article.count("K") for article in articles]     # (3,)
lost = [article.count("L") for article in articles]            # (3,)
total = sum(map(len, articles))

print(*reproduced)
print(*corrected)
print(*conditional)
print(*lost)
