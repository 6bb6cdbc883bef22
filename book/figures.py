"""Figures: drawn from values, checked against them."""

from pathlib import Path


def figures_of(root: Path) -> list[str]:
    """Every figures_src/<chapter>/<name>.py as "chapter/name", sorted."""
    return sorted(
        path.relative_to(root / "figures_src").with_suffix("").as_posix()
        for path in (root / "figures_src").glob("*/*.py")
        if path.stem != "__init__"
    )


if __name__ == "__main__":
    import subprocess
    import sys

    names = sys.argv[1:] or figures_of(Path.cwd())
    sys.exit(subprocess.run([sys.executable, "-m", "book.drawing", *names]).returncode)
