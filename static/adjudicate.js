// Keys of the choices, as on the judging page: they act on the marked part, then on the next.
(() => {
  const TYPED_IN = "textarea, select, input:not([type=radio], [type=checkbox])";
  const parts = () => [...document.querySelectorAll("#decision [data-part]")];
  const current = () => document.querySelector("#decision .on");
  const controls = (part) => part.querySelectorAll("input, textarea, select");

  const mark = (part) => {
    if (!part) return;
    current()?.classList.remove("on");
    part.classList.add("on");
  };

  const go = (part) => {
    const next = parts()[parts().indexOf(part) + 1];
    mark(next);
    (next ? controls(next)[0] : document.getElementById("reason")).focus();
  };

  const choose = (key) => {
    const part = current();
    const found = [...(part?.querySelectorAll("input[data-key]") ?? [])].find(
      (each) => each.dataset.key === key);
    if (!found) return false;
    found.click();
    found.focus();
    if (found.type === "radio") go(part);
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
    if (event.target.matches(TYPED_IN) || event.key.length !== 1) return;
    if (document.body.classList.contains("keyless")) return;
    if (choose(event.key.toLowerCase())) event.preventDefault();
  });
  document.addEventListener("focusin", ({ target }) =>
    mark(target.closest("#decision [data-part]")));

  // WCAG 2.1.4: single keys can be switched off, here as well as where judging is done.
  const OFF = "judge:keys-off";
  const showKeys = () => {
    const toggle = document.getElementById("keys");
    const off = document.body.classList.contains("keyless");
    toggle.setAttribute("aria-pressed", String(!off));
    toggle.textContent = off ? "Keys off" : "Keys on";
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#keys")) return;
    const off = document.body.classList.toggle("keyless");
    try {
      localStorage.setItem(OFF, off ? "1" : "");
    } catch { /* It is off until the page is left. */ }
    showKeys();
  });
  try {
    document.body.classList.toggle("keyless", localStorage.getItem(OFF) === "1");
  } catch { /* Keys stay on. */ }

  const look = (place) => {
    showKeys();
    mark(parts()[0]);
    place?.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    const problem = target.querySelector("[role=alert][tabindex]");
    look(problem ?? target.querySelector(".unit h1"));
    problem?.scrollIntoView({ block: "center" });
  });
  look(document.querySelector("#_adjudicate [role=alert][tabindex]"));
})();
