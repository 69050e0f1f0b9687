// Keeps keyboard and view in place through swaps, and empties the ask field once its text is taken.
(() => {
  let held = false;
  let followed = false;

  const isSeen = (place) => {
    const box = place?.getBoundingClientRect();
    return Boolean(box) && box.top < innerHeight && box.bottom > 0;
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap) return;
    const sender = detail.requestConfig.elt;
    held = detail.target.contains(document.activeElement);
    followed = detail.target.id === "_board" && isSeen(document.getElementById("ask"));
    // The field survives the swap, so what was sent must not come back as a draft.
    if (sender.id === "ask") sender.elements.question.value = "";
  });

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (followed) document.getElementById("ask")?.scrollIntoView({ block: "nearest" });
    if (!held) return;
    held = false;
    if (document.activeElement !== document.body) return;
    const place = target.querySelector(".ask [name=question], .ask .button");
    (place ?? document.getElementById("guess-link"))?.focus({ preventScroll: true });
  });

  // A step that opens takes the focus once its buttons work.
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    target.querySelector("h2[tabindex]")?.focus();
  });
})();

// Counts on the seconds a question has waited, from what the server said.
(() => {
  const since = new WeakMap();

  setInterval(() => {
    for (const waited of document.querySelectorAll(".waited")) {
      const shown = waited.querySelector("b");
      const now = performance.now() / 1000;
      if (!since.has(waited)) since.set(waited, now - Number(shown.textContent) - 1);
      const seconds = Math.floor(now - since.get(waited));
      shown.textContent = seconds;
      waited.hidden = seconds < 2;
    }
  }, 1000);
})();
