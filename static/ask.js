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

// Times a question by the stopwatch: thinking until the first key, typing until it is sent.
(() => {
  let asked = null;
  let usable = 0;
  let began = null;

  // Starts anew for another question, and once an answer is there; not after a broken rule.
  const look = () => {
    const form = document.getElementById("ask");
    const ready = form?.matches("form") && !form.querySelector("button").disabled;
    const next = ready ? `${form.elements.number.value}.${form.elements.attempt.value}` : null;
    if (next !== null && next !== asked) {
      usable = performance.now();
      began = form.elements.question.value ? usable : null;
    }
    asked = next;
  };

  const key = ({ target }) => {
    if (target.name === "question" && target.form?.id === "ask") began ??= performance.now();
  };

  // Before htmx reads the form. What was typed while an answer was awaited costs no thinking.
  const send = ({ target }) => {
    if (target.id !== "ask") return;
    const now = performance.now();
    const first = Math.min(began ?? now, now);
    target.elements.thinking.value = Math.round(first - usable);
    target.elements.typing.value = Math.round(now - first);
  };

  document.addEventListener("input", key);
  document.addEventListener("submit", send, true);
  document.addEventListener("htmx:afterSwap", look);
  look();
})();
