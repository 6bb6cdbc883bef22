"""One number as an author writes it: its grammar, what it says, and how to write another like it.

Two dialects share all but a few spellings: prose (`1,024`, `18 亿`, `67.0%`, `3.7×10⁻¹²`) and LaTeX
(`1{,}024`, `67.0\\%`, `3.7\\times10^{-12}`, `\\tfrac14`). Every number is a count of units: the
unit of "18 亿" is 10**8, that of "67.0%" 1/1000, that of "3/4" 1/4.
"""

import math
import re
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache


@dataclass(frozen=True)
class Literal:
    """A number in a text.

    `value` is what is written, exactly, or None where only `-` may stand for it (1.2.3, ①).
    `quantum` is one unit of the last written digit, scale included; 0 where there is no value.
    `formula` tells the LaTeX dialect from the one of prose.
    """

    start: int
    end: int
    text: str
    value: Fraction | None
    quantum: Fraction
    formula: bool = field(default=False, compare=False, repr=False)


class Unwritable(ValueError):
    """The value has no form like the literal: NaN, or one third in quarters."""


class Tie(ValueError):
    """The value lies so near a rounding tie that another machine may round it the other way."""


SPACES = " \u00a0\u2009\u202f"
HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
MINUS = "-−－"
SIGNS = MINUS + "+＋"
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
LOWERED = "₀₁₂₃₄₅₆₇₈₉"
WIDE = "０１２３４５６７８９"
DIGIT = "[0-9０-９]"
POINT = "[.．]"
SLASH = "[/⁄／]"
TIE_PARTS = 10**9
TIE_WIDTH = Fraction(1, TIE_PARTS)
LONGEST = 4000  # characters; beyond this, and beyond LARGEST_EXPONENT, nobody writes a number
LARGEST_EXPONENT = 999
LARGEST = 10**1100  # beyond what can be read

SCALES = {
    "%": Fraction(1, 100),
    "％": Fraction(1, 100),
    "‰": Fraction(1, 1000),
    "percent": Fraction(1, 100),
    "per cent": Fraction(1, 100),
    "万亿": Fraction(10**12),
    "千亿": Fraction(10**11),
    "百亿": Fraction(10**10),
    "十亿": Fraction(10**9),
    "千万": Fraction(10**7),
    "百万": Fraction(10**6),
    "十万": Fraction(10**5),
    "亿": Fraction(10**8),
    "万": Fraction(10**4),
    "千": Fraction(10**3),
    "hundred": Fraction(100),
    "thousand": Fraction(10**3),
    "million": Fraction(10**6),
    "billion": Fraction(10**9),
    "trillion": Fraction(10**12),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "B": Fraction(10**9),
}


def _vulgar() -> dict[str, tuple[int, int]]:
    """The characters ¼ ½ ¾ ⅐ … with numerator and denominator."""
    found = {}
    for code in (*range(0xBC, 0xBF), *range(0x2150, 0x215F)):
        top, _, bottom = unicodedata.normalize("NFKC", chr(code)).partition("\u2044")
        found[chr(code)] = (int(top), int(bottom))
    return found


VULGAR = _vulgar()
_VULGAR_OF = {Fraction(*parts): character for character, parts in VULGAR.items()}
_HAN = re.compile(f"[{HAN}]")
_KNOWN = frozenset(WIDE + RAISED + LOWERED).union(VULGAR)
_ASCII = str.maketrans(WIDE + "．", "0123456789.")
_WIDE = str.maketrans("0123456789", WIDE)
_FROM_RAISED = str.maketrans(RAISED + "⁺⁻", "0123456789+-")
_TO_RAISED = str.maketrans("0123456789+-", RAISED + "⁺⁻")


def _power(prefix: str, formula: bool) -> str:
    """The exponent of ten: `^{-12}`, `^12` (LaTeX takes one digit only), `⁻¹²`."""
    bare = "[0-9]" if formula else r"[+\-−]?[0-9]++"
    return (
        rf"(?:\^\{{\s*(?P<{prefix}braced>[+\-−]?[0-9]++)\s*\}}"
        rf"|\^(?P<{prefix}bare>{bare})"
        rf"|(?P<{prefix}raised>[⁺⁻]?[{RAISED}]++))"
    )


def _suffix(formula: bool) -> str:
    """Percent signs and scales."""
    chinese = "万亿|千亿|百亿|十亿|千万|百万|十万|亿|万|千"
    words = "(?i:per ?cent|hundred|thousand|million|billion|trillion)"
    if formula:
        gap = r"(?:\s|\\[,;:! ]|~)*"
        text = r"\\(?:text|textrm|mathrm|operatorname)"
        scale = rf"\s*(?:{words}|{chinese}|[kMB]|\\?%)\s*"
        return rf"(?P<suffix>{gap}(?:\\%|{text}\{{{scale}\}}|{chinese}))?"
    return (
        rf"(?P<suffix>[{SPACES}]?(?:\\?[%％‰]|{chinese})"
        rf"|[{SPACES}\-]{words}(?![A-Za-z])"
        rf"|(?:k|[{SPACES}]?[MB])(?![^\W{HAN}]))?"
    )


def _grammar(formula: bool) -> str:
    """The regular expression of one unsigned number."""
    separator = r",|\u2009|\u202f" + (r"|\{,\}|\\," if formula else "")
    grouped = (
        rf"[1-9１-９]{DIGIT}{{0,2}}(?P<separator>{separator}){DIGIT}{{3}}"
        rf"(?:(?P=separator){DIGIT}{{3}})*+(?!{DIGIT})(?!(?P=separator){DIGIT})"
    )
    fraction = (
        rf"(?<!{DIGIT}{SLASH})(?P<over>[1-9１-９]{DIGIT}*+){SLASH}(?P<under>[1-9１-９]{DIGIT}*+)"
        rf"(?!{SLASH}{DIGIT}|{POINT}{DIGIT}|,{DIGIT}{{3}}(?!{DIGIT})|[\^⁺⁻{RAISED}]|[eE][+\-−]?[0-9])"
    )
    if formula:
        fraction += (
            r"|(?P<command>\\[cdt]?frac)\s*+"
            r"(?:\{\s*(?P<top>[1-9][0-9]*+)\s*\}|(?P<top_digit>[1-9]))\s*+"
            r"(?:\{\s*(?P<bottom>[1-9][0-9]*+)\s*\}|(?P<bottom_digit>[1-9]))"
        )
    times = r"×·⋅"
    if formula:
        gap = r"(?:\s|\\[,;:! ]|~)*+"
        times = rf"{gap}(?:[{times}]|\\times(?![A-Za-z])|\\cdot(?![A-Za-z])){gap}"
    else:
        times = rf"[{SPACES}]?[{times}][{SPACES}]?"
    headless = rf"(?<![^\W{HAN}])(?<![.．)\]}}%])(?={POINT}{DIGIT})"
    decimal = (
        rf"(?:(?={DIGIT})|{headless})"
        rf"(?P<mantissa>(?P<whole>{grouped}|{DIGIT}++|)(?:(?P<point>{POINT})(?P<decimals>{DIGIT}++))?)"
        rf"(?:(?P<times>{times}10){_power('s', formula)}"
        rf"|(?P<e>[eE])(?P<e_exponent>[+\-−]?[0-9]++)(?![A-Za-z]))?"
    )
    return (
        rf"(?:{fraction}"
        rf"|(?P<mixed>[1-9１-９]{DIGIT}*+)?(?P<vulgar>[{''.join(VULGAR)}])"
        rf"|(?P<ten>10){_power('p', formula)}"
        rf"|{decimal})"
        rf"{_suffix(formula)}"
    )


NUMBER = {formula: re.compile(_grammar(formula)) for formula in (False, True)}
RAISED_NUMBER = re.compile(rf"[⁺⁻]?[{RAISED}]++")
_SIGNED = {
    formula: re.compile(rf"(?P<sign>[{SIGNS}])?(?P<gap>\s*){_grammar(formula)}")
    for formula in (False, True)
}
_UNIT = re.compile(
    "[%％‰]|(?i:per ?cent|hundred|thousand|million|billion|trillion)"
    "|万亿|千亿|百亿|十亿|千万|百万|十万|亿|万|千|[kMB](?=[^A-Za-z]*$)"
)


def _scale(match: re.Match[str]) -> Fraction:
    """What the suffix multiplies by."""
    suffix = match["suffix"]
    if not suffix:
        return Fraction(1)
    unit = _UNIT.search(suffix)[0]
    return SCALES.get(unit) or SCALES[unit.lower()]


def _exponent(match: re.Match[str]) -> str | None:
    """The name of the group that holds the exponent of ten, if there is one."""
    if not (match["times"] or match["e"] or match["ten"]):
        return None
    names = ("sbraced", "sbare", "sraised", "e_exponent", "pbraced", "pbare", "praised")
    return next((name for name in names if match[name] is not None), None)


def _end(match: re.Match[str]) -> int:
    """Where the suffix begins."""
    return match.end() - len(match["suffix"] or "")


def _integer(text: str) -> int:
    return int(text.translate(_ASCII).translate(_FROM_RAISED).replace("−", "-") or "0")


def _fraction_parts(match: re.Match[str]) -> tuple[str, str] | None:
    """Numerator and denominator as written, or None."""
    if match["over"]:
        return match["over"], match["under"]
    if "command" in match.re.groupindex and match["command"]:  # in LaTeX alone
        return match["top"] or match["top_digit"], match["bottom"] or match["bottom_digit"]
    return None


def _count_and_unit(match: re.Match[str]) -> tuple[int, Fraction] | None:
    """The count and the unit of an unsigned number; None if it is no number to claim."""
    exponent = _exponent(match)
    power = _integer(match[exponent]) if exponent and len(match[0]) <= LONGEST else 0
    if len(match[0]) > LONGEST or abs(power) > LARGEST_EXPONENT:
        return None
    digits = (match["mantissa"] or "") + (match["over"] or "") + (match["under"] or "")
    if not digits.isascii() and re.search("[0-9]", digits) and re.search("[０-９]", digits):
        return None
    scale = _scale(match)
    if parts := _fraction_parts(match):
        return _integer(parts[0]), scale / _integer(parts[1])
    if match["vulgar"]:
        top, bottom = VULGAR[match["vulgar"]]
        return _integer(match["mixed"] or "") * bottom + top, scale / bottom
    if match["ten"]:
        return 1, scale * _ten(power)
    decimals = match["decimals"] or ""
    count = _integer(re.sub(r"[^0-9０-９]", "", match["whole"]) + decimals)
    if exponent and not count:
        return None  # 0e5 is 0e6: its exponent cannot be checked
    return count, scale * _ten(power - len(decimals))


@lru_cache(maxsize=1024)
def _ten(power: int) -> Fraction:
    return Fraction(10) ** power


def literal(
    match: re.Match[str], *, start: int | None = None, negative: bool = False, formula: bool = False
) -> Literal:
    """The literal of a match of NUMBER, its sign (from `start` on) included."""
    start = match.start() if start is None else start
    text = match.string[start : match.end()]
    read = _count_and_unit(match)
    if read is None:
        return unclaimable(start, text, formula=formula)
    count, unit = read
    value = -count * unit if negative else count * unit
    return Literal(start, match.end(), text, value, unit, formula)


def raised_literal(start: int, text: str, *, formula: bool = False) -> Literal:
    """The literal of an exponent in superscript digits: the ⁻²⁵ of 2⁻²⁵."""
    if len(text) > LONGEST:
        return unclaimable(start, text, formula=formula)
    value = Fraction(_integer(text))
    return Literal(start, start + len(text), text, value, Fraction(1), formula)


def unclaimable(start: int, text: str, *, formula: bool = False) -> Literal:
    """A literal for which only `-` may stand."""
    return Literal(start, start + len(text), text, None, Fraction(0), formula)


def is_han(character: str) -> bool:
    """Whether the character is Chinese."""
    return _HAN.match(character) is not None


def is_letter(character: str) -> bool:
    """Whether the character is a letter of an alphabet."""
    return character.isalpha() and not is_han(character)


@lru_cache(maxsize=1 << 16)
def is_other_digit(character: str) -> bool:
    """Whether the character is a digit or numeral that the grammar does not know: ٣, ①, Ⅳ.

    Chinese numerals are words, in every encoding that they have.
    """
    return (
        character > "\x7f"
        and character.isnumeric()
        and character not in _KNOWN
        and not is_han(character)
        and not unicodedata.name(character, "").startswith("CJK ")
    )


def other_digits(text: str) -> list[Literal]:
    """The runs of digits that the grammar does not know, none of them a number to claim."""
    others = "".join(character for character in set(text) if is_other_digit(character))
    if not others:
        return []
    return [unclaimable(run.start(), run[0]) for run in re.finditer(f"[{others}]+", text)]


def _exact(value: int | float | bool | Fraction) -> Fraction:
    if isinstance(value, float) and not math.isfinite(value):
        raise Unwritable(f"{value} is no number that can be written")
    exact = Fraction(value)
    if abs(exact) >= LARGEST:
        raise Unwritable("it has more digits than anybody writes")
    return exact


def _units(exact: Fraction, unit: Fraction, is_float: bool, like: Literal) -> int:
    """How many units the (unsigned) value is, half away from zero, ties refused."""
    top = exact.numerator * unit.denominator  # so many units, as a fraction; fractions are slow
    bottom = exact.denominator * unit.numerator
    below, rest = divmod(top, bottom)
    distance = abs(2 * rest - bottom) * TIE_PARTS  # from a tie, times 2 * bottom * TIE_PARTS
    width = 2 * max(top, bottom) if is_float else 0  # times the same
    if width >= bottom * TIE_PARTS:
        raise Tie(f"{like.text} has more digits than a float can promise (nine at most)")
    if distance <= width:
        raise Tie(f"it is too near a rounding tie to be written like {like.text}")
    return below + (2 * rest > bottom)


def _parts(exact: Fraction, is_float: bool, like: Literal) -> int:
    """How many parts of the denominator of a fraction the (unsigned) value is: one at least."""
    scaled = exact / like.quantum
    count = round(scaled)
    if not count or abs(scaled - count) > (TIE_WIDTH if is_float else 0):
        raise Unwritable(f"it is not so many parts of the kind of {like.text}")
    return count


def _layout(count: int, match: re.Match[str]) -> str:
    """`count` units in the whole digits, groups, point, decimals and digit width of `match`."""
    places = len(match["decimals"] or "")
    digits = str(count).zfill(places + 1)
    whole, decimals = digits[: len(digits) - places], digits[len(digits) - places :]
    like = match["whole"].translate(_ASCII)
    if not like and whole == "0":
        whole = ""
    if like.startswith("0") and len(like) > 1:
        whole = whole.zfill(len(like))
    if match["separator"]:
        head = len(whole) % 3
        groups = [whole[:head]] if head else []
        groups += [whole[at : at + 3] for at in range(head, len(whole), 3)]
        whole = match["separator"].join(groups)
    if any(character in WIDE for character in match["mantissa"]):
        whole, decimals = whole.translate(_WIDE), decimals.translate(_WIDE)
    return whole + (match["point"] or "") + decimals


def _raised_like(
    power: int, match: re.Match[str], exponent: str, behind: str, like: Literal
) -> str:
    """What follows a mantissa, with another exponent in the style of the old one."""
    plain = match[exponent].translate(_FROM_RAISED)
    digits = plain.lstrip("+-−")
    text = str(abs(power))
    if digits.startswith("0"):
        text = text.zfill(len(digits))
    if power < 0:
        text = ("−" if plain[0] == "−" else "-") + text
    elif plain[0] == "+":
        text = "+" + text
    if exponent.endswith("raised"):
        text = text.translate(_TO_RAISED)
    elif like.formula and exponent.endswith("bare") and len(text) > 1:
        text = "{" + text + "}"
    start, end = match.span(exponent)
    return match.string[match.end(behind) : start] + text + match.string[end : _end(match)]


def _magnitude(exact: Fraction) -> int:
    """The exponent of ten of a positive number."""
    power = len(str(exact.numerator)) - len(str(exact.denominator))
    while Fraction(10) ** power > exact:
        power -= 1
    while Fraction(10) ** (power + 1) <= exact:
        power += 1
    return power


def _scientific(exact: Fraction, match: re.Match[str], is_float: bool, like: Literal) -> str:
    """A mantissa and a power of ten.

    The mantissa is in [1, 10) and the exponent follows; but a mantissa outside, as in 12.5e3, keeps
    its exponent as long as it stays outside.
    """
    if not exact:
        raise Unwritable(f"0 has no form like {like.text}")
    exponent = _exponent(match)
    power = _integer(match[exponent])
    scale = _scale(match)
    one = 10 ** len(match["decimals"] or "")
    count = None
    if not one <= abs(like.value) / like.quantum < 10 * one:
        count = _units(exact, like.quantum, is_float, like)
    if count is None or one <= count < 10 * one:
        power = _magnitude(exact / scale)
        count = _units(exact, scale * Fraction(10) ** power / one, is_float, like)
        if count == 10 * one:
            count, power = one, power + 1
    if not count:
        raise Unwritable(f"it is 0 when written like {like.text}")
    return _layout(count, match) + _raised_like(power, match, exponent, "mantissa", like)


def _power_of_ten(exact: Fraction, match: re.Match[str], is_float: bool, like: Literal) -> str:
    """A bare power of ten, which is exact."""
    scaled = exact / _scale(match)
    if scaled:
        power = _magnitude(scaled * Fraction(4, 3))  # 0.999… of 10**12 belongs to 10**12
        if abs(scaled / Fraction(10) ** power - 1) <= (TIE_WIDTH if is_float else 0):
            return "10" + _raised_like(power, match, _exponent(match), "ten", like)
    raise Unwritable(f"it is no power of ten like {like.text}")


def _fraction(count: int, match: re.Match[str]) -> str:
    """So many parts of the denominator of `match`."""
    digits = str(count)
    if match["over"]:
        if match["over"][0] in WIDE:
            digits = digits.translate(_WIDE)
        return digits + match.string[match.end("over") : _end(match)]
    name = "top" if match["top"] else "top_digit"
    if name == "top_digit" and len(digits) > 1:
        digits = "{" + digits + "}"
    start, end = match.span(name)
    return match.string[match.start("command") : start] + digits + match.string[end : _end(match)]


def _vulgar_like(count: int, match: re.Match[str], like: Literal) -> str:
    """A vulgar fraction, with a whole number before it where there is one."""
    bottom = VULGAR[match["vulgar"]][1]
    whole, top = divmod(count, bottom)
    part = Fraction(top, bottom)
    if part not in _VULGAR_OF:
        raise Unwritable(f"there is no single character for its {top}/{bottom}, like {like.text}")
    digits = str(whole) if whole else ""
    if match["mixed"] and match["mixed"][0] in WIDE:
        digits = digits.translate(_WIDE)
    return digits + _VULGAR_OF[part]


def written(value: int | float | bool | Fraction, like: Literal) -> str:
    """The value in the format of a literal.

    Decimals, scale, percent, groups, digit width, sign character, mantissa and denominator are
    those of `like`. A float is rounded; what rounds to zero has no minus. Integers (and Fractions)
    are exact, so that only an exact tie is refused.

    Raises Tie for a value too near a rounding tie, Unwritable for NaN, an infinity, a fraction that
    the denominator does not divide, or a literal that is no number to claim.
    """
    exact = _exact(value)
    is_float = isinstance(value, float)
    if like.value is None:
        raise Unwritable(f"{like.text} is no number that a value can be written like")
    size = abs(exact)
    if RAISED_NUMBER.fullmatch(like.text):
        count = _units(size, Fraction(1), is_float, like)
        sign = "⁻" if exact < 0 and count else "⁺" if like.text[0] == "⁺" else ""
        return sign + str(count).translate(_TO_RAISED)
    match = _SIGNED[like.formula].fullmatch(like.text)
    if match is None:
        raise Unwritable(f"{like.text} is no literal")
    vanishes = False
    if match["ten"]:
        body = _power_of_ten(size, match, is_float, like)
    elif match["vulgar"]:
        body = _vulgar_like(_parts(size, is_float, like), match, like)
    elif _fraction_parts(match):
        body = _fraction(_parts(size, is_float, like), match)
    elif _exponent(match):
        body = _scientific(size, match, is_float, like)
    else:
        count = _units(size, like.quantum, is_float, like)
        vanishes, body = not count, _layout(count, match)
    sign = match["sign"] or ""
    if exact < 0 and not vanishes:
        minus = "-" if like.formula else "−"
        sign = sign + match["gap"] if sign and sign in MINUS else minus
    else:
        sign = sign + match["gap"] if sign in ("+", "＋") else ""
    return sign + body + (match["suffix"] or "")


def agrees(value: int | float | bool | Fraction, like: Literal, relation: str = "=") -> bool:
    """Whether the value is what the literal says.

    `=`: written like the literal it is the literal, character by character (False for a tie).
    `>`, `<`: the value is strictly more, less. `~`: same sign, less than half an order of
    magnitude apart. Raises ValueError for another relation.
    """
    if relation not in ("=", ">", "<", "~"):
        raise ValueError(f"no such relation: {relation}")
    if like.value is None:
        return False
    try:
        if relation == "=":
            return written(value, like) == like.text
        exact = _exact(value)
    except (Tie, Unwritable):
        return False
    if relation == "~":
        if exact * like.value <= 0:
            return False
        return Fraction(1, 10) < (exact / like.value) ** 2 < 10
    if isinstance(value, float) and _is_nearest(value, like.value):
        return False
    return exact > like.value if relation == ">" else exact < like.value


def _is_nearest(value: float, exact: Fraction) -> bool:
    """Whether the float stands for the exact number: 0.1 is not more than 0.1."""
    try:
        return value == float(exact)
    except OverflowError:
        return False
