// Single keys as commands: when a press is one, and the switch that turns them off (WCAG 2.1.4).
const OFF = "judge:keys-off";
export const TYPED_IN = "textarea, select, input:not([type=radio], [type=checkbox])";

export const isPlain = (event) =>
  !(event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing);
export const areOff = () => document.body.classList.contains("keyless");

const show = () => {
  const toggle = document.getElementById("keys");
  if (toggle) toggle.textContent = areOff() ? "Switch the keys on" : "Switch the keys off";
};

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#keys")) return;
  const off = document.body.classList.toggle("keyless");
  try {
    localStorage.setItem(OFF, off ? "1" : "");
  } catch { /* It is off until the page is left. */ }
  show();
});
document.addEventListener("htmx:afterSwap", show);
try {
  document.body.classList.toggle("keyless", localStorage.getItem(OFF) === "1");
} catch { /* Keys stay on. */ }
show();
