// Sending: a form goes again until it has got through, and once it has, its draft is dropped.
import { forget, forgetAll, keep, name, press, restore, stop } from "./drafts.js";
import { form } from "./parts.js";

const AGAIN = 5000;
const LOST = "judge:lost";
const unsent = document.getElementById("unsent");
let pending = null; // what waits for the network, with the button that sent it
let flying = null;
let sender = null;

const isOurs = ({ elt }) => Boolean(elt.closest("#_judge"));
const release = () => {
  if (pending) pending.form.inert = false;
  pending = null;
  unsent.hidden = true;
};
// The same form with the same key, so that it is stored once, however often it is sent.
const wait = ({ detail }) => {
  if (!isOurs(detail)) return;
  pending = { form: detail.elt, button: sender };
  if (sender?.name) press(sender);
  pending.form.inert = true;
  unsent.hidden = false;
};
const again = () => {
  if (!pending) return;
  if (!pending.form.isConnected) return release();
  pending.form.requestSubmit(pending.button);
};
addEventListener("online", again);
setInterval(again, AGAIN);

// What is on its way is not changed by another press, nor by what htmx takes for the button.
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.closest("#_judge")) return;
  const stays = flying === target || (pending && submitter !== pending.button);
  if (!stays) return void (sender = submitter);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (isOurs(detail)) flying = detail.elt;
});
document.addEventListener("htmx:afterRequest", () => (flying = null));
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!isOurs(detail) || !detail.elt.matches("form")) return;
  for (const { name } of detail.elt.querySelectorAll("button[name]")) detail.formData.delete(name);
  if (sender?.name) detail.formData.set(sender.name, sender.value);
});
document.addEventListener("submit", ({ target, submitter }) => {
  if (target.id === "judging") {
    if (!pending) keep(submitter);
  } else if (target.getAttribute("action")?.endsWith("/sign-out/")) {
    stop();
    forgetAll();
  }
});

// The page has grown old, as after another sign-in: the draft comes back on the new one, or is
// told of where that shows another unit.
const note = ({ elt }) => {
  if (elt !== form()) return;
  const said = sender?.name ? sender.querySelector("b").textContent : "";
  const about = form().querySelector(".unit").innerText.split("\n").filter(Boolean)[0];
  try {
    sessionStorage.setItem(LOST, JSON.stringify({ name: name(), said, about }));
  } catch { /* It is a draft still. */ }
};
const tellLost = () => {
  let lost = null;
  try {
    lost = JSON.parse(sessionStorage.getItem(LOST));
    sessionStorage.removeItem(LOST);
  } catch { /* Nothing was noted. */ }
  if (!lost || lost.name === name()) return;
  const line = document.createElement("p");
  line.className = "notice no";
  line.setAttribute("role", "alert");
  const said = lost.said ? `“${lost.said}”` : "Your answer";
  line.textContent = `${said} to “${lost.about}” was not stored, for that page was out of date. It shows another unit now.`;
  document.querySelector("#_judge .way").after(line);
};
document.addEventListener("htmx:sendError", wait);
document.addEventListener("htmx:timeout", wait);
document.addEventListener("htmx:responseError", (event) => {
  const { detail } = event;
  if (!isOurs(detail)) return;
  if (detail.xhr.status >= 500) return wait(event);
  note(detail);
  location.reload();
});
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (detail.xhr.getResponseHeader("HX-Redirect")) note(detail);
});

let before = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap || detail.target.id !== "_judge") return;
  before = name();
  stop();
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.closest("dialog")) return;
  release();
  if (before && name() === before) return; // refused: the page holds what was chosen
  if (!target.querySelector("[data-keep]")) forget(before);
  restore();
});

tellLost();
