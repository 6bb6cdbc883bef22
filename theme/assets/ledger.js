// The ledger: its table can be searched and sorted. Without this script the table is whole.
(() => {
  const table = document.querySelector("table.ledger");
  const form = document.querySelector(".ledger-search");
  if (!table || !form) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const search = form.elements.find;
  const shown = form.querySelector("output");

  // What a row can be found by: all that it shows, with the pages that quote it.
  const plain = (text) => text.toLowerCase().replaceAll("\u2212", "-");
  let texts = null;
  const textOf = (row) => {
    const pages = [...row.cells[4].querySelectorAll("a")].map((a) => a.getAttribute("href"));
    return plain(`${row.textContent} ${pages.join(" ")}`);
  };

  function find() {
    texts ??= new Map(rows.map((row) => [row, textOf(row)]));
    const words = plain(search.value).split(/\s+/);
    let count = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word));
      count += !row.hidden;
    }
    shown.textContent = shown.dataset.text
      .replace("{shown}", count)
      .replace("{all}", rows.length);
  }

  const number = (cell) => {
    const digits = plain(cell.textContent).match(/true|false|-?(?:inf|\d[\d.]*(?:e[-+]?\d+)?)/);
    if (!digits) return NaN;
    if (/[tf]/.test(digits[0][0])) return Number(digits[0] === "true");
    return Number(digits[0].replace("inf", "Infinity"));
  };
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const keys = [null, number, null, null, null];

  function sort(column, descending) {
    const key = keys[column] ?? ((cell) => cell.textContent.trim());
    const sign = descending ? -1 : 1;
    const keyed = rows.map((row) => [row, key(row.cells[column])]);
    const empty = (value) => value === "" || Number.isNaN(value);
    keyed.sort(([, a], [, b]) => {
      if (empty(a) || empty(b)) return empty(a) - empty(b);
      return sign * (typeof a === "number" ? a - b || 0 : collator.compare(a, b));
    });
    body.append(...keyed.map(([row]) => row));
  }

  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = table.dataset.sort;
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sort(column, descending);
    });
  });
  heads[0].setAttribute("aria-sort", "ascending");

  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find, 120);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
  form.hidden = false;
  // The theme's own search reads ?q=.
  search.value = new URLSearchParams(location.search).get("find") ?? "";
  if (search.value) find();
})();
