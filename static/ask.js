// Keeps the keyboard in place through swaps, and empties the ask field once its text is taken.
(() => {
  let held = false;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap) return;
    held = detail.target.contains(document.activeElement);
    const sender = detail.requestConfig.elt;
    // The field survives the swap, so what was sent must not come back as a draft.
    if (sender.id === "ask") sender.elements.question.value = "";
  });

  document.addEventListener("htmx:afterSwap", ({ target }) => {
    const heading = target.querySelector("h2[tabindex]");
    if (heading) return heading.focus();
    if (!held) return;
    held = false;
    target.querySelector(".row:last-child")?.scrollIntoView({ block: "nearest" });
    if (document.activeElement !== document.body) return;
    const place = target.querySelector(".ask [name=question], .ask .button");
    (place ?? document.getElementById("guess-link"))?.focus({ preventScroll: true });
  });
})();
