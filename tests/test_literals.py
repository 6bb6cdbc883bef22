"""Numbers in prose, and a value written like one."""

import math
from fractions import Fraction

import pytest

from book.literals import Literal, Tie, Unwritable, agrees, formula_literals, literals, written

THIN, NARROW, NO_BREAK = "\u2009", "\u202f", "\u00a0"
NONE = None


def texts(prose: str) -> list[str]:
    return [number.text for number in literals(prose)]


def the(prose: str) -> Literal:
    """The one number of a text, which is all of it."""
    (number,) = literals(prose)
    assert (number.start, number.end) == (0, len(prose))
    return number


VALUES = {
    "17": 17,
    "007": 7,
    "0.057": Fraction(57, 1000),
    ".5": Fraction(1, 2),
    "1,024": 1024,
    "3,622,109,184": 3622109184,
    "1,024.5": Fraction(2049, 2),
    f"1{THIN}024": 1024,
    f"1{NARROW}811{NARROW}939{NARROW}328": 1811939328,
    "−0.5": Fraction(-1, 2),
    "-0.5": Fraction(-1, 2),
    "−.5": Fraction(-1, 2),
    "+3": 3,
    "67.0%": Fraction(67, 100),
    "67.0％": Fraction(67, 100),
    "67.0 %": Fraction(67, 100),
    f"67{THIN}%": Fraction(67, 100),
    "5‰": Fraction(5, 1000),
    "67 percent": Fraction(67, 100),
    "67 per cent": Fraction(67, 100),
    "67 Percent": Fraction(67, 100),
    "3千": 3000,
    "59 万": 590000,
    "59万": 590000,
    "2 十万": 200000,
    "3 百万": 3 * 10**6,
    "3 千万": 3 * 10**7,
    "18 亿": 18 * 10**8,
    "1.8 十亿": 18 * 10**8,
    "3 百亿": 3 * 10**10,
    "3 千亿": 3 * 10**11,
    "1.5 万亿": 15 * 10**11,
    f"18{THIN}亿": 18 * 10**8,
    "2 hundred": 200,
    "3 thousand": 3000,
    "1.8 million": 18 * 10**5,
    "1.8 billion": 18 * 10**8,
    "1.8 Billion": 18 * 10**8,
    "7-billion": 7 * 10**9,
    f"2{NO_BREAK}trillion": 2 * 10**12,
    "59k": 59000,
    "3.7M": 37 * 10**5,
    "3.7 M": 37 * 10**5,
    f"3.7{NO_BREAK}M": 37 * 10**5,
    "175B": 175 * 10**9,
    f"175{THIN}B": 175 * 10**9,
    "3.7e12": 37 * 10**11,
    "9.9E-13": Fraction(99, 10**14),
    "1e+05": 10**5,
    "3.7×10^12": 37 * 10**11,
    "3.7 × 10^{-12}": Fraction(37, 10**13),
    "3.7×10^{−12}": Fraction(37, 10**13),
    "3.7×10⁻¹²": Fraction(37, 10**13),
    "3.7·10⁶": 37 * 10**5,
    "−3.7×10⁻¹²": Fraction(-37, 10**13),
    "10^12": 10**12,
    "10^-3": Fraction(1, 1000),
    "10^{−3}": Fraction(1, 1000),
    "10⁶": 10**6,
    "−10⁶": -(10**6),
    "10⁻³": Fraction(1, 1000),
    "1/4": Fraction(1, 4),
    "−3/4": Fraction(-3, 4),
    "3⁄4": Fraction(3, 4),
    "3/4 million": 750000,
    "½": Fraction(1, 2),
    "−½": Fraction(-1, 2),
    "⅔": Fraction(2, 3),
    "1½": Fraction(3, 2),
    "０.５７": Fraction(57, 100),
    "０．５７": Fraction(57, 100),
    "５７％": Fraction(57, 100),
    "－５": -5,
    "５７ 万": 570000,
    "3.11.2": NONE,
    "2026.11.29": NONE,
    "1_000": NONE,
    "５7": NONE,
    "٣": NONE,
    "٣١": NONE,
    "①": NONE,
    "Ⅳ": NONE,
    "₃": NONE,
    "𝟏": NONE,
    "1e999999999": NONE,
    "10^1000": NONE,
    "9" * 4001: NONE,
    "0e5": NONE,
}


@pytest.mark.parametrize("prose", VALUES)
def test_a_number_is_read_whole_with_its_value(prose):
    assert the(prose).value == VALUES[prose]


@pytest.mark.parametrize("prose", VALUES)
def test_a_number_is_read_in_the_middle_of_chinese(prose):
    text = f"从{prose}起"
    assert texts(text) == [prose]
    assert [number.value for number in literals(text)] == [VALUES[prose]]


@pytest.mark.parametrize("prose", [prose for prose in VALUES if VALUES[prose] is not None])
def test_a_number_written_from_its_own_value_is_itself(prose):
    assert written(the(prose).value, the(prose)) == prose
    assert agrees(the(prose).value, the(prose))


@pytest.mark.parametrize(
    ("prose", "numbers"),
    [
        # signs and ranges
        ("从−0.5 起", ["−0.5"]),
        ("从-0.5 起", ["-0.5"]),
        ("x = −1", ["−1"]),
        ("(-3)", ["-3"]),
        ("|−3|", ["−3"]),
        ("3–6", ["3", "6"]),
        ("3-6", ["3", "6"]),
        ("3−6", ["3", "6"]),
        ("3—6", ["3", "6"]),
        ("3 − 6", ["3", "6"]),
        ("3 −6", ["3", "−6"]),
        ("2026-11-29", ["2026", "11", "29"]),
        ("5%-7%", ["5%", "7%"]),
        ("5 %-7 %", ["5 %", "7 %"]),
        ("18 亿-20 亿", ["18 亿", "20 亿"]),
        ("½-3", ["½", "3"]),
        ("(a)-3", ["3"]),
        ("（甲）-3", ["3"]),
        ("(a)−3", ["−3"]),
        ("（甲）−3", ["−3"]),
        ("「甲」−3", ["−3"]),
        ("「甲」-3", ["-3"]),
        ("《甲》＋3", ["＋3"]),
        ("top-5", ["5"]),
        ("α-5", ["5"]),
        ("甲-5", ["-5"]),
        ("x²−3", ["3"]),
        ("--3", ["3"]),
        ("±3", ["3"]),
        ("66.9 ± 11.3", ["66.9", "11.3"]),
        ("3+4", ["3", "4"]),
        ("共+3", ["+3"]),
        ("- 3", ["3"]),
        # groups
        ("1,02", ["1", "02"]),
        ("12,3456", ["12", "3456"]),
        ("1234,567", ["1234", "567"]),
        ("0,123", ["0", "123"]),
        ("1,024,56", ["1", "024", "56"]),
        (f"1{THIN}024,000", [f"1{THIN}024", "000"]),
        ("1 024", ["1", "024"]),
        ("5，123", ["5", "123"]),
        ("1,024,", ["1,024"]),
        # points
        ("fig.5", ["5"]),
        ("约.5", [".5"]),
        ("1...5", ["1", "5"]),
        ("1..5", ["1", "5"]),
        ("3.", ["3"]),
        ("(3).5", ["3", "5"]),
        ("3.11.2 与 3.11", ["3.11.2", "3.11"]),
        ("−3.11.2", ["−3.11.2"]),
        ("1–3.11.2", ["1", "3.11.2"]),
        # percent
        ("67 percentage points", ["67"]),
        ("67  %", ["67"]),
        ("67\n%", ["67"]),
        ("67％。", ["67％"]),
        # scales
        ("3 万亿", ["3 万亿"]),
        ("1 万 2 千", ["1 万", "2 千"]),
        ("18  亿", ["18"]),
        ("5 millions", ["5"]),
        ("5million", ["5"]),
        ("5km", ["5"]),
        ("5 k", ["5"]),
        ("5 MB", ["5"]),
        ("5 M2", ["5"]),
        ("5 M 参数", ["5 M"]),
        ("5 M参数", ["5 M"]),
        ("5 B-tree", ["5 B"]),
        ("3 to 6 million", ["3", "6 million"]),
        # powers
        ("4×2", ["4", "2"]),
        ("4 × 2", ["4", "2"]),
        ("4×10", ["4", "10"]),
        ("17×", ["17"]),
        ("2^31", ["2", "31"]),
        ("2^{-25}", ["2", "-25"]),
        ("2⁻²⁵", ["2", "⁻²⁵"]),
        ("010^5", ["010", "5"]),
        ("1e5x", ["1", "5"]),
        ("3²", ["3", "²"]),
        ("x²", []),
        ("s⁻¹", []),
        ("α²", []),
        ("层²", ["²"]),
        ("(a+b)²", ["²"]),
        ("H₂O", []),
        ("层₂", ["₂"]),
        # fractions
        ("1/2/3", ["1", "2", "3"]),
        ("1 / 4", ["1", "4"]),
        ("3.5/4", ["3.5", "4"]),
        ("4/3.5", ["4", "3.5"]),
        ("1/0", ["1", "0"]),
        ("0/4", ["0", "4"]),
        ("1/04", ["1", "04"]),
        ("1/1,024", ["1", "1,024"]),
        ("1/−4", ["1", "−4"]),
        ("1/x", ["1"]),
        ("0½", ["0", "½"]),
        ("n/4", ["4"]),
        ("1/4²", ["1", "4", "²"]),
        # letters and Han
        ("第3层", ["3"]),
        ("第 3 层", ["3"]),
        ("32-bit", ["32"]),
        ("2D", ["2"]),
        ("3rd", ["3"]),
        ("第３层", ["３"]),
        ("4x2", ["4", "2"]),
        ("10M5", ["10", "5"]),
        ("**3**、_4_", ["3", "4"]),
        ("三层，三十二，〇，㊀", ["㊀"]),
        ("５。７", ["５", "７"]),
        # names
        ("float32", []),
        ("用float32算", []),
        ("Conv1d", []),
        ("x1", []),
        ("L2", []),
        ("ImageNet21k", []),
        ("v1.2", ["2"]),
        ("x_1", ["1"]),
        ("float 32", ["32"]),
        ("GPT-2", []),
        ("GPT-3.5", []),
        ("用GPT-4o", []),
        ("UTF-8", []),
        ("GPT-2、3", ["3"]),
        ("T-2", ["2"]),
        ("ResNet-50", ["50"]),
        ("MSE-5%", ["5%"]),
        ("MSE-5.5 %", ["5.5 %"]),
        ("AB-1,024", ["1,024"]),
        ("T5-3", ["3"]),
        ("doi:10.1109/72.279181", []),
        ("doi:10.1162/089976600300015015。又 5", ["5"]),
        ("DOI:10.1109/72.279181", []),
        ("doi:5", ["5"]),
        ("arXiv:1409.0473", []),
        ("arXiv:1409.0473v7", []),
        ("arXiv:cs.CL/9901001", []),
        ("arXiv:3", ["3"]),
        ("10.1109/72.279181", ["10.1109", "72.279181"]),
        ("￼￼ 5 ￼", ["5"]),
        ("", []),
    ],
)
def test_prose(prose, numbers):
    assert texts(prose) == numbers


def test_offsets_are_those_of_the_text():
    prose = "￼￼ 最远的拿到 −0.057，最近的 18 亿。"
    assert [(n.start, n.end) for n in literals(prose)] == [(9, 15), (20, 24)]
    assert all(prose[n.start : n.end] == n.text for n in literals(prose))


@pytest.mark.parametrize(
    ("prose", "quantum"),
    [
        ("17", 1),
        ("0.057", Fraction(1, 1000)),
        ("18 亿", 10**8),
        ("1.8 billion", 10**8),
        ("67.0%", Fraction(1, 1000)),
        ("3.7×10⁻¹²", Fraction(1, 10**13)),
        ("10⁶", 10**6),
        ("3/4", Fraction(1, 4)),
        ("½", Fraction(1, 2)),
    ],
)
def test_the_quantum_is_one_unit_of_the_last_digit(prose, quantum):
    assert the(prose).quantum == quantum


def test_equal_numbers_of_two_languages_have_equal_value_and_quantum():
    zh, en = the("18 亿"), the("1.8 billion")
    assert (zh.value, zh.quantum) == (en.value, en.quantum)


# A value written like a literal


@pytest.mark.parametrize(
    ("value", "like", "text"),
    [
        (0.05712, "0.968", "0.057"),
        (16.96, "18", "17"),
        (1024, "768", "1024"),
        (1811939328, "1,024", "1,811,939,328"),
        (768, "1,024", "768"),
        (1024, f"3{THIN}000", f"1{THIN}024"),
        (1811939328, "59 亿", "18 亿"),
        (1811939328, "3.1 billion", "1.8 billion"),
        (1811939328, "3.1B", "1.8B"),
        (589824, "18 万", "59 万"),
        (14155776, "3.7 M", "14.2 M"),
        (0.6704, "1.0%", "67.0%"),
        (0.6704, "1 percent", "67 percent"),
        (-0.5, "0.1", "−0.5"),
        (-0.5, "−0.1", "−0.5"),
        (-0.5, "-0.1", "-0.5"),
        (0.5, "−0.1", "0.5"),
        (0.5, "+0.1", "+0.5"),
        (-0.5, "+0.1", "−0.5"),
        (-0.0001, "−0.10", "0.00"),
        (-0.0, "0.0", "0.0"),
        (0.0, "+0.1", "+0.0"),
        (-1e-9, "−1/4", "Unwritable"),
        (0.57, "０.１２", "０.５７"),
        (-0.57, "０．１２", "−０．５７"),
        (0.25, ".50", ".25"),
        (1.25, ".50", "1.25"),
        (0.25, "0.50", "0.25"),
        (3, "07", "03"),
        (12, "07", "12"),
        (True, "0", "1"),
        (False, "1", "0"),
        # scientific
        (7.42e12, "9.9e-13", "7.4e12"),
        (9.92e-13, "3.7e12", "9.9e-13"),
        (9.96e-13, "9.9e-13", "1.0e-12"),
        (9.96, "1.0×10^{-3}", "1.0×10^{1}"),
        (9.92e-13, "3.7×10⁶", "9.9×10⁻¹³"),
        (9.92e-13, "3.7 × 10^{12}", "9.9 × 10^{-13}"),
        (9.92e-13, "3.7 × 10^{−12}", "9.9 × 10^{−13}"),
        (3.7e12, "9.9×10^{-13}", "3.7×10^{12}"),
        (3e-7, "1e-12", "3e-7"),
        (3e-7, "1e-05", "3e-07"),
        (3e7, "1e+12", "3e+7"),
        (-9.92e-13, "1.4e-12", "−9.9e-13"),
        (13500.0, "12.5e3", "13.5e3"),
        (150.0, "0.5e3", "Tie"),
        (250.3, "0.5e3", "0.3e3"),
        (1e6, "10^12", "10^6"),
        (1e-6, "10^12", "10^-6"),
        (1e-6, "10⁶", "10⁻⁶"),
        (-1e6, "10⁶", "−10⁶"),
        (1000000.0000001, "10⁶", "10⁶"),
        (999999.9999999, "10⁶", "10⁶"),
        (2e6, "10⁶", "Unwritable"),
        (0, "10⁶", "Unwritable"),
        (0, "1e6", "Unwritable"),
        (10**400, "1.0×10^6", "1.0×10^400"),
        (1000001, "10⁶", "Unwritable"),
        # fractions
        (0.5, "1/4", "2/4"),
        (-0.75, "1/4", "−3/4"),
        (1 / 3, "2/3", "1/3"),
        (0.3, "1/4", "Unwritable"),
        (0.75, "½", "Unwritable"),
        (0.75, "¼", "¾"),
        (2.5, "1½", "2½"),
        (2, "1½", "Unwritable"),
        (0, "1½", "Unwritable"),
        (0, "1/4", "Unwritable"),
        (0.0, "12.5e3", "Unwritable"),
        (1e-9, "12.5e3", "Unwritable"),
        (10**300 + 1, "10⁶", "Unwritable"),
        (750000, "1/4 million", "3/4 million"),
        # exponents in superscript
        (-25, "²", "⁻²⁵"),
        (7, "⁻²⁵", "⁷"),
        (7.0, "²", "⁷"),
        # refused
        (0.125, "0.12", "Tie"),
        (2.675, "2.67", "Tie"),
        (0.0455, "4.5%", "Tie"),
        (2.5, "2", "Tie"),
        (0.12500000001, "0.12", "Tie"),
        (0.1250000001, "0.12", "Tie"),
        (0.12500000015, "0.12", "0.13"),
        (1850000000, "18 亿", "Tie"),
        (1850000001, "18 亿", "19 亿"),
        (1 / 3, "0.3333333333333", "Tie"),
        (math.nan, "1", "Unwritable"),
        (math.inf, "1", "Unwritable"),
        (-math.inf, "1", "Unwritable"),
        (3, "3.11.2", "Unwritable"),
        (3, "٣", "Unwritable"),
    ],
)
def test_a_value_is_written_in_the_format_of_a_literal(value, like, text):
    refusals = {"Tie": Tie, "Unwritable": Unwritable}
    if text in refusals:
        with pytest.raises(refusals[text]):
            written(value, the(like))
        assert not agrees(value, the(like))
    else:
        assert written(value, the(like)) == text


@pytest.mark.parametrize(
    ("value", "like", "text"),
    [
        (1234567, r"1{,}024", r"1{,}234{,}567"),
        (1234567, r"1\,024", r"1\,234\,567"),
        (0.6704, r"1.0\%", r"67.0\%"),
        (9.92e-13, r"3.7\times10^{12}", r"9.9\times10^{-13}"),
        (1e12, "10^6", "10^{12}"),
        (1e-6, "10^6", "10^{-6}"),
        (3e12, r"2.5 \cdot 10^6", r"3.0 \cdot 10^{12}"),
        (0.75, r"\frac{1}{4}", r"\frac{3}{4}"),
        (-0.75, r"\tfrac14", r"-\tfrac34"),
        (3.25, r"\tfrac14", r"\tfrac{13}4"),
        (0.75, r"-\dfrac{ 1 }{4}", r"\dfrac{ 3 }{4}"),
        (-0.5, "0.1", "-0.5"),
        (-0.5, "−0.1", "−0.5"),
        (-0.5, "= - 0.1", "- 0.5"),
        (1.8e9, r"3.0\,\text{ B}", r"1.8\,\text{ B}"),
    ],
)
def test_a_value_is_written_like_a_number_of_a_formula(value, like, text):
    (number,) = formula_literals(like)
    assert written(value, number) == text


def test_an_integer_must_be_exactly_right():
    assert agrees(3622109184, the("3,622,109,184"))
    assert not agrees(3622109183, the("3,622,109,184"))
    assert not agrees(18, the("17"))
    assert agrees(10**30 + 1, the(str(10**30 + 1)))


def test_an_integer_of_thousands_of_digits_is_refused():
    with pytest.raises(Unwritable):
        written(10**5000, the("3"))


def test_an_ungrouped_literal_is_not_a_grouped_one():
    assert agrees(1024, the("1024"))
    assert agrees(1024, the("1,024"))


def test_a_float_is_rounded_to_an_integer_literal():
    assert agrees(16.96, the("17"))
    assert not agrees(17.6, the("17"))


@pytest.mark.parametrize("literal", ["0.06", "0.058", "0.0570", "0.0571", "0.1", "−0.057", "57"])
def test_another_literal_does_not_agree(literal):
    assert agrees(0.05713, the("0.057"))
    assert agrees(0.05713, the(literal)) == (literal in ("0.06", "0.0571", "0.1"))


def test_a_leading_zero_that_is_changed_does_not_agree():
    assert agrees(7, the("07"))
    assert not agrees(7, the("17"))


def test_minus_zero_does_not_agree():
    assert not agrees(0.0, the("−0.0"))
    assert not agrees(-0.0, the("−0.0"))
    assert agrees(-0.0, the("0.0"))


@pytest.mark.parametrize(
    ("value", "relation", "literal", "holds"),
    [
        (0.96, ">", "0.95", True),
        (0.95, ">", "0.95", False),
        (0.1, ">", "0.1", False),
        (0.3, "<", "0.3", False),
        (0.94, ">", "0.95", False),
        (0.94, "<", "0.95", True),
        (0.95, "<", "0.95", False),
        (95, ">", "95", False),
        (96, ">", "95", True),
        (-1.0, "<", "−0.5", True),
        (0.5, "<", "67%", True),
        (5, ">", "10^-400", True),
        (5.0, "<", "10^400", True),
        (3.0, "~", "1", True),
        (3.2, "~", "1", False),
        (0.32, "~", "1", True),
        (0.31, "~", "1", False),
        (-1.0, "~", "1", False),
        (-4e-13, "~", "−10⁻¹²", True),
        (0.0, "~", "1", False),
        (0.0, "~", "0", False),
        (math.nan, ">", "1", False),
        (math.nan, "<", "1", False),
        (math.nan, "~", "1", False),
        (math.inf, ">", "1", False),
        (1, ">", "٣", False),
    ],
)
def test_other_relations(value, relation, literal, holds):
    assert agrees(value, the(literal), relation) == holds


def test_an_unknown_relation_is_refused():
    with pytest.raises(ValueError, match="no such relation"):
        agrees(1, the("1"), "!")
