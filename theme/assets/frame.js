// The frame of a page: scheme, header, contents, way back up, programs to copy.
// The theme's own script does this too, but styles the whole page anew several times at its start;
// here it is left to the search (search.js), the one part that needs it.
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const sentences = JSON.parse(find("#__config").textContent).translations;
  const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 50));

  // Scheme: chosen in the header, or the system's. What was chosen is kept as the theme keeps it.

  const choices = all(".md-option[data-md-color-media]");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  function paint() {
    const chosen = choices.find((choice) => choice.checked) ?? choices[0];
    if (!chosen) return;
    const { mdColorMedia: media, mdColorScheme: scheme } = chosen.dataset;
    const system = media === "(prefers-color-scheme)";
    document.body.dataset.mdColorScheme = system ? (dark.matches ? "slate" : "default") : scheme;
    for (const choice of choices) choice.nextElementSibling.hidden = choice !== chosen;
    tint();
  }
  const colour = document.createElement("meta"); // of what the browser shows around the page
  colour.name = "theme-color";
  document.head.append(colour);
  function tint() {
    colour.content = getComputedStyle(find(".md-header")).backgroundColor;
  }
  idle(tint);
  for (const [index, choice] of choices.entries()) {
    choice.addEventListener("change", () => {
      const { mdColorMedia: media, mdColorScheme: scheme } = choice.dataset;
      const { mdColorPrimary: primary, mdColorAccent: accent } = choice.dataset;
      paint();
      try {
        __md_set("__palette", { index, color: { media, scheme, primary, accent } });
      } catch {} // no storage: it holds for this page
    });
    choice.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const next = choices[(index + 1) % choices.length];
      next.click();
      next.focus();
    });
  }
  dark.addEventListener("change", paint);

  // The drawer of a phone closes behind who follows a link in it.

  find(".md-sidebar--primary")?.addEventListener("click", (event) => {
    if (event.target.closest("a")) find("#__drawer").checked = false;
  });

  // Where a reader is: the header names the chapter once its title has left, the contents the
  // section. No layout is asked for: the browser tells when something crosses a line.

  const name = find(".md-header__title");
  new IntersectionObserver(([entry]) => {
    const above = !entry.isIntersecting && entry.boundingClientRect.top < 100;
    name.classList.toggle("md-header__title--active", above);
  }, { rootMargin: "-48px 0px 0px" }).observe(find(".md-content h1"));

  function centre(link) {
    const box = link.closest(".md-sidebar__scrollwrap");
    if (box.scrollHeight <= box.clientHeight) return;
    const from = box.getBoundingClientRect().top + box.clientHeight / 2;
    box.scrollBy({ top: link.getBoundingClientRect().top - from });
  }

  const links = new Map();
  for (const link of all(".md-nav--secondary .md-nav__link[href^='#']")) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  const passed = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      links.get(target).classList.toggle("md-nav__link--passed", isIntersecting);
    const now = [...links.values()].findLast((link) => link.matches(".md-nav__link--passed"));
    for (const link of links.values()) link.classList.toggle("md-nav__link--active", link === now);
    if (now) centre(now);
  }, { rootMargin: "9999999px 0px -75%" }); // all that is above a line in the upper window
  const wide = matchMedia("(min-width: 60em)");
  function follow() {
    passed.disconnect();
    if (wide.matches) for (const heading of links.keys()) passed.observe(heading);
  }
  wide.addEventListener("change", follow);
  follow();

  // Back to top, offered to who scrolls up

  const up = find(".md-top");
  let last = 0;
  document.addEventListener("scroll", () => {
    if (scrollY !== last) up.hidden = scrollY > last || scrollY < 200;
    last = scrollY;
  }, { passive: true });
  up.addEventListener("click", () => scrollTo({ top: 0 }));

  // Folds open on paper.

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
  });

  // Programs: a button to copy each

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // not allowed, or not there: a page that is neither local nor encrypted
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    const dialog = find(".md-dialog");
    find(".md-dialog__inner", dialog).textContent = sentences["clipboard.copied"];
    dialog.classList.add("md-dialog--active");
    setTimeout(() => dialog.classList.remove("md-dialog--active"), 2000);
  }
  find(".md-dialog").setAttribute("role", "status");
  for (const code of all(".md-content pre > code")) {
    const holder = document.createElement("div");
    holder.className = "md-code__nav";
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "md-code__button",
      title: sentences["clipboard.copy"], ariaLabel: sentences["clipboard.copy"] });
    button.dataset.mdType = "copy";
    button.addEventListener("click", () => copy(code.textContent.trimEnd()));
    holder.append(button);
    code.before(holder);
  }
})();
