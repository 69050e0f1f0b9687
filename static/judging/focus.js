// Where reading goes on once a unit has come: at what is new of it, or at what is to be mended.
import { controls, mark, parts } from "./parts.js";
import { comeUp } from "./settling.js";

const PLACES = ["#told", ".unit .new [tabindex]", ".unit h1"];

// Where a problem is mended: in its text, at its part; else the problem itself is read first.
const problemIn = (place) => place.querySelector("[role=alert][tabindex], section[role=alert] h2");
const toMend = (problem) => {
  const text = document.querySelector("#judging [aria-invalid]");
  const part = problem.closest("[data-part]");
  return text ?? (part ? controls(part)[0] : problem);
};

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.closest("dialog")) return;
  const problem = problemIn(target);
  const place = PLACES.map((each) => target.querySelector(each)).find(Boolean);
  comeUp();
  mark(parts()[0]);
  (problem ? toMend(problem) : place)?.focus({ preventScroll: true });
  if (problem) return problem.scrollIntoView({ block: "center" });
  scrollTo(0, 0);
  place?.closest(".new")?.scrollIntoView({ block: "nearest" });
});

// What is new is said as well: a swap is silent.
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const words = [...target.querySelectorAll("[data-say]")].map((each) => each.textContent);
  if (words.length) document.getElementById("said").textContent = words.join(" ");
});

mark(parts()[0]);
const problem = problemIn(document.getElementById("_judge"));
if (problem) toMend(problem).focus();
