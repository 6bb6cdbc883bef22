// The gradient of the last output on the first word, for the sentence read again and again.
bookTry.gradient = (box, { X, W_x, W_h, W_left, W_Q, W_K, W_V }, { make, plain, slider, zh }) => {
  const lengths = [4, 8, 16, 32, 64, 128];
  const names = zh ? ["循环网络", "卷积", "注意力"] : ["RNN", "CNN", "attention"];
  const scaled = (W, g) => W.map((row) => row.map((value) => g * value));
  const times = (W, x) => W.map((row) => row.reduce((sum, value, k) => sum + value * x[k], 0));
  const row = (x, W) => W[0].map((_, c) => x.reduce((sum, value, k) => sum + value * W[k][c], 0));
  const norm = (x) => Math.hypot(...x);
  const word = (t) => X[t % X.length];

  // L is the second number of the last state; W_h is multiplied by g.
  function recurrent(T, g) {
    const W = scaled(W_h, g);
    const h = [];
    for (let t = 0; t < T; t++) {
      const old = t ? times(W, h[t - 1]) : [0, 0];
      h.push(times(W_x, word(t)).map((value, k) => Math.tanh(value + old[k])));
    }
    let G = [0, 1];
    for (let t = T - 1; t > 0; t--) G = row(G.map((value, k) => value * (1 - h[t][k] ** 2)), W);
    return norm(row(G.map((value, k) => value * (1 - h[0][k] ** 2)), W_x));
  }

  // L is the second channel of the last word after T − 1 layers: one path, through W_left each time.
  function convolved(T, g) {
    const W = scaled(W_left, g);
    let G = [0, 1];
    for (let n = 1; n < T; n++) G = row(G, W);
    return norm(G);
  }

  // L is the second number of the last output: through the value, and through the key.
  function attended(T) {
    const q = row(word(T - 1), W_Q);
    const root = Math.sqrt(q.length);
    const scores = [], values = [];
    for (let t = 0; t < T; t++) {
      const k = row(word(t), W_K);
      scores.push((q[0] * k[0] + q[1] * k[1]) / root);
      values.push(row(word(t), W_V)[1]);
    }
    const top = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - top));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const alpha = powers.map((power) => power / total);
    const z = alpha.reduce((sum, weight, t) => sum + weight * values[t], 0);
    const key = times(W_K, q);
    return norm(W_V.map((value, c) =>
      alpha[0] * value[1] + alpha[0] * (values[0] - z) * key[c] / root));
  }

  const [width, height, left, bottom, reach] = [480, 320, 66, 34, 60];
  const at = (T) => left + (width - left - 90) * Math.log2(T / 4) / 5;
  const up = (value) => {
    const power = Math.max(-reach, Math.min(reach, Math.log10(value)));
    return (height - bottom) * (1 - (power + reach) / (2 * reach)) + 4;
  };
  const picture = make("svg", { viewBox: `0 0 ${width} ${height}`, class: "try-plot", role: "img" });
  const table = make("table", { class: "try-matrix try-wide" });

  function draw(g) {
    const curves = [(T) => recurrent(T, g), (T) => convolved(T, g), attended]
      .map((curve) => lengths.map(curve));
    picture.setAttribute("aria-label", zh ? "三条曲线：梯度随句长的变化，数值见下表"
      : "Three curves: the gradient against the length; the table below has the numbers");
    picture.replaceChildren();
    for (let power = -reach; power <= reach; power += 20) {
      picture.append(
        make("line", { x1: left, x2: width - 90, y1: up(10 ** power), y2: up(10 ** power),
          class: "try-grid" }),
        make("text", { x: left - 6, y: up(10 ** power) + 4, "text-anchor": "end" },
          plain(10 ** power, 0).replace("1.0×", "").replace(/^1$/, "10⁰")));
    }
    for (const T of lengths) {
      picture.append(make("text", { x: at(T), y: height - 10, "text-anchor": "middle" }, `${T}`));
    }
    // Names that would lie on each other move apart.
    const ends = curves.map((curve, k) => ({ k, y: up(curve.at(-1)) })).sort((a, b) => a.y - b.y);
    ends.forEach((end, i) => { if (i) end.y = Math.max(end.y, ends[i - 1].y + 15); });
    const over = Math.max(0, ends.at(-1).y - (height - bottom));
    for (const { k, y } of ends) {
      const points = curves[k].map((value, i) => `${at(lengths[i])},${up(value)}`).join(" ");
      picture.append(
        make("polyline", { points, class: `try-line try-${k}` }),
        make("text", { x: width - 84, y: y - over + 4, class: `try-name try-${k}` }, names[k]));
    }
    table.replaceChildren(
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "T"),
        ...names.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, ...lengths.map((T, i) => make("tr", {}, make("th", { scope: "row" }, `${T}`),
        ...curves.map((curve) => make("td", { "data-value": curve[i] }, plain(curve[i])))))));
  }

  const scale = slider(zh ? "矩阵乘以" : "matrices times",
    { min: 0.2, max: 3, step: 0.05, value: 1, show: (g) => g.toFixed(2) }, draw);
  const note = zh
    ? "四个词的句子反复读下去；损失是最后一个输出的第二个数，梯度落在第一个词上。滑块同时缩放循环矩阵和卷积核；注意力里没有一个矩阵要连乘，所以不动。卷积没有激活函数，恰好叠够层数。"
    : "The sentence of four words, read again and again; the loss is the second number of the last output, the gradient that on the first word. The slider scales the recurrent matrix and the kernel; attention has no matrix that is multiplied again and again, and stays. The convolution has no activation and just enough layers.";
  draw(1);
  box.append(scale.element, picture, make("div", { class: "try-row" }, table),
    make("p", { class: "try-note" }, note));
};
