// Search: the theme's script, its worker and the index come when the field is used, not before.
// That script takes over whatever a page marks as a component; it may have those of the search.
(() => {
  const here = document.currentScript.src;
  const bundle = document.currentScript.dataset.bundle;
  const find = (selector) => document.querySelector(selector);

  const field = find(".md-search__input");
  const toggle = find("#__search");
  let asked = false;
  let there = false;
  function bring(src) {
    return new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = new URL(src, here).href;
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  }
  async function search() {
    if (asked) return;
    asked = true;
    for (const part of document.querySelectorAll("[data-md-component]")) {
      if (!/^(header|main|container|dialog|search.*)$/.test(part.dataset.mdComponent))
        part.removeAttribute("data-md-component");
    }
    try {
      if (location.protocol === "file:") await bring("iframe-worker/shim.js");
      await bring(bundle);
      there = true;
    } catch {
      asked = false; // a bad line: the next use of the field tries again
    }
  }
  if (field) {
    field.addEventListener("focus", () => {
      if (!toggle.checked) toggle.click();
      search();
    });
    toggle.addEventListener("change", search);
    find(".md-search").addEventListener("pointerenter", search);
    find("header [for=__search]").addEventListener("click", () => field.focus());
    if (new URL(location).searchParams.has("q")) search();
  }

  // The index cuts Chinese into words by spaces of no width, at which a line of what was found
  // could end before a comma.

  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text = node; text; text = walker.nextNode())
        if (text.nodeType === Node.TEXT_NODE) text.data = text.data.replaceAll("\u200b", "");
    }
  }).observe(find(".md-search-result__list"), { childList: true, subtree: true });

  // Words that were searched for are marked, where the browser can without another page.

  const words = new URL(location).searchParams.get("h")?.trim();
  if (words && window.Highlight) {
    const escaped = words.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    const pattern = new RegExp(escaped.join("|"), "giu");
    const walker = document.createTreeWalker(find("article"), NodeFilter.SHOW_TEXT);
    const ranges = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.parentElement.closest(".katex, script")) continue;
      for (const { index, 0: word } of node.data.matchAll(pattern)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("searched", new Highlight(...ranges));
  }

  // Keys, as the theme has them; once its script is there, it listens itself.

  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (there || event.altKey || event.ctrlKey || event.metaKey) return;
    if (at.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return;
    if (event.key === "Enter" && at.tagName === "LABEL") at.click();
    const way = { p: "prev", ",": "prev", n: "next", ".": "next" }[event.key];
    if (way) find(`link[rel=${way}]`) && location.assign(find(`link[rel=${way}]`).href);
    if (!field || !"fs/".includes(event.key)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();
