// Four words, one attention layer: change a number and see every matrix follow.
bookTry.words = (box, { words, X, W_Q, W_K, W_V }, { make, matrix, zh }) => {
  const start = { X, W_Q, W_K, W_V };
  const now = structuredClone(start);
  const shown = make("div", { class: "try-row", "aria-live": "off" });
  const note = make("p", { class: "try-note", role: "status" });

  const product = (A, B) => A.map((row) => B[0].map((_, c) =>
    row.reduce((sum, value, k) => sum + value * B[k][c], 0)));
  const transposed = (A) => A[0].map((_, c) => A.map((row) => row[c]));

  function softmax(row) {
    const top = Math.max(...row);
    const powers = row.map((score) => Math.exp(score - top));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / total);
  }

  function layer() {
    const [Q, K, V] = [now.W_Q, now.W_K, now.W_V].map((W) => product(now.X, W));
    const root = Math.sqrt(K[0].length);
    const S = product(Q, transposed(K)).map((row) => row.map((score) => score / root));
    const alpha = S.map(softmax);
    return { Q, K, V, S, alpha, Z: product(alpha, V) };
  }

  function draw() {
    const { Q, K, V, S, alpha, Z } = layer();
    shown.replaceChildren(
      matrix("Q", Q), matrix("K", K), matrix("V", V), matrix("S", S),
      matrix("α", alpha, { heads: words, shade: true }), matrix("Z", Z),
    );
    const last = alpha.at(-1);
    const most = words[last.indexOf(Math.max(...last))];
    note.textContent = zh ? `「${words.at(-1)}」把最大的权重给了「${most}」。`
      : `${words.at(-1)} gives its largest weight to ${most}.`;
  }

  function field(name, r, c) {
    const label = `${name}, ${zh ? `第 ${r + 1} 行第 ${c + 1} 列` : `row ${r + 1}, column ${c + 1}`}`;
    return make("input", {
      type: "number", step: "0.1", value: now[name][r][c], "aria-label": label,
      "data-at": `${name} ${r} ${c}`,
      oninput: ({ target }) => {
        const value = target.valueAsNumber;
        target.setAttribute("aria-invalid", String(!Number.isFinite(value)));
        if (!Number.isFinite(value)) return;
        now[name][r][c] = value;
        draw();
      },
    });
  }

  function fields(name, heads) {
    const rows = now[name].map((row, r) => make("tr", {},
      ...(heads ? [make("th", { scope: "row" }, heads[r])] : []),
      ...row.map((_, c) => make("td", {}, field(name, r, c)))));
    return make("table", { class: "try-matrix" },
      make("caption", {}, name[0], make("sub", {}, name.slice(2))), make("tbody", {}, ...rows));
  }

  const inputs = make("div", { class: "try-row" });
  function restart() {
    Object.assign(now, structuredClone(start));
    inputs.replaceChildren(fields("X", words), fields("W_Q"), fields("W_K"), fields("W_V"));
    draw();
  }

  const reset = make("button", { type: "button", class: "try-reset", onclick: restart },
    zh ? "恢复书里的数" : "Back to the book’s numbers");
  restart();
  box.append(inputs, shown, note, reset);
};
