"""The task: dates in Chinese numerals in, dates in digits out."""

import torch

from snippets.alignment.training import trained

torch.set_default_dtype(torch.float64)

DIGITS = "〇一二三四五六七八九"
READ, WRITE = DIGITS + "十年月日·", "0123456789-"     # · fills up short dates
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]      # no 29 February
steps, batch, T_k, T_q = 150, 32, 12, 10


def numeral(k):
    tens, ones = divmod(k, 10)
    tens = ("" if tens < 2 else DIGITS[tens]) + ("十" if tens else "")
    return tens + (DIGITS[ones] if ones else "")


def chinese(y, m, d):
    text = "".join(DIGITS[int(c)] for c in str(y)) + f"年{numeral(m)}月{numeral(d)}日"
    return text.ljust(T_k, "·")


def digits(y, m, d):
    return f"{y}-{m:02d}-{d:02d}"


dates = [(y, m + 1, d + 1) for y in range(1900, 2100) for m in range(12) for d in range(DAYS[m])]
sources = torch.tensor([[READ.index(c) for c in chinese(*date)] for date in dates])
targets = torch.tensor([[WRITE.index(c) for c in digits(*date)] for date in dates])
held_out = torch.tensor([sum(date) % 5 == 1 for date in dates])
training = (~held_out).nonzero()[:, 0]
number, unseen = len(dates), int(held_out.sum())
bits = torch.tensor(float(number)).log2()             # that a date takes


def learnt(looks, seed):
    def some(_, generator):
        k = training[torch.randint(len(training), (batch,), generator=generator)]
        return sources[k], targets[k]                 # (batch, T_k), (batch, T_q)

    return trained(len(READ), len(WRITE), looks, seed, steps, some)


if __name__ == "__main__":
    for date in ((2026, 11, 29), (1984, 3, 7), (2000, 10, 20)):
        print(chinese(*date), digits(*date))
    print(number, unseen, f"{bits:.1f}")
