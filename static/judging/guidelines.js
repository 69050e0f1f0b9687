// The guidelines lie over the page and are fetched once; a question is asked there, too.
import { comeUp } from "./settling.js";

export const guide = () => document.getElementById("guidelines");
const text = document.getElementById("guide-text");
let fetched = false;

const tell = ({ target }) => {
  if (!guide().contains(target)) return;
  const line = text.querySelector(".trouble-here") ?? document.createElement("p");
  line.className = "notice no trouble-here";
  line.textContent = "That did not get through. Try again.";
  if (fetched) text.querySelector("form").append(line);
  else text.replaceChildren(line);
};
for (const name of ["sendError", "timeout", "responseError"]) {
  document.addEventListener(`htmx:${name}`, tell);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#guide");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  guide().showModal();
  if (!fetched) htmx.ajax("GET", link.href, { source: text, target: text });
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!guide().contains(target)) return;
  if (fetched) comeUp();
  fetched = true;
  text.querySelector("[role=status], [role=alert]")?.focus();
});
