// What a claimed number shows on hover, focus and tap; and boxes that scroll, for the keyboard.
(() => {
  const card = document.createElement("div");
  card.className = "claim-card";
  card.id = "claim-card";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  document.body.append(card);

  let shown = null;
  let touched = false;
  let leaving = 0;

  function show(claim) {
    clearTimeout(leaving);
    if (claim === shown) return;
    hide();
    shown = claim;
    card.textContent = claim.dataset.card;
    card.hidden = false;
    claim.setAttribute("aria-describedby", card.id);
    const edge = 8;
    const number = claim.getClientRects()[0] ?? claim.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const { offsetWidth, offsetHeight } = card;
    const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    // Above the whole of a displayed formula: its other numbers stay in sight.
    const formula = claim.closest(".formula")?.getBoundingClientRect().top ?? number.top;
    const above = Math.min(number.top, formula) - offsetHeight - edge;
    const left = Math.min(Math.max(number.left, edge), width - offsetWidth - edge);
    const below = claim.getBoundingClientRect().bottom + edge;
    const room = below + offsetHeight < document.documentElement.clientHeight;
    // Below a mark that stands under its formula, above a number.
    const top = above > header && !(claim.closest(".checked") && room) ? above : below;
    card.style.left = `${Math.max(left, edge) + window.scrollX}px`;
    card.style.top = `${top + window.scrollY}px`;
  }

  function hide() {
    clearTimeout(leaving);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    card.hidden = true;
  }

  const claimAt = (target) => (target instanceof Element ? target.closest("[data-card]") : null);
  const over = (event) => {
    if (event.pointerType === "touch") return;
    const claim = claimAt(event.target);
    clearTimeout(leaving);
    if (claim) show(claim);
    else if (shown && !card.contains(event.target) && document.activeElement !== shown) {
      leaving = setTimeout(hide, 200); // time to reach the card
    }
  };

  document.addEventListener("pointerover", over);
  document.addEventListener("focusin", (event) => {
    const link = event.target;
    const claim = claimAt(link) ?? (link.matches("a") ? link.querySelector("[data-card]") : null);
    if (claim && !touched) show(claim);
    else if (!claim) hide();
  });
  document.addEventListener("focusout", (event) => {
    if (event.target.contains(shown) && !touched) hide();
  });
  document.addEventListener("keydown", (event) => {
    touched = false;
    if (event.key === "Escape") hide();
  });
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (touched && shown && !claimAt(event.target) && !card.contains(event.target)) hide();
  });
  // The first tap shows, the second goes.
  document.addEventListener("click", (event) => {
    const claim = claimAt(event.target);
    if (claim && touched && claim !== shown) {
      event.preventDefault();
      event.stopPropagation();
      show(claim);
    } else if (claim) {
      hide();
    }
  }, true);
  window.addEventListener("resize", hide);
  document.addEventListener("scroll", (event) => {
    if (event.target !== document) hide();
  }, true);

  // A line in a closed fold, where the browser does not open it by itself.
  function reveal() {
    const line = document.getElementById(location.hash.slice(1));
    let fold = line?.closest("details:not([open])");
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
    line.scrollIntoView();
  }
  window.addEventListener("hashchange", reveal, true);
  reveal();

  // A list of uses closes behind who follows one.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[popover] a") : null;
    link?.closest("[popover]").hidePopover?.();
  });

  // The theme gives its search dialog no name.
  const search = document.querySelector(".md-search");
  search?.setAttribute("aria-label", search.querySelector("input").placeholder);

  // A box that scrolls sideways can be reached by keyboard, and says what it is. Each is looked at
  // when it is drawn: what lies far below is not, yet (see book.css).
  const zh = document.documentElement.lang === "zh";
  const boxes = {
    ".formula": zh ? "公式，可以左右滚动" : "Formula, scrolls sideways",
    ".md-typeset__scrollwrap": zh ? "表格，可以左右滚动" : "Table, scrolls sideways",
    ".highlight pre > code": zh ? "程序，可以左右滚动" : "Program, scrolls sideways",
  };
  const every = Object.keys(boxes).join();
  const drawn = new ResizeObserver((entries) => {
    const wide = entries.map(({ target }) => target.scrollWidth > target.clientWidth + 1);
    entries.forEach(({ target }, at) => {
      const name = Object.keys(boxes).find((box) => target.matches(box));
      const said = { tabindex: "0", role: "group", "aria-label": boxes[name] };
      for (const [attribute, value] of Object.entries(said)) {
        if (wide[at]) target.setAttribute(attribute, value);
        else target.removeAttribute(attribute);
      }
    });
  });
  function look(box) {
    drawn.unobserve(box);
    drawn.observe(box);
  }
  const lookAtAll = () => document.querySelectorAll(every).forEach(look);
  lookAtAll();
  document.addEventListener("contentvisibilityautostatechange", (event) => {
    if (event.skipped) return;
    if (event.target.matches(every)) look(event.target);
    event.target.querySelectorAll(every).forEach(look);
  });
  document.fonts?.ready.then(lookAtAll);
})();
