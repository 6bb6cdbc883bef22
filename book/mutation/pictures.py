"""Changes to figures: one entry of one array that is drawn, one digit of a label, two axis labels.

A figure is drawn once, changed, compared and changed back, in one process. What contradicts the
values is refuted; what only differs from the committed picture is held up until an author has
looked at the new one and commits it.

`tried` imports matplotlib, so it is called in worker processes only.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from book import figure_source
from book.figures import LANGUAGES, first_difference
from book.mutation.changes import Fate
from book.worker import Worker, fault

ARRAY = "array of a figure"
LABEL = "number in a label"
AXES = "axis labels exchanged"
LIMIT = 600.0  # seconds for all changes of one figure


class Alteration(NamedTuple):
    """How one artist is changed, and changed back."""

    kind: str
    what: str
    do: Callable[[], None]
    undo: Callable[[], None]


def of_figure(root: Path, worker: Worker, name: str) -> list[tuple[str, str, Fate]]:
    """The kind of every change of a figure, what it does, and what a check makes of it.

    Raises ValueError if the figure cannot be drawn.
    """
    file = f"figures_src/{name}.py"
    source = figure_source.read((root / file).read_text("utf-8"), file)
    arguments = {
        "root": str(root),
        "name": name,
        "values": source.values,
        "languages": LANGUAGES if source.languages else [],
    }
    answer = worker.call("book.mutation.pictures:tried", arguments, limit=LIMIT)
    if problem := fault(answer, root, file, LIMIT):
        raise ValueError(str(problem))
    return answer.value


def tried(
    root: str, name: str, values: list[tuple[str, str]], languages: list[str]
) -> list[tuple[str, str, Fate]]:
    """The kind of each change of a figure, what it does, and what a check makes of it."""
    import importlib

    import matplotlib.pyplot as plt

    from book.drawing import svg_text, use_the_look_of_the_book
    from book.parts import Imported, as_array
    from book.plotted import unfaithful

    use_the_look_of_the_book(Path(root))
    arrays = {}
    for snippet, variable in values:
        module = importlib.import_module(f"snippets.{snippet.replace('/', '.')}")
        array = as_array(getattr(module, variable))
        if array is not None:
            arrays[f"{snippet}.{variable}"] = array.copy()
    module = importlib.import_module(f"figures_src.{name.replace('/', '.')}")
    found: list[tuple[str, str, Fate]] = []
    for language in languages or [""]:
        figure = module.draw(language) if language else module.draw()
        committed = Path(root, f"docs/figures/{name}{language and f'.{language}'}.svg")
        before = committed.read_text(encoding="utf-8")
        if first_difference(before, svg_text(figure, name)) or unfaithful(
            figure, Imported(dict(arrays))
        ):
            raise ValueError("the figure differs before anything is changed")
        for kind, what, do, undo in alterations(figure):
            do()
            figure.canvas.draw()
            if unfaithful(figure, Imported(dict(arrays))):
                fate: Fate = "refuted"
            else:
                fate = "asked" if first_difference(before, svg_text(figure, name)) else "survived"
            undo()
            found.append((kind, f"{language}: {what}" if language else what, fate))
        plt.close(figure)
    return found


def alterations(figure: Any) -> Iterator[Alteration]:
    """All changes of a drawn figure."""
    from matplotlib.text import Text

    from book.artists import axes_of, is_colorbar

    for number, axes in enumerate(axes_of(figure), 1):
        if is_colorbar(axes):
            continue
        for artist_number, artist in enumerate((*axes.lines, *axes.collections, *axes.patches), 1):
            where = f"axes {number}, {type(artist).__name__} {artist_number}"
            yield from _arrays(artist, where)
        x, y = axes.get_xlabel(), axes.get_ylabel()
        if x != y:

            def exchange(x: str, y: str, axes: Any = axes) -> None:
                axes.set_xlabel(x)
                axes.set_ylabel(y)

            yield Alteration(
                AXES,
                f"axes {number}: {x!r} ↔ {y!r}",
                lambda x=x, y=y, exchange=exchange: exchange(y, x),
                lambda x=x, y=y, exchange=exchange: exchange(x, y),
            )
    own = [text for axes in axes_of(figure) if not is_colorbar(axes) for text in axes.texts]
    for text in [*own, *(t for t in figure.texts if isinstance(t, Text))]:
        label = text.get_text()
        at = next((i for i, c in enumerate(label) if c.isdecimal()), None)
        if at is not None and text.get_visible():
            digit = "8" if label[at] == "9" else str(int(label[at]) + 1)
            other = label[:at] + digit + label[at + 1 :]
            yield Alteration(
                LABEL,
                f"{label!r} → {other!r}",
                lambda text=text, other=other: text.set_text(other),
                lambda text=text, label=label: text.set_text(label),
            )


def _arrays(artist: Any, where: str) -> Iterator[Alteration]:
    """The arrays of one artist, each with one entry moved by a twentieth of their range."""
    import numpy as np
    from matplotlib.collections import LineCollection, PathCollection, PolyCollection, QuadMesh
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle, StepPatch

    def moved(data: Any, at: int | None = None) -> Any:
        array = np.ma.filled(np.ma.asarray(data, dtype=np.float64), np.nan).copy()
        flat = array.reshape(-1)
        finite = np.flatnonzero(np.isfinite(flat))
        if not finite.size:
            return array
        entry = finite[finite.size // 2] if at is None else at
        spread = float(np.ptp(flat[finite])) or abs(float(flat[entry])) or 1.0
        flat[entry] += spread / 20
        return array

    def one(name: str, get: Callable[[], Any], put: Callable[[Any], None]) -> Alteration:
        before = get()
        return Alteration(
            ARRAY, f"{where}: {name}", lambda: put(moved(before)), lambda: put(before)
        )

    match artist:
        case Line2D():
            yield one("x", lambda: np.array(artist.get_xdata(orig=False)), artist.set_xdata)
            yield one("y", lambda: np.array(artist.get_ydata(orig=False)), artist.set_ydata)
        case QuadMesh():
            yield one("cells", artist.get_array, artist.set_array)
        case PathCollection():
            yield one("points", lambda: np.array(artist.get_offsets()), artist.set_offsets)
        case LineCollection():
            if len({len(segment) for segment in artist.get_segments()}) == 1:
                yield one("ends", lambda: np.array(artist.get_segments()), artist.set_segments)
        case StepPatch():
            heights, edges, base = artist.get_data()
            yield one(
                "heights", lambda: np.array(heights), lambda h: artist.set_data(h, edges, base)
            )
        case PolyCollection():
            if len(artist.get_paths()) == 1:
                path = artist.get_paths()[0]
                put = partial(path.vertices.__setitem__, slice(None))
                yield one("corners", path.vertices.copy, put)
        case Rectangle():
            yield one("height", artist.get_height, lambda h: artist.set_height(float(h)))
            yield one("width", artist.get_width, lambda w: artist.set_width(float(w)))
