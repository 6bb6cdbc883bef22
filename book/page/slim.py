"""Slim: the same page in fewer elements and bytes.

What a reader sees stays: coordinates of pictures are written to a hundredth of a point, those of
letters in pictures to less, and what nobody can see goes.
"""

import re

_PLAIN = re.compile(r'<span class="(?:n|w)">([^<]*)</span>')
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def without_plain_tokens(html: str) -> str:
    """Programs without the elements of names and spaces, which look like the text around them."""
    return _PLAIN.sub(r"\1", html)


def boxed(html: str) -> str:
    """Each table of a chapter in a box of its own, so that a wide one scrolls there."""
    box = r'<div class="md-typeset__scrollwrap"><div class="md-typeset__table">\g<0></div></div>'
    return _TABLE.sub(box, html)


_CHECKED = re.compile(
    r'<div class="formula(">(?:(?!</div>).)*</div><div class="checked")', re.DOTALL
)
_PRINTS = re.compile(
    r'class="snippet highlight("(?:(?!</pre>).)*</pre>(?:<div class="uses"(?:(?!</div>).)*</div>)*'
    r'</div>\s*<div class="output highlight")',
    re.DOTALL,
)


def paired(html: str) -> str:
    """A class for formulas and programs below which their check or their output stands.

    A style sheet can ask for what follows, with `:has`; then each change of a page makes the
    browser look at all of them again.
    """
    html = _CHECKED.sub(r'<div class="formula with-check\1', html)
    return _PRINTS.sub(r'class="snippet highlight with-output\1', html)


_FORMULA = re.compile(r'(<div class="formula[^">]*")>((?:(?!</div>).)*)', re.DOTALL)
_STRUT = re.compile(r'"katex-strut" style="height:([\d.]+)em;(?:vertical-align:(-?[\d.]+)em;)?"')


def measured(html: str) -> str:
    """Each displayed formula with its height, which KaTeX knows, in em of its letters.

    A style sheet needs it for formulas that are not drawn yet: with a guess they overlap, and a
    link into a page lands beside its target.
    """
    return _FORMULA.sub(_with_height, html)


def _with_height(match: re.Match[str]) -> str:
    struts = [(float(height), -float(below or 0)) for height, below in _STRUT.findall(match[2])]
    if not struts:
        return match[0]
    height = max(height - below for height, below in struts) + max(below for _, below in struts)
    return f'{match[1]} style="--formula-height:{max(height, 1.2):.2f}">{match[2]}'


_UNSEEN = re.compile(r'<path d="[^"]*"(?: clip-path="[^"]*")? style="fill: none"/>')
_GROUP = re.compile(r"<g( [^>]*)?>|</g>")
_PATH = re.compile(r'(<path\b[^>]*?) d="([^"]*)"([^>]*?)/>')
_LETTER = ' transform="scale(0.015625)"'  # how matplotlib draws letters, in units of em / 6400
_COARSE = 8  # of those units: a hundredth of a point in the usual size
_PLACE = re.compile(r'(?<=\s)(x|y|width|height|transform)="([^"]*)"')
_NUMBER = re.compile(r"(?P<scale>scale\([^)]*\))|-?\d+\.\d{3,}")


def picture(svg: str) -> str:
    """The inside of an SVG by matplotlib with shorter coordinates, and without what draws nothing.

    The outermost element stays as it is.
    """
    start = svg.index(">") + 1
    inside = _ungrouped(_UNSEEN.sub("", svg[start:]))
    inside = _PATH.sub(_shorter, inside)
    return svg[:start] + _PLACE.sub(_rounded, inside)


def _ungrouped(inside: str) -> str:
    """Without groups that have no attributes."""
    stays: list[bool] = []

    def kept(match: re.Match[str]) -> str:
        if match[0] != "</g>":
            stays.append(bool(match[1]))
            return match[0] if stays[-1] else ""
        return match[0] if stays.pop() else ""

    return _GROUP.sub(kept, inside)


def _shorter(match: re.Match[str]) -> str:
    before, d, rest = match.groups()
    if _LETTER in rest:
        rest = rest.replace(_LETTER, f' transform="scale({0.015625 * _COARSE})"')
        return f'{before} d="{relative(d, _COARSE, 0)}"{rest}/>'
    return f'{before} d="{relative(d, 1, 2)}"{rest}/>'


def _rounded(match: re.Match[str]) -> str:
    if "scale" in match[2] and "translate" not in match[2]:
        return match[0]
    numbers = _NUMBER.sub(lambda n: n["scale"] or _text(round(float(n[0]) * 100), 2), match[2])
    return f'{match[1]}="{numbers}"'


_STEP = re.compile(r"([A-Za-z])|(-?[\d.]+(?:e[-+]?\d+)?)")
_NEEDS = {"M": 2, "L": 2, "Q": 4, "C": 6, "z": 0, "Z": 0}


def relative(d: str, unit: float, decimals: int) -> str:
    """The data of a path with each step counted from where the last one ended.

    Coordinates are divided by `unit` and rounded to `decimals`; errors do not add up. Raises
    ValueError for a command that matplotlib does not write.
    """
    power = 10**decimals
    parts: list[str] = []
    at, begun, last = (0, 0), (0, 0), ""
    command, numbers = "", []
    for letter, number in _STEP.findall(d):
        if letter:
            if letter not in _NEEDS or numbers:
                raise ValueError(f"not a path of matplotlib: {d[:60]}")
            command = letter
        else:
            numbers.append(round(float(number) / unit * power))
        if len(numbers) < _NEEDS[command]:
            continue
        steps = [n - at[i % 2] for i, n in enumerate(numbers)]
        name = command.lower()
        if name == "l" and not all(steps) and any(steps):
            name, steps = ("h", steps[:1]) if steps[0] else ("v", steps[1:])
        said = " ".join(_text(step, decimals) for step in steps).replace(" -", "-")
        joint = "" if name != last or said.startswith("-") else " "
        parts.append((name if name != last or name == "m" else joint) + said)
        last = name
        at = (numbers[-2], numbers[-1]) if numbers else begun
        if name == "m":
            begun = at
        numbers = []
    return "".join(parts)


def _text(number: int, decimals: int) -> str:
    """A number of units of its last decimal, as short as SVG reads it: -.5 for -50."""
    whole, part = divmod(abs(number), 10**decimals)
    rest = f".{part:0{decimals}d}".rstrip("0").rstrip(".") if part else ""
    sign = "-" if number < 0 else ""
    return sign + (f"{whole}{rest}" if whole or not rest else rest)


_SHAPE = re.compile(r'<path id="([^"]+)" (d="[^"]*" transform="scale\([^"]*\)")/>')


def shared(html: str) -> str:
    """A page on which each letter is drawn once: pictures refer to the first that has it."""
    first: dict[str, str] = {}
    again: dict[str, str] = {}

    def once(match: re.Match[str]) -> str:
        id_, shape = match.groups()
        if shape in first:
            again[id_] = first[shape]
            return ""
        first[shape] = id_
        return match[0]

    html = _SHAPE.sub(once, html).replace("<defs></defs>", "")

    def referred(match: re.Match[str]) -> str:
        return match[1] + again.get(match[2], match[2]) + '"'

    return re.sub(r'(<use xlink:href="#)([^"]+)"', referred, html)
