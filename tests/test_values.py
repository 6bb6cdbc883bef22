"""Values keep what a snippet computed, exactly, and nothing else."""

import json
import math
import sys
from fractions import Fraction

import numpy as np
import pytest
import torch

from book.values import ENTRIES, Value, kept, place, restored

DEEP: list = [1]
for _ in range(5000):
    DEEP = [DEEP]
CIRCLE: list = [1]
CIRCLE.append(CIRCLE)

ROWS = Value("int", (2, 3), (1, 2, 3, 4, 5, 6))


def through_json(thing: object) -> Value:
    """What arrives of a variable in the process that checks it."""
    return restored(json.loads(json.dumps(kept({"x": thing})))["x"])


@pytest.mark.parametrize(
    ("thing", "kind", "shape", "data"),
    [
        (3, "int", (), (3,)),
        (True, "bool", (), (True,)),
        (0.1, "float", (), (0.1,)),
        (10**30, "int", (), (10**30,)),
        ([1, 2], "int", (2,), (1, 2)),
        ((1, 2.5), "float", (2,), (1.0, 2.5)),
        ([[True], [False]], "bool", (2, 1), (True, False)),
        (np.float32(0.1), "float", (), (0.10000000149011612,)),
        (np.arange(6).reshape(2, 3).T, "int", (3, 2), (0, 3, 1, 4, 2, 5)),
        (np.array([True, False]), "bool", (2,), (True, False)),
        (torch.tensor([[1, 2], [3, 4]]).T, "int", (2, 2), (1, 3, 2, 4)),
        (torch.tensor(True), "bool", (), (True,)),
        (torch.tensor(0.1, dtype=torch.float32), "float", (), (0.10000000149011612,)),
        (torch.tensor(0.1, dtype=torch.bfloat16), "float", (), (0.10009765625,)),
        (torch.tensor(0.1, dtype=torch.float16), "float", (), (0.0999755859375,)),
        (torch.ones(2, requires_grad=True) * 2, "float", (2,), (2.0, 2.0)),
        (torch.zeros(4, 5).shape, "int", (2,), (4, 5)),
        ([torch.tensor(1.0), torch.tensor(2.0)], "float", (2,), (1.0, 2.0)),
        ([torch.tensor([1, 2]), np.array([3, 4])], "int", (2, 2), (1, 2, 3, 4)),
        (torch.empty(0, 3), "float", (0, 3), ()),
    ],
)
def test_numbers_are_kept_with_kind_shape_and_exact_entries(thing, kind, shape, data):
    value = through_json(thing)
    assert value == Value(kind, shape, data)
    assert [type(entry).__name__ for entry in value.data] == [kind] * len(data)


@pytest.mark.parametrize(
    "thing",
    [
        "3",
        None,
        {"a": 1},
        {1, 2},
        1j,
        len,
        math,
        Fraction(1, 2),
        [],
        [1, "2"],
        [[1, 2], [3]],
        [torch.ones(2), torch.ones(3)],
        torch.tensor(1j),
        torch.eye(3).to_sparse(),
        torch.empty(3, device="meta"),
        np.array(["a"]),
        np.array([1, None]),
        2**100_000,
        DEEP,
        CIRCLE,
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_what_is_no_dense_real_number_is_left_out(thing):
    assert kept({"x": thing}) == {}


def test_names_with_an_underscore_are_left_out():
    assert list(kept({"_": 1, "__name__": "x", "_x": 2, "x": 3})) == ["x"]


@pytest.mark.parametrize("number", [0.1 + 0.2, 5e-324, 1.7976931348623157e308, math.inf, -math.inf])
def test_floats_arrive_to_the_last_bit(number):
    assert through_json(torch.tensor(number, dtype=torch.float64)).data == (number,)


def test_nan_is_found_in_reading_order():
    x = torch.zeros(2, 3)
    x[1, 0] = x[1, 2] = math.nan
    assert kept({"x": x})["x"]["nan"] == 3
    assert kept({"x": [x[0], x[1]]})["x"]["nan"] == 3
    assert place((2, 3), 3) == "[1, 0]"
    assert kept({"x": math.nan})["x"]["nan"] == 0
    assert place((), 0) == ""


def test_of_a_large_tensor_only_the_shape_is_kept_and_a_digest():
    x = torch.zeros(ENTRIES + 1)
    first = kept({"x": x})["x"]
    x[-1] = -0.0
    assert kept({"x": x})["x"]["digest"] == first["digest"]
    x[-1] = 1
    assert kept({"x": x})["x"]["digest"] != first["digest"]
    value = through_json(x)
    assert (value.shape, value.data, value.whole) == ((ENTRIES + 1,), (), False)
    with pytest.raises(LookupError, match="100001 entries"):
        value[0]


def test_a_large_nested_list_is_kept_as_its_shape():
    value = through_json([[0.5] * 1000] * 101)
    assert (value.shape, value.whole) == ((101, 1000), False)


@pytest.mark.parametrize(
    "index",
    [1, -1, (1, 2), (0, -3), slice(None), (slice(None), 0), (0, slice(1, None)), (slice(9, 9),),
     (slice(None, None, -1), slice(0, 3, 2)), ()],
    ids=str,
)  # fmt: skip
def test_an_index_means_what_it_means_in_numpy(index):
    expected = np.array(ROWS.data).reshape(ROWS.shape)[index]
    assert ROWS[index] == Value("int", expected.shape, tuple(expected.reshape(-1).tolist()))


@pytest.mark.parametrize(
    ("index", "said"),
    [(2, "index 2 on axis 0"), ((0, -4), "index -4 on axis 1"), ((0, 0, 0), "3 indices")],
)
def test_an_index_out_of_range_is_refused(index, said):
    with pytest.raises(IndexError, match=said):
        ROWS[index]


def test_values_work_without_torch_and_numpy(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.delitem(sys.modules, "numpy")
    assert through_json([[1, 2], [3, 4]])[1, 0] == Value("int", (), (3,))
