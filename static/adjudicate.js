// Keys of the choices, as on the judging page: they act on the marked part, then on the next.
import { TYPED_IN, areOff, isPlain } from "./single_keys.js";

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
  if (!isPlain(event) || areOff()) return;
  if (event.target.matches(TYPED_IN) || event.key.length !== 1) return;
  if (choose(event.key.toLowerCase())) event.preventDefault();
});
document.addEventListener("focusin", ({ target }) =>
  mark(target.closest("#decision [data-part]")));

const look = (place) => {
  mark(parts()[0]);
  place?.focus({ preventScroll: true });
};
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const problem = target.querySelector("[role=alert][tabindex]");
  look(problem ?? target.querySelector(".unit h1"));
  problem?.scrollIntoView({ block: "center" });
});
look(document.querySelector("#_adjudicate [role=alert][tabindex]"));
