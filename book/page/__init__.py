"""The page: from a chapter's Markdown to what a reader sees, as a Python-Markdown extension.

The functions behind it are plain: text to text, LaTeX to HTML, SVG to SVG. They take what is a
number, a formula or a claim from `book.chapter`, as the checker does, and run nothing.
"""


def makeExtension(**settings):
    """The extension, as Python-Markdown asks for it by the name of this package."""
    from book.page.extension import PageExtension

    return PageExtension(**settings)
