// The quiz: a key presses its option, an answer tells how long its question was looked at.
import { TYPED_IN, areOff, isPlain } from "./single_keys.js";

const form = document.getElementById("quiz");
let since = performance.now();
let looked = 0;

const stop = () => {
  if (since !== null) looked += performance.now() - since;
  since = null;
};
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stop();
  else since ??= performance.now();
});

form.addEventListener("submit", (event) => {
  if (form.inert) return event.preventDefault(); // it is on its way
  stop();
  form.elements.seconds.value = (looked / 1000).toFixed(1);
  form.inert = true;
});
// A page that comes back from the browser's memory can be answered again.
addEventListener("pageshow", () => (form.inert = false));

document.addEventListener("keydown", (event) => {
  if (areOff() || !isPlain(event) || event.target.matches?.(TYPED_IN)) return;
  const pressed = (each) => each.dataset.key === event.key;
  const button = [...form.querySelectorAll("[data-key]")].find(pressed);
  if (!button) return;
  event.preventDefault();
  form.requestSubmit(button);
});
