"""The theme's own scripts, mended where they do what the book must not.

Each function takes the text of a script and raises PluginError if it is not as it was in the
version that is pinned.
"""

import re

from mkdocs.exceptions import PluginError

_SEGMENTS = re.compile(r"(for\(let (\w)=(\w)\+1;\2<)((\w)\.length;\2\+\+\)\5\.slice\(\3,\2\)in)")
_ALTERNATES = re.compile(r'(\.pipe\([\w$]+\(\(\)=>[\w$]+\("link\[rel=alternate\])("\)\))')
_CLOSING = re.compile(
    r'(\([\w$]+\(125\)\)\.subscribe\(\(\)=>\{[\w$]+\("drawer",!1\)),[\w$]+\("search",!1\)'
)


def reads_to_the_end(worker: str) -> str:
    """Material's search worker: it looks words of a query up in the index, but no word at
    the end of it, so that a query of one word finds what begins like it and not the word."""
    return _once(_SEGMENTS, r"\1=\4", worker, "search")


def asks_for_no_sitemap(bundle: str) -> str:
    """Material's bundle: for each alternate of a page (a language, a feed) it fetches a sitemap,
    which a browser refuses on file://, and which would be asked for at the published address."""
    return _once(_ALTERNATES, r"\1[data-sitemap]\2", bundle, "the switcher of languages")


def leaves_the_search_open(bundle: str) -> str:
    """Material's bundle: at its start it closes the search, from which a reader has called it.
    After a result is followed another part of it does so."""
    return _once(_CLOSING, r"\1", bundle, "the closing of the search")


def _once(pattern: re.Pattern[str], new: str, script: str, what: str) -> str:
    mended, count = pattern.subn(new, script)
    if count != 1:
        raise PluginError(f"{what} of the theme has changed: see whether {__name__} is needed")
    return mended
