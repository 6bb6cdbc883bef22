"""The numbers of a formula in LaTeX.

A number counts unless the formula alone explains it. Left out are

- subscripts, and exponents of letters, commands and brackets: `h_{t-1}`, `h^2`, `W^{(2)}`;
  an exponent of a number, or of a bracket with numbers only, counts: `0.415^{31}`;
- lengths, column specifications and the names of environments;
- structural small integers: 0, 1 and 2 without point or sign, and fractions of them, when an
  operator (`+ - \\pm \\cdot \\times /` or a fraction bar) joins them to something with a letter in
  it, or when they stand directly before such a thing: `1-h^2`, `T-1`, `2x`, `1/T`,
  `\\frac{1}{d_k}`, `\\tfrac12 x`. A `\\tfrac12` that is a whole formula is one too.

They count where they stand alone between relations, commas, cells or brackets (`= 1`, `(0, 1)`,
`O(1)`), and where a number is on the other side of the operator (`1 + 2`, `1 - 0.5x`). A command
that is not known here joins nothing: when in doubt, a number counts.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from book.numeral import (
    LOWERED,
    MINUS,
    NUMBER,
    RAISED,
    RAISED_NUMBER,
    SIGNS,
    Literal,
    is_letter,
    is_other_digit,
    literal,
    raised_literal,
    unclaimable,
)

DEEPEST = 40  # braces in braces; beyond this no formula is read, and every number counts

_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.|\Z)", re.DOTALL)
_SMALL = re.compile(
    r"[012]|[12]/[12]|½|\\[cdt]?frac\s*(?:[12]|\{\s*[12]\s*\})\s*(?:[12]|\{\s*[12]\s*\})"
)
_LENGTH = re.compile(r"\*?\s*\[\s*[+-]?\s*[0-9.]+\s*(?:pt|em|ex|mu|cm|mm|in|bp|pc)\s*\]")
_BARE_LENGTH = re.compile(r"\s*[+-]?\s*[0-9.]+\s*(?:pt|em|ex|mu|cm|mm|in|bp|pc)(?![A-Za-z])")


_NULL = re.compile(r"\s*\.")
_LOWERED = re.compile(f"[{LOWERED}]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(f"\\{word}" for word in text.split())


_TEXT = _words("text textrm textbf textit textsf texttt textnormal mbox hbox")
_UPRIGHT = _words("mathrm operatorname mathtt mathsf mathit")
_FRACTION = _words("frac dfrac tfrac cfrac")
_TWO = _words("binom dbinom tbinom overset underset stackrel")
_ONE = _words(
    "sqrt hat widehat bar overline underline vec tilde widetilde dot ddot check breve acute grave "
    "overrightarrow overleftarrow overbrace underbrace boxed mathbf mathbb mathcal mathfrak "
    "mathscr boldsymbol bm pmb cancel"
)
_HIDDEN = _words("hspace vspace rule raisebox")
_KERN = _words("kern mkern hskip mskip")
_COLUMNS = frozenset(
    ["array", "darray", "tabular", "tabular*", "subarray", "alignat", "alignat*", "alignedat"]
)
_SIZES = _words(
    "left right big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm"
)
_SPACES = _words(
    ", ; : ! displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits > /"
) | {"\\ ", "\\\n", "\\\t"}
_OPEN = _words("{ lvert lVert langle lfloor lceil lbrace lbrack lparen")
_CLOSE = _words("} rvert rVert rangle rfloor rceil rbrace rbrack rparen")
_BARS = {"|": "|", "\\vert": "|", "\\|": "‖", "\\Vert": "‖", "‖": "‖"}
_ADD = _words("pm mp") | frozenset("+-−±∓")
_MULTIPLY = _words("cdot times") | frozenset("*/×·⋅")
_DOTS = _words("dots ldots cdots vdots ddots dotsb dotsc") | {"…"}
_SYMBOLS = _words(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega varepsilon vartheta varpi varrho varsigma varphi varkappa "
    "digamma Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega partial nabla infty "
    "ell hbar imath jmath Re Im aleph wp top bot emptyset varnothing prime"
)
_FUNCTIONS = _words(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth exp log ln lg max min sup "
    "inf lim limsup liminf arg argmax argmin det dim deg gcd hom ker Pr sum prod coprod int "
    "iint iiint oint bigcup bigcap bigoplus bigotimes bigsqcup bigvee bigwedge"
)


@dataclass
class _Item:
    """A piece of a formula.

    `kind`: number, symbol, function, group, text, dots, add, multiply or break (a relation, a
    comma, a cell, anything unknown). `symbolic`: there is a letter in it.
    """

    kind: str
    symbolic: bool = False
    number: Literal | None = None
    scripted: bool = False

    @property
    def is_operand(self) -> bool:
        """Whether a minus behind it subtracts."""
        return self.kind in ("number", "symbol", "group", "text", "dots")

    @property
    def is_small(self) -> bool:
        """Whether it may be a structural integer."""
        number = self.number
        return number is not None and not self.scripted and bool(_SMALL.fullmatch(number.text))


_Frame = tuple[str, list[_Item]]  # an open bracket and what it holds so far


def numbers(tex: str, prose: Callable[[str], list[Literal]]) -> list[Literal]:
    """The numbers of a formula that count, in order; `prose` reads what stands in `\\text{…}`."""
    reader = _Reader(tex, prose)
    reader.run()
    return sorted(reader.found, key=lambda number: number.start)


class _Reader:
    """Reads one formula, once, from left to right."""

    def __init__(self, tex: str, prose: Callable[[str], list[Literal]]):
        self.tex = tex
        self.prose = prose
        self.found: list[Literal] = []
        self.closing, depth = _braces(tex)
        if depth > DEEPEST:
            self.closing = {}

    def run(self) -> None:
        items = self.items(0, len(self.tex))
        number = items[0].number if len(items) == 1 and items[0].is_small else None
        if number is None or number.text[0] != "\\":  # a lone \tfrac12 is a factor spoken of
            self.settle(items)

    def items(self, start: int, end: int) -> list[_Item]:
        """The pieces between two offsets; brackets are pieces, already settled."""
        frames: list[_Frame] = [("", [])]
        at = start
        while at < end:
            at = self.step(at, end, frames)
        flat = frames[0][1]
        for _, items in frames[1:]:  # brackets that nothing closes
            flat += [_Item("break"), *items]
        return flat

    def step(self, at: int, end: int, frames: list[_Frame]) -> int:
        """Read one piece; where the next begins."""
        items = frames[-1][1]
        character = self.tex[at]
        if character.isspace() or character == "~":
            return at + 1
        if match := NUMBER[True].match(self.tex, at, end):
            items.append(_Item("number", number=literal(match, formula=True)))
            return match.end()
        if character in SIGNS and not (items and items[-1].is_operand):
            behind = at + 1
            while behind < end and self.tex[behind].isspace():
                behind += 1
            if match := NUMBER[True].match(self.tex, behind, end):
                number = literal(match, start=at, negative=character in MINUS, formula=True)
                items.append(_Item("number", number=number))
                return match.end()
        if character == "\\":
            return self.command(at, end, frames)
        if character in "^_":
            return self.script(at, end, items)
        if character == "{" and self.closing.get(at, end) < end:
            items.append(self.group(at + 1, self.closing[at]))
            return self.closing[at] + 1
        if character in RAISED + "⁺⁻" or character in LOWERED or is_other_digit(character):
            return self.odd_digits(at, end, items)
        if character in "'!":
            if character == "!" and items:
                items[-1].scripted = True
            return at + 1
        self.sign(character, frames)
        return at + 1

    def sign(self, name: str, frames: list[_Frame]) -> None:
        """Add a character or command that takes no argument."""
        items = frames[-1][1]
        if name in "([" or name in _OPEN:
            frames.append(("(", []))
        elif name in ")]" or name in _CLOSE:
            self.close("(", frames)
        elif name in _BARS:
            bar = _BARS[name]
            if frames[-1][0] == bar:
                self.close(bar, frames)
            else:
                frames.append((bar, []))
        elif name in _ADD:
            items.append(_Item("add"))
        elif name in _MULTIPLY:
            items.append(_Item("multiply"))
        elif name in _DOTS:
            items.append(_Item("dots"))
        elif name in _SYMBOLS or is_letter(name):
            items.append(_Item("symbol", symbolic=True))
        elif name in _FUNCTIONS:
            items.append(_Item("function"))
        elif name not in _SPACES:
            items.append(_Item("break"))

    def close(self, kind: str, frames: list[_Frame]) -> None:
        """Close the innermost bracket of a kind; a bar that is open in it was no bracket."""
        at = len(frames) - 1
        while at and frames[at][0] != kind and frames[at][0] in "|‖":
            at -= 1
        if frames[at][0] != kind:
            frames[-1][1].append(_Item("group"))
            return
        _, items = frames[at]
        for _, inner in frames[at + 1 :]:
            items += [_Item("break"), *inner]
        del frames[at:]
        frames[-1][1].append(self.settled(items))

    def settled(self, items: list[_Item]) -> _Item:
        self.settle(items)
        return _Item("group", symbolic=any(item.symbolic for item in items))

    def group(self, start: int, end: int) -> _Item:
        """The piece between two offsets, as one."""
        return self.settled(self.items(start, end))

    def argument(self, at: int, end: int) -> tuple[int, int, int] | None:
        """Start and end of the argument at an offset, and where the rest begins."""
        while at < end and self.tex[at].isspace():
            at += 1
        if at >= end or self.tex[at] in "}^_&":
            return None
        if self.tex[at] == "{":
            close = self.closing.get(at, end)
            return (at + 1, close, close + 1) if close < end else None
        if self.tex[at] != "\\":
            return at, at + 1, at + 1
        if match := NUMBER[True].match(self.tex, at, end):
            return at, match.end(), match.end()
        command = _COMMAND.match(self.tex, at, end)
        behind = command.end()
        for _ in range(_arguments(command[0])):
            close = self.closing.get(behind, end)
            if close < end:
                behind = close + 1
        return at, behind, behind

    def option(self, at: int, end: int) -> tuple[int, int, int]:
        """Start and end of what stands in `[…]` at an offset, if anything, and what follows."""
        while at < end and self.tex[at].isspace():
            at += 1
        if self.tex[at : at + 1] == "[":
            close = self.tex.find("]", at, end)
            if close >= 0:
                return at + 1, close, close + 1
        return at, at, at

    def command(self, at: int, end: int, frames: list[_Frame]) -> int:
        """Read a command and its arguments."""
        items = frames[-1][1]
        match = _COMMAND.match(self.tex, at, end)
        name, at = match[0], match.end()
        if name in ("\\begin", "\\end"):
            return self.environment(name, at, end, frames)
        if name in _HIDDEN or name in _KERN:
            return self.length(name, at, end)
        if name == "\\\\":
            items.append(_Item("break"))
            length = _LENGTH.match(self.tex, at, end)
            return length.end() if length else at
        if name in _SIZES:
            null = _NULL.match(self.tex, at, end)
            return null.end() if null else at
        if not _arguments(name):
            self.sign(name, frames)
            return at
        if name == "\\operatorname" and self.tex[at : at + 1] == "*":
            at += 1
        if name == "\\sqrt":
            first, last, at = self.option(at, end)
            self.group(first, last)
        found = []
        for _ in range(_arguments(name)):
            argument = self.argument(at, end)
            if argument is None:
                items.append(_Item("break"))
                break
            found.append(argument[:2])
            at = argument[2]
        if name in _TEXT or name in _UPRIGHT:
            items += [self.text(name, *span) for span in found]
        elif name in _FRACTION and len(found) == 2:
            items.append(self.fraction(*found))
        else:
            groups = [self.group(*span) for span in found]
            items.append(_Item("group", symbolic=any(group.symbolic for group in groups)))
        return at

    def fraction(self, over: tuple[int, int], under: tuple[int, int]) -> _Item:
        """A fraction: its bar joins a small integer to the other side."""
        top, bottom = self.items(*over), self.items(*under)
        letters = [any(item.symbolic for item in side) for side in (top, bottom)]
        for side, joined in ((top, letters[1]), (bottom, letters[0])):
            if not (joined and len(side) == 1 and side[0].is_small):
                self.settle(side)
        return _Item("group", symbolic=any(letters))

    def text(self, name: str, start: int, end: int) -> _Item:
        """Words, whose numbers are those of prose."""
        words = self.tex[start:end]
        for number in self.prose(words):
            self.found.append(replace(number, start=start + number.start, end=start + number.end))
        if not any(map(is_letter, words)):
            return _Item("group" if words.strip() else "break")
        if name in _UPRIGHT:
            return _Item("symbol", symbolic=True)
        return _Item("text" if words == words.strip() else "break")

    def environment(self, name: str, at: int, end: int, frames: list[_Frame]) -> int:
        argument = self.argument(at, end)
        if argument is None:
            return at
        start, stop, at = argument
        if name == "\\end":
            if any(kind == "begin" for kind, _ in frames):
                while frames[-1][0] != "begin":
                    _, inner = frames.pop()
                    frames[-1][1].extend([_Item("break"), *inner])
                self.close("begin", frames)
            return at
        frames.append(("begin", []))
        environment = self.tex[start:stop].strip()
        if environment in _COLUMNS:
            at = self.option(at, end)[2]
            for _ in range(2 if environment == "tabular*" else 1):
                close = self.closing.get(at, end)
                at = close + 1 if close < end else at
        return at

    def length(self, name: str, at: int, end: int) -> int:
        """Where a command that takes lengths ends."""
        if name in _KERN:
            length = _BARE_LENGTH.match(self.tex, at, end)
            return length.end() if length else at
        if self.tex[at : at + 1] == "*":
            at += 1
        at = self.option(at, end)[2]
        for _ in range(2 if name == "\\rule" else 1):
            close = self.closing.get(at, end)
            at = close + 1 if close < end else at
        return at

    def script(self, at: int, end: int, items: list[_Item]) -> int:
        """Read a subscript or an exponent; only the exponent of a number counts."""
        base = items[-1] if items else None
        argument = self.argument(at + 1, end)
        if argument is None:
            return at + 1
        if base is not None:
            base.scripted = True
        if self.tex[at] == "^" and not _hides_exponent(base):
            self.group(*argument[:2])
        return argument[2]

    def odd_digits(self, at: int, end: int, items: list[_Item]) -> int:
        """Superscripts, subscripts and foreign digits, written as characters."""
        base = items[-1] if items else None
        if match := RAISED_NUMBER.match(self.tex, at, end):
            if not _hides_exponent(base):
                self.found.append(raised_literal(at, match[0], formula=True))
        elif match := _LOWERED.match(self.tex, at, end):
            if not _hides_exponent(base):
                self.found.append(unclaimable(at, match[0], formula=True))
        elif is_other_digit(self.tex[at]):
            behind = at + 1
            while behind < end and is_other_digit(self.tex[behind]):
                behind += 1
            self.found.append(unclaimable(at, self.tex[at:behind], formula=True))
            items.append(_Item("group"))
            return behind
        else:
            items.append(_Item("break"))
            return at + 1
        if base is not None:
            base.scripted = True
        return match.end()

    def settle(self, items: list[_Item]) -> None:
        """Keep the numbers among the pieces, except structural integers."""
        for segment in _split(items, "break"):
            terms = _split(segment, "add")
            for at, term in enumerate(terms):
                beside = terms[max(at - 1, 0) : at] + terms[at + 1 : at + 2]
                for position, item in enumerate(term):
                    if item.number is None:
                        continue
                    if len(term) == 1:
                        joined = [_is_symbolic_term(other) for other in beside if other]
                    else:
                        joined = _factors_beside(term, position)
                    if not (item.is_small and joined and all(joined)):
                        self.found.append(item.number)


def _braces(tex: str) -> tuple[dict[int, int], int]:
    """The closing brace of each opening one, by offset, and how deep they go."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    depth = 0
    for match in re.finditer(r"\\.|[{}]", tex, re.DOTALL):
        if match[0] == "{":
            opened.append(match.start())
            depth = max(depth, len(opened))
        elif match[0] == "}" and opened:
            closing[opened.pop()] = match.start()
    return closing, depth


def _arguments(name: str) -> int:
    """How many arguments a command has whose arguments are read here."""
    if name in _FRACTION or name in _TWO:
        return 2
    return int(name in _ONE or name in _TEXT or name in _UPRIGHT)


def _hides_exponent(base: _Item | None) -> bool:
    """Whether an exponent of the piece is left out: it is no number, nor a bracket of numbers."""
    return base is not None and (base.symbolic or base.kind in ("function", "text", "dots"))


def _split(items: list[_Item], kind: str) -> list[list[_Item]]:
    """The pieces between those of a kind."""
    parts: list[list[_Item]] = [[]]
    for item in items:
        if item.kind == kind:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _is_symbolic_factor(term: list[_Item], at: int) -> bool:
    """Whether there is a letter in a factor; a function has those of what it is applied to."""
    while at < len(term) and term[at].kind == "function":
        at += 1
    return at < len(term) and term[at].symbolic


def _is_symbolic_term(term: list[_Item]) -> bool:
    """Whether there is a letter in a term, and no number that counts."""
    if any(item.number is not None and not item.is_small for item in term):
        return False
    return any(_is_symbolic_factor(term, at) for at in range(len(term)))


def _factors_beside(term: list[_Item], at: int) -> list[bool]:
    """For each factor that is joined to the one at `at`: is there a letter in it?"""
    joined = []
    if at + 1 < len(term):
        behind = at + 2 if term[at + 1].kind == "multiply" else at + 1
        joined.append(_is_symbolic_factor(term, behind))
    if at and term[at - 1].kind == "multiply":
        joined.append(at > 1 and term[at - 2].symbolic)
    elif at and term[at - 1].number is not None:
        joined.append(False)
    return joined
