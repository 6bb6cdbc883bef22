// Figures to try: a button below such a figure brings in the program that changes its numbers.
// Programs are plain scripts, because a page opened from a folder may not import modules.
(() => {
  const here = document.currentScript.src;
  const zh = document.documentElement.lang.startsWith("zh");

  function make(tag, attributes = {}, ...children) {
    const svg = /^(svg|g|path|line|circle|rect|text|polyline|title)$/.test(tag);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag)
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }

  // 0.317, −2.12, 3.2×10⁻¹²: three decimals, or a power of ten where they would not tell
  function plain(value, decimals = 3) {
    const size = Math.abs(value);
    if (value !== 0 && (size < 10 ** -decimals || size >= 1e5)) {
      const [head, power] = value.toExponential(1).split("e");
      const raised = [...power].map((c) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[c] ?? (c === "-" ? "⁻" : "")).join("");
      return `${head}×10${raised}`.replace("-", "−");
    }
    const text = value.toFixed(decimals).replace("-", "−");
    return Number(value.toFixed(decimals)) === 0 ? text.replace("−", "") : text;
  }

  // A slider with its name before it and its value behind it.
  function slider(name, options, changed) {
    const { show = (value) => value, ...attributes } = options;
    const output = make("output", {}, show(Number(attributes.value)));
    const input = make("input", { type: "range", ...attributes });
    input.addEventListener("input", () => {
      output.textContent = show(Number(input.value));
      changed(Number(input.value));
    });
    const element = make("label", { class: "try-slider" }, make("span", {}, name), input, output);
    return { element, input };
  }

  function choice(name, options, changed) {
    const select = make("select", { onchange: () => changed(select.value) });
    for (const [value, label] of options) select.append(make("option", { value }, label));
    return { element: make("label", { class: "try-slider" }, make("span", {}, name), select), select };
  }

  // A table of numbers; each cell carries its exact value.
  function matrix(name, rows, { heads, shade } = {}) {
    const body = rows.map((row, i) => make("tr", {},
      ...(heads ? [make("th", { scope: "row" }, heads[i])] : []),
      ...row.map((value) => make("td", {
        "data-value": value,
        style: shade ? `--shade: ${Math.round(60 * value)}%` : null,
        class: shade ? "try-shade" : null,
      }, plain(value)))));
    return make("table", { class: "try-matrix", "data-name": name },
      make("caption", {}, name), make("tbody", {}, ...body));
  }

  const kit = { make, plain, slider, choice, matrix, zh };
  window.bookTry = { kit };

  function load(name) {
    return new Promise((done, failed) => {
      if (window.bookTry[name]) return done();
      const src = new URL(`try/${name}.js`, here).href;
      document.head.append(make("script", { src, onload: done, onerror: failed }));
    });
  }

  for (const place of document.querySelectorAll(".try[data-try]")) {
    const { try: name, values } = place.dataset;
    const words = zh ? ["动手改一改", "收起"] : ["Try it", "Close"];
    const box = make("div", { class: "try-box", hidden: true });
    const button = make("button", { type: "button", class: "md-button try-button",
      "aria-expanded": "false" }, words[0]);
    button.addEventListener("click", async () => {
      if (!box.hasChildNodes()) {
        await load(name);
        window.bookTry[name](box, JSON.parse(values), kit);
      }
      box.hidden = !box.hidden;
      button.setAttribute("aria-expanded", String(!box.hidden));
      button.textContent = words[box.hidden ? 0 : 1];
    });
    (place.closest("figure") ?? place.parentElement).after(button, box);
  }
})();
