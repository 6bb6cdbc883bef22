"""Search: who looks for a term of the book is led to the chapter about it."""

import json
import re

import pytest
from material.plugins.search.plugin import Parser
from playwright.sync_api import expect

from book.page.formulas import formula
from book.page.search import compact, readable, terms, without_marks
from tests.pages.conftest import LANGUAGES, address, tab, typed
from tests.pages.test_site import PAGES

# What is typed, and the chapter that comes first.
QUERIES = {
    "zh": {
        "signal": ["通路"],
        "convolution": ["感受野", "空洞卷积"],
        "recurrence": ["循环网络", "隐状态"],
        "bptt": ["反向传播"],
        "vanishing": ["梯度消失", "梯度爆炸", "谱半径"],
        "gates": ["遗忘门", "LSTM"],
        "attention": ["查询 键 值", "自注意力"],
        "lookup": ["Nadaraya", "核回归", "软查表"],
        "scores": ["softmax 饱和", "√d_k", "缩放点积", "加性打分", "因果掩码"],
        "alignment": ["teacher forcing", "教师强制", "Bahdanau"],
        "heads": ["多头"],
        "positions": ["位置编码", "RoPE", "（RoPE）", "旋转位置编码", "正弦编码"],
        "costs": ["键值缓存", "KV cache", "滑动窗口", "线性注意力"],
        "limits": ["归纳偏置"],
    },
    "en": {
        "convolution": ["receptive field", "dilated convolution"],
        "recurrence": ["hidden state"],
        "bptt": ["backpropagation through time"],
        "vanishing": ["vanishing gradient", "exploding", "spectral radius"],
        "gates": ["LSTM forget gate", "GRU"],
        "attention": ["query key value", "self-attention"],
        "lookup": ["Nadaraya", "kernel regression", "soft lookup"],
        "scores": ["scaled dot product", "sqrt(d_k)", "temperature", "softmax saturation"],
        "alignment": ["teacher forcing", "Bahdanau", "bottleneck"],
        "heads": ["multi-head"],
        "positions": ["position encoding", "RoPE", "rotary", "sinusoidal"],
        "costs": ["KV cache", "sliding window", "linear attention"],
        "limits": ["inductive bias"],
    },
}


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_about_a_term_is_found_first(window, served, language):
    page = window(address(served, language, "404"))
    results = page.locator(".md-search-result__list > .md-search-result__item")
    first = results.first.locator("a").first
    missed = []
    for chapter, queries in QUERIES[language].items():
        for query in queries:
            page.evaluate("document.querySelector('.md-search-result__list').replaceChildren()")
            typed(page, "")
            typed(page, query)
            first.wait_for()
            try:  # results of a shorter query may come before
                expect(first).to_have_attribute("href", re.compile(f"/{chapter}\\.html"))
            except AssertionError:
                missed.append((query, first.get_attribute("href").rsplit("/", 1)[-1]))
    assert missed == []


@pytest.mark.browser
def test_a_page_is_whole_before_the_search_index_arrives(chromium, served):
    page = tab(chromium)
    page.route("**/search_index.json", lambda route: None)  # it never does
    page.goto(address(served, "en", "recurrence"))
    claim = page.locator("article p a.claim:visible").first
    claim.hover()
    expect(page.locator(".claim-card")).to_be_visible()
    claim.click()
    page.wait_for_url("**#L-*")
    page.context.close()


def test_thirty_queries_are_asked():
    asked = [query for chapters in QUERIES.values() for some in chapters.values() for query in some]
    assert len(asked) >= 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_that_terms_lead_to_is_there(language):
    assert {(language, name) for name in terms(language)} <= set(PAGES)


def test_an_index_keeps_words_and_leaves_programs_out():
    text = "<p>α \n 的\u200b和</p> <pre>alpha = 1</pre> <p>x</p>"
    docs = [
        {"location": "scores.html", "title": "打分", "text": text},
        {"location": "scores.html#sources", "title": "出处", "text": ""},
        {"location": "notation.html#letters", "title": "字母", "text": ""},
    ]
    made = compact(json.dumps({"config": {}, "docs": docs}), "zh")
    first, sources, letters = json.loads(made)["docs"]
    assert first["text"] == "<p>α 的\u200b和</p> <p>x</p>"
    assert first["tags"] == terms("zh")["scores"] and "boost" not in first
    assert sources["boost"] == 0.1 and letters["boost"] == 0.25
    assert "打分" in made and ": " not in made


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_stays_small(site, language):
    folder = site / ("en" if language == "en" else "") / "search"
    assert (folder / "search_index.json").stat().st_size < 800_000


ARTICLE = """\
<p>before INLINE and</p>
<h2 id="a">A INLINE title<a class="headerlink" href="#a">#</a></h2>
<p>words<svg class="figure"><style>* {}</style><path d="M 0 0"/></svg> DISPLAYED</p>
<div class="highlight"><pre><span></span><code>word = <span class="mi">1</span></code></pre></div>
<ul><li><svg><g> <text>in a picture</text></g></svg></li><li>last</li></ul>
<div data-search-exclude="uses"><p>nothing</p></div>
<h3 id="b">B</h3><pre>a</pre><pre>b</pre>
"""
ARTICLE = ARTICLE.replace("INLINE", formula("d_k")).replace("DISPLAYED", formula("a^2", True))


def found(html: str) -> list[dict]:
    """What the search finds in an article, by section, as `compact` leaves it."""
    parser = Parser()
    parser.feed(html)
    parser.close()
    docs = [
        {"location": f"a.html#{part.id}", "title": "".join(part.title), "text": "".join(part.text)}
        for part in parser.data
    ]
    return json.loads(compact(json.dumps({"docs": docs}), "en"))["docs"]


def test_the_search_finds_the_same_in_what_it_is_given_to_read():
    short = readable(ARTICLE)
    assert len(short) < len(ARTICLE) / 2
    assert found(short) == found(ARTICLE)
    assert "in a picture" in str(found(short)) and "last" in str(found(short))
    assert "word =" not in str(found(short)) and "nothing" not in str(found(short))


def test_a_formula_that_is_not_left_out_of_the_search_is_read():
    shown = ARTICLE.replace("data-search-exclude", "data-other")
    assert found(readable(shown)) == found(shown) != found(ARTICLE)


def test_what_tells_the_search_to_leave_something_out_is_not_shown():
    assert without_marks('<i data-search-exclude="a" id="b">c</i>') == '<i id="b">c</i>'
