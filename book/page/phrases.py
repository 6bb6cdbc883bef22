"""Phrases: the words that a page says around its chapter, in both languages."""

PHRASES = {
    "zh": {
        "joined": "、",
        "parted": "；",
        # below a formula
        "checked": "已核对",
        "two_routes": "等式两边由两条独立的路径算出，相差不超过 {tolerance}",
        # beside a line of a snippet
        "quoted_in": "用在「{section}」",
        "quoted_in_several": "这一行用在几处",
        "quotes": "{names} 用在",
        "formula": "公式",
        # what a check has found, while the page is being written
        "computed": "算得 {computed}",
        "written_computed": "{written}（算得 {computed}）",
        "problems": "{count} 个问题",
        # before a chapter, and on the cover
        "reading": "约读 {minutes} 分钟",
        "needs": "要先会",
        "gives": "读完会得到",
        "cover_counts": "全书由程序说了算的有：",
        "offer_pdf": "PDF，可以打印",
        "offer_archive": "整个网站，解压就能读",
        "correct_section": "改这一节：{place}",
        "correct_page": "发现错误？改这一页的源文件",
        "as_markdown": "这一页的 Markdown 文本",
        "feed": "改动（Atom）",
        # at the end of a chapter
        "verify": "自己核对这一页",
        "verify_counts": "这一页里，由程序说了算的有：",
        "verify_numbers": "重算的数字",
        "verify_identities": "两路核对的等式",
        "verify_figures": "重画的图",
        "verify_snippets": "程序",
        "verify_dashes": "另有 {dashes} 个数字（年份、页码之类）没有程序可算，源文件里逐个标明。",
        "verify_ledger": "这一页引用的每个值，账本里都有全部位数",
        "verify_check": "在自己的机器上，一条命令就把它们连同全书重算一遍，逐一比对，再生成网页：",
        "verify_says": "凡有出入，逐条报出文件和行号、写的是多少、算出来是多少；"
        "全都相符，就只有一行计数。以后也可以只核对这一章：",
        "verify_line": "相符时它说（中英两版合计）：",
        "verify_tests": "另一条命令跑全书的测试：",
        "verify_own": "只跑这一章的；最后一行应当只见 passed，不见 failed：",
        # in a lab
        "lab_how": "这一页也是一本能运行的笔记："
        '<a href="{name}.ipynb" download>下载 {name}.ipynb</a>，装好 '
        "<code>pip install jupyterlab torch</code>，"
        "再用 <code>jupyter lab {name}.ipynb</code> 打开。",
        "lab_not_run": "这次生成网页时没有运行它："
        "书中程序的输出是早先核对过的，要你动手的格子没有输出。",
        "lab_try": "动手改",
        "lab_output": "印出",
        "lab_printed": "照原样运行，印出来的是",
        # the ledger
        "ledger": "账本",
        "ledger_about": "书中引用的每个值都在这里：名字、全部位数、算出它的那一行程序、引用它的页。"
        "名字由章、程序和变量组成，方括号里是从零数起的下标。"
        "只在等式里用到的张量，页面上不出现它的数字，这里只记形状。",
        "ledger_json": "同一份账本的 JSON",
        "ledger_schema": "它的 JSON Schema",
        "ledger_search": "在账本里找",
        "ledger_hint": "名字、数字或页名",
        "ledger_shown": "显示 {shown} 个，共 {all} 个",
        "ledger_sort": "按此列排序",
        "ledger_name": "名字",
        "ledger_value": "值",
        "ledger_kind": "类型",
        "ledger_line": "出处",
        "ledger_pages": "引用它的页",
        "ledger_compared": "只在等式里比对",
        "ledger_all": "共 {count} 个",
    },
    "en": {
        "joined": ", ",
        "parted": "; ",
        "checked": "checked",
        "two_routes": "both sides come from independent routes and differ by at most {tolerance}",
        "quoted_in": "Quoted in “{section}”",
        "quoted_in_several": "Quoted in several places",
        "quotes": "{names} is quoted in",
        "formula": "formula",
        "computed": "computed: {computed}",
        "written_computed": "{written} (computed: {computed})",
        "problems": "Problems: {count}",
        "reading": "About {minutes} minutes",
        "needs": "You need",
        "gives": "You get",
        "cover_counts": "In the whole book a program has the last word on:",
        "offer_pdf": "PDF, for print",
        "offer_archive": "the whole site, to read from a folder",
        "correct_section": "Correct this section: {place}",
        "correct_page": "Found a mistake? Correct the source of this page",
        "as_markdown": "This page as Markdown",
        "feed": "Changes (Atom)",
        "verify": "Check this page yourself",
        "verify_counts": "On this page a program has the last word on:",
        "verify_numbers": "Numbers recomputed",
        "verify_identities": "Identities, by two routes",
        "verify_figures": "Figures redrawn",
        "verify_snippets": "Programs",
        "verify_dashes": "Numbers that nothing computes, such as years and pages: {dashes}; the "
        "source marks each of them.",
        "verify_ledger": "Every value that this page quotes, with all its digits, in the ledger",
        "verify_check": "On your own machine, one command recomputes these and the rest of the "
        "book, compares them one by one, and builds the pages:",
        "verify_says": "Whatever differs is reported with file and line, what is written and what "
        "is computed; if nothing differs, a line of counts is all. Later, to check this chapter "
        "alone:",
        "verify_line": "If all agrees, it says, of both languages together:",
        "verify_tests": "The other command runs the tests of the whole book:",
        "verify_own": "Those of this chapter alone; the last line should say passed, and nothing "
        "of failed:",
        "lab_how": 'This page is also a notebook that runs: <a href="{name}.ipynb" download>'
        "download {name}.ipynb</a>, install <code>pip install jupyterlab torch</code>, and open it "
        "with <code>jupyter lab {name}.ipynb</code>.",
        "lab_not_run": "It was not run for this page: what the book’s programs print was compared "
        "before, and the cells for you to change have no output.",
        "lab_try": "change this",
        "lab_output": "prints",
        "lab_printed": "What it prints as it stands",
        "ledger": "Ledger",
        "ledger_about": "Every value that the book quotes is here: its name, all its digits, the "
        "line of the program that computes it, the pages that quote it. A name is made of chapter, "
        "program and variable; indices in brackets count from zero. Of a tensor that only "
        "identities use, no page shows a number, and only its shape is given here.",
        "ledger_json": "The same ledger as JSON",
        "ledger_schema": "its JSON Schema",
        "ledger_search": "Search the ledger",
        "ledger_hint": "a name, a number or a page",
        "ledger_shown": "{shown} shown of {all}",
        "ledger_sort": "Sort by this column",
        "ledger_name": "Name",
        "ledger_value": "Value",
        "ledger_kind": "Type",
        "ledger_line": "Computed in",
        "ledger_pages": "Quoted on",
        "ledger_compared": "only compared",
        "ledger_all": "{count} in all",
    },
}
