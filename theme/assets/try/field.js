// A stack of convolutions: choose an output and see which words it reads, and along how many paths.
bookTry.field = (box, _, { make, slider, choice, zh }) => {
  const T = 16;
  const state = { k: 3, depth: 3, growth: 1, causal: false, word: T - 1 };

  // How far to the left of itself a place of layer n (0 is the lowest) looks, tap by tap.
  function taps(n) {
    const dilation = state.growth ** n;
    const first = state.causal ? state.k - 1 : (state.k - 1) / 2;
    return Array.from({ length: state.k }, (_, j) => (first - j) * dilation);
  }

  // paths[n][t]: paths from the chosen output down to place t of layer n; layer 0 is the sentence.
  function paths() {
    const counts = Array.from({ length: state.depth + 1 }, () => Array(T).fill(0));
    counts[state.depth][state.word] = 1;
    for (let n = state.depth; n > 0; n--) {
      counts[n].forEach((count, t) => {
        if (!count) return;
        for (const left of taps(n - 1)) if (counts[n - 1][t - left] !== undefined) {
          counts[n - 1][t - left] += count;
        }
      });
    }
    return counts;
  }

  const [width, step, margin] = [480, 29, 22];
  const picture = make("svg", { class: "try-plot", role: "group",
    "aria-label": zh ? "网格：下面一行是句子，上面每行是一层" : "A grid: the sentence below, a row for each layer above" });
  const note = make("p", { class: "try-note", role: "status" });
  const x = (t) => margin + t * step;
  const y = (n) => margin + (state.depth - n) * 52;

  function draw() {
    const counts = paths();
    picture.setAttribute("viewBox", `0 0 ${width} ${y(0) + margin + 8}`);
    picture.replaceChildren();
    for (let n = state.depth; n > 0; n--) for (let t = 0; t < T; t++) for (const left of taps(n - 1)) {
      if (t - left < 0 || t - left >= T) continue;
      picture.append(make("line", { x1: x(t), y1: y(n), x2: x(t - left), y2: y(n - 1),
        class: counts[n][t] ? "try-edge try-lit" : "try-edge" }));
    }
    for (let n = 0; n <= state.depth; n++) for (let t = 0; t < T; t++) {
      const chosen = n === state.depth && t === state.word;
      const node = make("circle", { cx: x(t), cy: y(n), r: chosen ? 10 : 8, "data-layer": n,
        "data-word": t, "data-value": counts[n][t],
        class: `try-node${counts[n][t] ? " try-lit" : ""}${chosen ? " try-chosen" : ""}` },
      make("title", {}, `${counts[n][t]}`));
      if (n === state.depth) node.addEventListener("click", () => {
        word.input.value = t + 1;
        word.input.dispatchEvent(new Event("input"));
      });
      picture.append(node);
    }
    const seen = counts[0].filter(Boolean).length;
    const first = counts[0][0];
    note.dataset.seen = seen;
    note.dataset.first = first;
    note.textContent = zh
      ? `这个输出读到 ${T} 个词里的 ${seen} 个；到第一个词有 ${first} 条通路。`
      : `This output reads ${seen} of ${T} words; ${first} ${first === 1 ? "path leads" : "paths lead"} to the first.`;
  }

  const set = (name) => (value) => { state[name] = value; draw(); };
  const word = slider(zh ? "输出" : "output", { min: 1, max: T, step: 1, value: T },
    (value) => set("word")(value - 1));
  const depth = slider(zh ? "层数" : "layers", { min: 1, max: 6, step: 1, value: 3 }, set("depth"));
  const kernel = slider(zh ? "核宽" : "kernel width", { min: 2, max: 7, step: 1, value: 3 }, (k) => {
    state.k = k;
    causal.disabled = k % 2 === 0; // an even kernel has no middle
    if (causal.disabled) causal.checked = true;
    set("causal")(causal.checked);
  });
  const growth = choice(zh ? "膨胀率" : "dilation", zh
    ? [["1", "1, 1, 1 …"], ["2", "1, 2, 4 …"], ["3", "1, 3, 9 …"]]
    : [["1", "1, 1, 1 …"], ["2", "1, 2, 4 …"], ["3", "1, 3, 9 …"]],
  (value) => set("growth")(Number(value)));
  const causal = make("input", { type: "checkbox", onchange: () => set("causal")(causal.checked) });
  const only = make("label", { class: "try-slider" },
    make("span", {}, zh ? "只看左边（因果）" : "looks left only (causal)"), causal);
  draw();
  box.append(word.element, depth.element, kernel.element, growth.element, only, picture, note);
};
