"""What holds for every number and every text."""

import math
import re
import string
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from book import literals as grammar
from book.literals import Tie, Unwritable, agrees, formula_literals, literals, written

some = settings(max_examples=50, deadline=None)
many = settings(max_examples=100, deadline=None)

WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
CHINESE = ["千", "万", "百万", "千万", "亿", "万亿"]
ENGLISH = [" thousand", " million", " billion", " trillion", " hundred"]
SUFFIXES = ["", "", "", "%", "％", " %", "‰", " percent", " per cent", "k", "M", "B", " M", " B"]
SUFFIXES += CHINESE + [f" {scale}" for scale in CHINESE] + ENGLISH

digits = st.text("0123456789", min_size=1, max_size=6)
nonzero = st.integers(1, 999999).map(str)
signs = st.sampled_from(["", "", "−", "-", "+"])


@st.composite
def decimals(draw) -> str:
    whole = draw(digits | st.just("") | st.integers(1000, 10**9).map("{:,}".format))
    places = draw(st.just("") | digits) if whole else draw(digits)
    return whole + ("." + places if places else "")


@st.composite
def powers(draw) -> str:
    power = draw(st.integers(-40, 40).filter(bool))
    form = draw(st.sampled_from(["^{}", "^{{{}}}", "raised"]))
    if form == "raised":
        return "10" + str(power).translate(SUPERSCRIPT)
    return "10" + form.format(power)


@st.composite
def scientific(draw) -> str:
    mantissa = draw(decimals().filter(lambda text: text.strip("0.,")))
    if draw(st.booleans()):
        power = draw(st.integers(-40, 40))
        return f"{mantissa}{draw(st.sampled_from('eE'))}{power}"
    return mantissa + draw(st.sampled_from(["×", " × ", "·", " ⋅ "])) + draw(powers())


@st.composite
def prose_numbers(draw) -> str:
    """A number in prose, in any format."""
    fraction = st.tuples(nonzero, nonzero).map("/".join)
    vulgar = st.tuples(nonzero | st.just(""), st.sampled_from("½¼¾⅓⅔⅛")).map("".join)
    body = draw(decimals() | decimals() | scientific() | powers() | fraction | vulgar)
    if draw(st.integers(0, 5)) == 0 and "e" not in body.lower() and "^" not in body:
        body = body.translate(WIDE) if "10" not in body else body
    suffix = draw(st.sampled_from(SUFFIXES))
    if "e" in body.lower() and suffix[:1].isascii() and suffix[:1].isalpha():
        suffix = ""  # 1e5k is no number
    return draw(signs) + body + suffix


@st.composite
def formula_numbers(draw) -> str:
    """A number in LaTeX, in any format."""
    power = "10^{" + str(draw(st.integers(-40, 40))) + "}"
    grouped = st.integers(1000, 10**9).map("{:,}".format)
    bodies = [
        decimals(),
        grouped.map(lambda text: text.replace(",", "{,}")),
        grouped.map(lambda text: text.replace(",", "\\,")),
        st.just(power),
        decimals()
        .filter(lambda text: text.strip("0.,"))
        .map(lambda text: text + r"\times" + power),
        st.tuples(nonzero, nonzero).map(lambda parts: r"\frac{{{}}}{{{}}}".format(*parts)),
        st.tuples(*[st.sampled_from("123456789")] * 2).map(lambda p: r"\tfrac{}{}".format(*p)),
    ]
    body = draw(st.one_of(bodies))
    return draw(st.sampled_from(["", "-", "- "])) + body + draw(st.sampled_from(["", r"\%"]))


PIECES = [
    *"0123456789０７.,，．-−–+±%％/×·^_{}()[]|=<>&~'! \n\u2009\u202f\u00a0￼",
    *"xTeEkMBαé第万亿千百一十〇½¼²³⁻⁶₁٣①Ⅳ\\",
    "1,024", "3.11.2", "10^", "10⁶", "e-12", "×10", " billion", " percent", "GPT-2", "float32",
    "doi:10.1/2", "arXiv:1409.0473", r"\frac", r"\tfrac12", r"\times", r"\cdot", "10^{-3}", "{,}",
    r"\,", r"\%", r"\text{", r"\mathrm{k}", r"\left(", r"\right)", r"\begin{array}{c1}", r"\sqrt",
    r"\end{array}", r"\hspace{3pt}", r"\\[2pt]", r"\alpha", r"\approx", r"\sum_", r"\|", r"\mid",
]  # fmt: skip
mixed = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def only(found):
    assert len(found) == 1
    return found[0]


@some
@given(prose_numbers())
def test_a_number_in_prose_is_one_literal_and_written_again_is_itself(text):
    number = only(literals(text))
    assert number.text == text
    _is_itself(number)


@some
@given(formula_numbers())
def test_a_number_in_a_formula_is_one_literal_and_written_again_is_itself(text):
    number = only(formula_literals("x = " + text))
    assert number.text == text
    _is_itself(number)


def _is_itself(number):
    zero = number.value == 0 and number.text[0] in "-−－"
    if not zero:
        assert written(number.value, number) == number.text
        assert agrees(number.value, number)
    if not zero and abs(number.value) < 10**300 and abs(number.value / number.quantum) < 10**8:
        assert written(float(number.value), number) == number.text


@some
@given(prose_numbers(), st.data())
def test_a_changed_digit_does_not_agree(text, data):
    number = only(literals(text))
    _changed_digits(text, number.value, literals, data)


@some
@given(formula_numbers(), st.data())
def test_a_changed_digit_of_a_formula_does_not_agree(text, data):
    number = only(formula_literals("= " + text))
    _changed_digits(text, number.value, lambda changed: formula_literals("= " + changed), data)


def _changed_digits(text, value, read, data):
    places = [at for at, character in enumerate(text) if character.isdecimal()]
    assume(places)
    at = data.draw(st.sampled_from(places))
    alphabet = string.digits if text[at] in string.digits else string.digits.translate(WIDE)
    changed = text[:at] + data.draw(st.sampled_from(alphabet)) + text[at + 1 :]
    assume(changed != text)
    found = read(changed)
    if len(found) == 1 and found[0].text == changed:
        assert not agrees(value, found[0])


finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)


@some
@given(finite, st.integers(0, 6))
@example(0.125, 2)
@example(2.675, 2)
@example(-0.5, 0)
def test_rounding_is_that_of_decimal_arithmetic_or_a_tie(value, places):
    like = only(literals(f"{1:.{places}f}"))
    exact = Decimal(value)
    with_digits = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    scaled = abs(Fraction(value)) * 10**places
    near = abs(scaled % 1 - Fraction(1, 2)) <= max(scaled / 10**9, Fraction(1, 10**9))
    if near:
        with pytest.raises(Tie):
            written(value, like)
        assert not agrees(value, like)
    else:
        expected = f"{abs(with_digits):f}"
        minus = "−" if value < 0 and with_digits else ""
        assert written(value, like) == minus + expected


@some
@given(st.floats(1e-200, 1e200), st.integers(0, 6))
def test_scientific_notation_is_that_of_python_or_a_tie(value, places):
    like = only(literals(f"{1:.{places}f}e5"))
    mantissa, power = f"{value:.{places}e}".split("e")
    try:
        assert written(value, like) == f"{mantissa}e{int(power)}"
    except Tie:
        above, below = (f"{value * (1 + sign * 1e-8):.{places}e}" for sign in (1, -1))
        assert above != below


@some
@given(st.integers(-(10**15), 10**15))
def test_an_integer_is_written_exactly(value):
    assert written(value, only(literals("17"))) == str(value).replace("-", "−")
    assert written(value, only(literals("1,024"))) == f"{value:,}".replace("-", "−")


@some
@given(st.integers() | st.floats(), prose_numbers())
def test_a_value_is_written_or_refused_and_what_is_written_agrees(value, text):
    like = only(literals(text))
    try:
        result = written(value, like)
    except (Tie, Unwritable):
        return
    again = literals(result)
    assert [number.text for number in again] == [result]
    assert agrees(value, again[0])


@some
@given(st.integers() | st.floats(), formula_numbers())
def test_what_is_written_in_a_formula_is_read_as_one_number(value, text):
    like = only(formula_literals("= " + text))
    try:
        result = written(value, like)
    except (Tie, Unwritable):
        return
    assert [number.text for number in formula_literals("= " + result)] == [result]


@some
@given(st.floats(allow_nan=False, allow_infinity=False), prose_numbers())
def test_more_and_less_exclude_each_other(value, text):
    like = only(literals(text))
    assert not (agrees(value, like, ">") and agrees(value, like, "<"))
    if agrees(value, like, "~"):
        assert abs(math.log10(abs(value)) - math.log10(abs(like.value))) < 0.5 + 1e-9


def _holds_together(text, found):
    end = 0
    for number in found:
        assert end <= number.start < number.end
        assert text[number.start : number.end] == number.text
        end = number.end
        assert (number.value is None) == (number.quantum == 0)
        assert not agrees(math.nan, number)
        if number.value is None:
            continue
        is_zero_with_sign = not number.value and number.text[0] in "-−－⁻"
        is_zero_power = re.search(r"[-−⁻][0⁰]+\D*$", number.text)
        if not is_zero_with_sign and not is_zero_power:
            assert written(number.value, number) == number.text


@given(st.text() | mixed)
@many
def test_any_text_is_read_in_order_and_to_the_letter(text):
    _holds_together(text, literals(text))


@given(st.text() | mixed)
@many
def test_any_formula_is_read_in_order_and_to_the_letter(tex):
    _holds_together(tex, formula_literals(tex))


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _may_be_a_name(text: str, at: int) -> bool:
    """Whether a digit belongs to a name, by looking at its neighbours one by one."""
    first = at
    while first and _is_plain(text[first - 1]):
        first -= 1
    if text[first].isalpha():
        return True  # float32
    before = text[:first]
    if re.search(r"(?i)(doi|arxiv):\S*$", before):
        return True
    return re.search(r"[A-Z]{2,}[-‐‑]([0-9]+\.)?$", before) is not None


@given(mixed | st.text("0123456789.,-−%/xX e×^第万GPT-2\u2009"))
@many
@example("GPT-3.5")
def test_every_digit_is_in_a_literal_or_in_a_name(text):
    covered = set()
    for number in literals(text):
        covered.update(range(number.start, number.end))
    for at, character in enumerate(text):
        if character in string.digits and at not in covered:
            assert _may_be_a_name(text, at), (text, at)


@given(mixed)
@many
def test_digits_without_a_letter_before_them_are_all_literals(text):
    text = re.sub("[A-Za-z:]", "", text)
    covered = set()
    for number in literals(text):
        covered.update(range(number.start, number.end))
    assert all(at in covered for at, c in enumerate(text) if c in string.digits)


big = st.sampled_from(["37", "0.415", "5", "1.0", r"\frac{3}{4}", r"6\times10^{-7}", "1{,}024"])
letter = st.sampled_from(["x", "T", r"\alpha ", r"h_{t-1}", r"\mathrm{Var}", "x_3", r"\hat{y}"])


BRACKETS = [("(", ")"), ("{", "}"), (r"\left[", r"\right]"), ("|", "|"), (r"\log(", ")")]
BRACKETS += [(r"\sqrt{", "}"), (r"\hat{", "}"), (r"\frac{x}{", "}"), ("0.3^{", "}")]
BRACKETS += [(r"\begin{bmatrix}", r"\end{bmatrix}")]


def _formulas(inner):
    """Formulas with the numbers that count in them, made from smaller ones."""
    joint = st.sampled_from([" + ", r" \cdot ", " = ", ", ", " / ", " & ", r" \odot ", " < "])
    joined = st.tuples(inner, joint, inner).map(
        lambda p: (p[0][0] + p[1] + p[2][0], p[0][1] + p[2][1])
    )
    wrapped = st.tuples(
        inner,
        st.sampled_from(BRACKETS),
    ).map(lambda p: (p[1][0] + p[0][0] + p[1][1], ["0.3"] * (p[1][0] == "0.3^{") + p[0][1]))
    hidden = st.tuples(letter, st.sampled_from("_^"), inner).map(
        lambda p: (f"{{{p[0]}}}{p[1]}{{{p[2][0]}}}", [])
    )
    return joined | wrapped | hidden


formulas = st.recursive(
    big.map(lambda tex: (tex, [tex])) | letter.map(lambda tex: (tex, [])), _formulas, max_leaves=12
)


@given(formulas)
@many
def test_a_formula_gives_exactly_the_numbers_that_were_put_into_it(made):
    tex, numbers = made
    assert [number.text for number in formula_literals(tex)] == numbers


PIECES = ["百分之", "doi:10.", "arXiv:", "GPT-", "万", "million", "−", "½", ".", "⁻"]


@given(st.lists(st.sampled_from(PIECES) | st.characters()).map("".join))
@many
def test_where_no_digit_stands_there_is_nothing_to_read(text):
    without = grammar._DIGIT.sub("", text)
    assert grammar._TOKEN.search(without) is None


PIECES += [
    "1",
    "10",
    "２",
    "³",
    "₄",
    "x",
    "e5",
    "% ",
    "K",
    " ",
    ",000",
    "1/2",
    "×10⁻³",
    "．５",
    "_",
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=2)).map("".join))
@settings(max_examples=300, deadline=None)
def test_what_is_read_is_also_read_without_a_look_at_where_it_may_begin(text):
    everywhere = re.compile(
        re.sub(r"\(\?=\[(?:A-Za-z|0-9０１[^\]]*)\]\)", "", grammar._TOKEN.pattern)
    )
    found, expected = (
        [(token.span(), token.groupdict()) for token in pattern.finditer(text)]
        for pattern in (grammar._TOKEN, everywhere)
    )
    assert found == expected
