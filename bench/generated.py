"""The book that the bench builds: chapters in two languages, made up, the same for every tool.

A chapter has prose without numbers, sentences and a table with numbers, a displayed formula, a
program that imports torch and a picture that matplotlib draws of what it computed. It is made once,
as sections whose lines hold slots, `{alpha[0, 1]:.3f}`, as in a Python f-string; `bench.peers`
writes it down for each tool in the way that tool wants numbers written.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

LANGUAGES = ("zh", "en")
CHAPTERS = 12
WORDS, PLACES, WIDTH = 6, 4, 3  # rows and columns of the table, width of a vector
DIGITS = 3
SLOT = re.compile(r"\{(?P<name>\w+)(?P<index>\[[\d, ]+\]):\.(?P<digits>\d)f\}")
SCALE = "scale = {}"  # the constant that a reader of the program may change


@dataclass(frozen=True)
class Section:
    """A heading with its id, and blocks: paragraphs or tables, each of lines."""

    title: str
    id: str
    blocks: tuple[tuple[str, ...], ...] = ()

    @property
    def numbered(self) -> bool:
        """Whether numbers stand in it."""
        return any(SLOT.search(line) for block in self.blocks for line in block)


@dataclass(frozen=True)
class Chapter:
    """A chapter in one language; `program` and `picture` are the same in both."""

    number: int  # from 0
    language: str
    title: str
    sections: tuple[Section, ...]
    alt: str
    caption: str

    @property
    def name(self) -> str:
        """The name of its files; letters alone, for the number would need a claim."""
        return named(self.number)

    @property
    def program(self) -> str:
        """Its program: typed-out matrices, and what the slots name."""
        return program(self.number)

    @property
    def lines(self) -> Iterator[str]:
        """All lines with words, in reading order."""
        return itertools.chain.from_iterable(b for s in self.sections for b in s.blocks)

    @property
    def slots(self) -> list[re.Match[str]]:
        """Its numbers, in reading order."""
        return [slot for line in self.lines for slot in SLOT.finditer(line)]


def named(number: int) -> str:
    """Three letters for a chapter: aaa, aab, …"""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return "".join(letters[number // 26**power % 26] for power in (2, 1, 0))


def scale(number: int, more: int = 0) -> str:
    """The constant of a chapter's program, `more` thousandths larger."""
    return f"{1.1 + number % 37 / 100 + more / 1000:.3f}"


def program(number: int, more: int = 0) -> str:
    """The program of a chapter, with its constant `more` thousandths larger."""
    rows = [
        [round(((7 * r + 5 * c + 3 * number) % 11 - 5) / 4, 2) for c in range(WIDTH)]
        for r in range(WORDS + PLACES)
    ]
    text = [",\n".join(f"    {row}" for row in part) for part in (rows[:WORDS], rows[WORDS:])]
    return _PROGRAM.format(scale=SCALE.format(scale(number, more)), queries=text[0], keys=text[1])


_PROGRAM = '''"""The weights of some words on some places, with their entropies."""

import torch

torch.set_default_dtype(torch.float64)

{scale}
Q = torch.tensor([
{queries},
])                                               # (T, d_k)
K = torch.tensor([
{keys},
])                                               # (S, d_k)

scores = scale * Q @ K.T                         # (T, S)
alpha = scores.softmax(dim=-1)                   # (T, S)
largest = alpha.max(dim=-1).values               # (T,)
entropy = -(alpha * alpha.log()).sum(dim=-1)     # (T,)
received = alpha.sum(dim=0)                      # (S,)
both = torch.stack([alpha.mean(), alpha.std()])  # mean and deviation

for row in alpha:
    print(" ".join(f"{{weight:.3f}}" for weight in row))
'''

PICTURE = '''"""Each word has its curve over the places, and the curves are of different height."""

import matplotlib.pyplot as plt

{imported}

def draw():
    figure, axes = plt.subplots()
    for row in alpha:
        axes.plot(range(len(row)), row, "o-")
    axes.set_xlabel("$j$")
    axes.set_ylabel(r"$\\alpha$")
    return figure
'''


def chapter(number: int, language: str, dense: int = 1) -> Chapter:
    """A chapter of the book; both languages say the same about the same values.

    Its section with numbers stands there `dense` times.
    """
    words = _WORDS[language]
    turned = [words["prose"][(number + k) % len(words["prose"])] for k in range(PARAGRAPHS)]
    prose = tuple((paragraph,) for paragraph in turned)
    third = PARAGRAPHS // 3
    sentences = tuple(_sentences(words))
    table = (words["head"], "|---" * (PLACES + 1) + "|", *_rows(words))
    numbered = (*prose[third : 2 * third], sentences, table)
    sections = (
        Section(words["question"], "question", prose[:third]),
        *(Section(words["numbers"], f"numbers-{named(k)}", numbered) for k in range(dense)),
        Section(words["law"], "law", (*prose[2 * third :], ("$$", FORMULA, "$$"))),
    )
    title = words["title"][number % len(words["title"])]
    return Chapter(number, language, title, sections, words["alt"], words["caption"])


FORMULA = r"\alpha = \operatorname{softmax}(s\, Q K^\top)"
PARAGRAPHS = 12


def _sentences(words: dict) -> Iterator[str]:
    """Eighteen numbers in nine sentences."""
    values = {"largest": WORDS, "entropy": WORDS, "received": PLACES, "both": 2}
    for name, size in values.items():
        slots = [f"{{{name}[{k}]:.{DIGITS}f}}" for k in range(size)]
        for pair in zip(slots[::2], slots[1::2], strict=True):
            yield words["sentences"][name].format(*pair)


def _rows(words: dict) -> Iterator[str]:
    """A row of weights for each word."""
    for t in range(WORDS):
        cells = [f"{{alpha[{t}, {s}]:.{DIGITS}f}}" for s in range(PLACES)]
        yield f"| {words['rows'][t]} | " + " | ".join(cells) + " |"


_WORDS = {
    "zh": {
        "title": ("权重从哪里来", "谁看着谁", "注意力的分配", "看得远与看得近"),
        "question": "要回答的问题",
        "numbers": "算出来的数",
        "law": "一般的规律",
        "head": "| 词 | 甲 | 乙 | 丙 | 丁 |",
        "rows": ("今天", "傍晚", "下雨", "路上", "没有", "行人"),
        "alt": "每个词一条曲线，高低各不相同",
        "caption": "每个词在各处的权重。",
        "sentences": {
            "largest": "这两个词各自最看重的地方，权重是 {} 和 {}，其余的分给了别处。",
            "entropy": "权重分得越散，熵越大；这里的两个熵是 {} 和 {}。",
            "received": "反过来看各处一共得到多少，先后是 {} 与 {}。",
            "both": "所有权重的平均值是 {}，标准差是 {}。",
        },
        "prose": (
            "一句话读到末尾，开头说了什么往往已经模糊；读的人会回头去看，机器也需要一种回头看的办法。"
            "怎样回头、看哪里、看多少，都要由这句话自己决定，而不是事先写死在结构里。",
            "把每个词写成一行数，句子就成了一张表；表里的行彼此相乘，得到词与词之间的打分。"
            "打分高的地方多看一些，打分低的地方少看一些，所有的看加在一起正好是完整的一份。",
            "这样做的好处在于，远处的词和近处的词一样容易够到，不必一步一步传过去。"
            "代价也很明白：每一对词都要算一遍打分，句子越长，表越大，算得越久。",
            "读者不妨先用纸笔算一行，再拿程序对照；算过一遍之后，后面的公式就只是同一件事的简写。"
            "表格里的每个数都能在程序的输出里找到，哪一行对应哪个词也写得清清楚楚。",
            "打分之前乘上的那个常数看似无关紧要，其实决定了权重是平均还是集中。"
            "常数大，最高的打分几乎拿走全部；常数小，大家分得差不多，等于没有挑选。",
            "图上每个词是一条曲线，横着看是它在各处的权重，竖着看是各处被谁看得最多。"
            "两种看法都有用：前一种说明这个词要什么，后一种说明这个地方有多要紧。",
        ),
    },
    "en": {
        "title": (
            "Where the weights come from",
            "Who looks at whom",
            "How attention is shared out",
            "Looking far and looking near",
        ),
        "question": "The question",
        "numbers": "What is computed",
        "law": "The law",
        "head": "| word | first | second | third | fourth |",
        "rows": ("today", "evening", "rains", "street", "without", "people"),
        "alt": "A curve for each word, each of another height",
        "caption": "The weights of each word on the places.",
        "sentences": {
            "largest": "Where these two words look most, their weights are {} and {}.",
            "entropy": "The more evenly weights are spread, the larger is the entropy: {} and {}.",
            "received": "Seen from the places, what they receive in all is {} and {} in turn.",
            "both": "The mean of all weights is {}, their standard deviation {}.",
        },
        "prose": (
            "At the end of a sentence its beginning has often faded; a reader looks back, and a "
            "machine needs a way to look back as well. How it looks back, where to and how much is "
            "for the sentence itself to decide, and not for a structure that was fixed before.",
            "Write each word as a row of numbers, and the sentence becomes a table; multiply its "
            "rows with each other, and there are scores between words. A high score is a long "
            "look, a low score a short one, and all looks together make up one whole.",
            "What is gained is that a word far away is as easy to reach as one close by, without "
            "being passed on step by step. The price is plain too: each pair of words needs its "
            "score, so that a longer sentence has a larger table, which takes longer to fill.",
            "It is worth working out one row on paper and comparing it with the program; after "
            "that, the formulas below are short for the same thing. Each number of the table is "
            "found again in what the program prints, and so is the word that its row belongs to.",
            "The constant by which scores are multiplied looks harmless, and yet it decides "
            "whether weights are even or gathered in one place. With a large one the highest score "
            "takes nearly all; with a small one all get about the same, and nothing is chosen.",
            "In the picture each word is a curve: along it are its weights on the places, across "
            "it one sees who looks at a place most. Both views are useful, the former for what a "
            "word wants, the latter for how much a place matters to the sentence.",
        ),
    },
}


def book(chapters: int = CHAPTERS, dense: int = 1) -> list[Chapter]:
    """All chapters, those of one language after those of the other; `dense` as in `chapter`."""
    return [chapter(number, lang, dense) for lang in LANGUAGES for number in range(chapters)]
