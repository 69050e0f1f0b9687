// Keeps the keyboard in place through swaps, and empties the ask field once its text is taken.
(() => {
  const PLACES = ["#_board .ask [name=question]", "#_board .button", "#guess-link"];
  let held = false;

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap) return;
    held = detail.target.contains(document.activeElement);
    const sender = detail.requestConfig.elt;
    // The field survives the swap, so what was sent must not come back as a draft.
    if (sender.id === "ask") sender.elements.question.value = "";
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (!held) return;
    held = false;
    if (event.target.id === "_board") {
      const last = event.target.querySelector(".row:last-child");
      if (last) last.scrollIntoView({ block: "nearest" });
    }
    if (document.activeElement !== document.body) return;
    const place = PLACES.map((place) => document.querySelector(place)).find(Boolean);
    if (place) place.focus({ preventScroll: true });
  });
})();
