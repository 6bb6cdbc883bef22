"""Archive: the built site as one zip, to be read from a folder: `python -m book.page.archive SITE`.

It unpacks into one folder. Whoever opens index.html in it needs no server and no network. The PDFs,
which are larger than all the rest, are left to be taken by themselves.
"""

import argparse
import sys
import zipfile
from pathlib import Path

from book.page.offers import ARCHIVE, COVERS, NAME, offer, pdf_name, write_covers

_LEFT_OUT = (".map", ".gz", ".pdf")  # for who debugs the theme; for servers; see above
_TIME = (1980, 1, 1, 0, 0, 0)  # the same site gives the same bytes


def archived(site: Path) -> Path:
    """Write the archive into the site, offer it on the covers, and return its path.

    Raises FileNotFoundError if nothing has been built. In the archive the covers offer no files.
    """
    if not (site / "index.html").is_file():
        raise FileNotFoundError(f"{site} has no index.html: run `nox -s site` first")
    target = site / ARCHIVE
    covers = offer(site, without=frozenset({ARCHIVE, *map(pdf_name, COVERS)}))
    made = target.with_suffix(".part")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(site.rglob("*")):
            name = path.relative_to(site).as_posix()
            hidden = "/." in f"/{name}"  # what a build or a print that was killed has left
            if not path.is_file() or hidden or path in (made, target) or path.suffix in _LEFT_OUT:
                continue
            content = covers[name].encode() if name in covers else path.read_bytes()
            entry = zipfile.ZipInfo(f"{NAME}/{name}", _TIME)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    made.replace(target)
    write_covers(site)
    return target


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m book.page.archive")
    parser.add_argument("site", type=Path, help="the folder of the built site")
    try:
        path = archived(parser.parse_args().site)
    except FileNotFoundError as error:
        sys.exit(str(error))
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
