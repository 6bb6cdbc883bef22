// Two positions: their dot product, and how far one pair of numbers has turned between them.
bookTry.encoding = (box, _, { make, plain, slider, choice, zh }) => {
  const most = 127;
  const state = { s: 20, t: 26, d: 64, r: 3 };
  const omega = (r) => 10000 ** (-2 * r / state.d);
  const angle = (place, r) => place * omega(r);
  // Rows interleave sine and cosine, pair by pair.
  const encoding = (place) => Array.from({ length: state.d }, (_, c) => {
    const turn = angle(place, Math.floor(c / 2));
    return c % 2 ? Math.cos(turn) : Math.sin(turn);
  });
  const dot = (a, b) => a.reduce((sum, value, c) => sum + value * b[c], 0);

  const wave = make("svg", { viewBox: "0 0 480 220", class: "try-plot", role: "img" });
  const clock = make("svg", { viewBox: "0 0 220 220", class: "try-plot try-clock", role: "img" });
  const table = make("table", { class: "try-matrix try-wide" });
  const line = (name, label, value) => make("tr", {}, make("th", { scope: "row" }, label),
    make("td", { "data-name": name, "data-value": value }, plain(value)));

  function hand(turn, k) {
    const [x, y] = [110 + 80 * Math.cos(turn), 110 - 80 * Math.sin(turn)];
    return [make("line", { x1: 110, y1: 110, x2: x, y2: y, class: `try-line try-${k}` }),
      make("text", { x: 110 + 97 * Math.cos(turn), y: 114 - 97 * Math.sin(turn),
        "text-anchor": "middle", class: `try-name try-${k}` }, k ? "t" : "s")];
  }

  function draw() {
    const origin = encoding(state.s);
    const product = dot(origin, encoding(state.t));
    const curve = Array.from({ length: most + 1 }, (_, place) => dot(origin, encoding(place)));
    const [low, high] = [-state.d / 2, state.d / 2];
    const x = (place) => 40 + 430 * place / most;
    const y = (value) => 12 + 180 * (high - value) / (high - low);
    wave.setAttribute("aria-label", zh ? "点积随另一个位置的变化" : "The dot product against the other position");
    wave.replaceChildren(
      make("line", { x1: 40, x2: 470, y1: y(0), y2: y(0), class: "try-grid" }),
      make("text", { x: 34, y: y(0) + 4, "text-anchor": "end" }, "0"),
      make("text", { x: 34, y: y(high) + 8, "text-anchor": "end" }, `${high}`),
      make("text", { x: 40, y: 214, "text-anchor": "middle" }, "0"),
      make("text", { x: 470, y: 214, "text-anchor": "end" }, `${most}`),
      make("polyline", { points: curve.map((value, place) => `${x(place)},${y(value)}`).join(" "),
        class: "try-line try-0" }),
      make("circle", { cx: x(state.t), cy: y(product), r: 6, class: "try-node try-lit" }));
    clock.setAttribute("aria-label", zh ? "一对数在两个位置上的方向" : "The direction of one pair at both positions");
    clock.replaceChildren(make("circle", { cx: 110, cy: 110, r: 80, class: "try-grid" }),
      ...hand(angle(state.s, state.r), 0), ...hand(angle(state.t, state.r), 1));
    table.replaceChildren(make("tbody", {},
      line("product", "pₛ · pₜ", product),
      line("share", "pₛ · pₜ / pₛ · pₛ", product / dot(origin, origin)),
      line("omega", `ω (r = ${state.r})`, omega(state.r)),
      line("turn", zh ? "转过的角 (t − s) ω" : "angle turned, (t − s) ω", angle(state.t - state.s, state.r))));
  }

  const set = (name) => (value) => { state[name] = value; draw(); };
  const s = slider("s", { min: 0, max: most, step: 1, value: state.s }, set("s"));
  const t = slider("t", { min: 0, max: most, step: 1, value: state.t }, set("t"));
  const r = slider("r", { min: 0, max: 31, step: 1, value: state.r }, set("r"));
  const d = choice("d", [8, 16, 64, 512].map((size) => [size, size]), (size) => {
    state.d = Number(size);
    r.input.max = state.d / 2 - 1;
    state.r = Math.min(state.r, state.d / 2 - 1);
    r.input.value = state.r;
    r.input.dispatchEvent(new Event("input"));
  });
  d.select.value = state.d;
  draw();
  box.append(s.element, t.element, d.element, r.element,
    make("div", { class: "try-row" }, wave, clock, table));
};
