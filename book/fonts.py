"""The fonts of the figures: DejaVu Sans from matplotlib, Noto Sans SC from a package, no other."""

from importlib import metadata
from pathlib import Path

LATIN = "DejaVu Sans"
CHINESE = "Noto Sans SC"
CHINESE_PACKAGE = "pylopdf-fonts-zh-cn"


def chinese_font() -> Path:
    """The font file of Noto Sans SC (OFL), as its package installed it.

    Raises ModuleNotFoundError if the package is not installed.
    """
    import pylopdf_fonts_zh_cn

    return pylopdf_fonts_zh_cn.sans_path()


def chinese_font_version() -> str:
    """The version of the package that holds Noto Sans SC, "none" if it is not installed."""
    try:
        return metadata.version(CHINESE_PACKAGE)
    except metadata.PackageNotFoundError:
        return "none"


def use_only_the_fonts_of_the_book() -> None:
    """Let matplotlib see its own fonts and Noto Sans SC, so that a picture is the same everywhere.

    Fonts of the system are forgotten in this process: a DejaVu Sans of another version would
    draw other outlines, and a glyph found by luck on one machine is missing on the next. The
    files are read anew, because the list that matplotlib keeps in the user's home may be another
    installation's; but only once in a process and in those forked from it.
    """
    import matplotlib
    from matplotlib import font_manager

    own = Path(matplotlib.get_data_path(), "fonts", "ttf")
    fonts = [*sorted(own.glob("*.ttf")), chinese_font()]
    manager = font_manager.fontManager
    if not manager.afmlist and [known.fname for known in manager.ttflist] == list(map(str, fonts)):
        return  # the list in the home has fonts of the other kind, too
    manager.ttflist = []
    manager.afmlist = []
    for font in fonts:
        manager.addfont(font)
