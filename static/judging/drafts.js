// Drafts: what is not stored yet is kept in this browser, and is there again after a reload.
import { beginAt, secondsOnUnit } from "./clock.js";
import { form } from "./parts.js";
import { layOut } from "./ranking.js";

const PREFIX = "judge:draft:";
const WEEK = 7 * 24 * 3600 * 1000;
const OWN = new Set(["csrfmiddlewaretoken", "unit", "key", "revision", "seconds"]);

export const name = () => form() && PREFIX + form().dataset.draft;

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};
export const forget = (key) => {
  try {
    if (key) localStorage.removeItem(key);
  } catch { /* Nothing is kept where nothing can be. */ }
};
const all = () => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
};
export const forgetAll = () => all().forEach(forget);

// button: that was pressed, if any was.
export const keep = (button) => {
  if (!form()) return;
  const fields = [...new FormData(form())].filter(([field]) => !OWN.has(field));
  const pressed = button?.name ? [button.name, button.value] : null;
  const draft = { fields, pressed, seconds: secondsOnUnit(), at: Date.now() };
  try {
    localStorage.setItem(name(), JSON.stringify(draft));
  } catch { /* The form itself still holds it. */ }
};

const fill = (fields) => {
  for (const control of form().elements) {
    if (!control.name || OWN.has(control.name)) continue;
    const values = fields.filter(([field]) => field === control.name).map(([, value]) => value);
    if (control.matches("[type=radio], [type=checkbox]")) {
      control.checked = values.includes(control.value);
    } else if (control.matches("textarea, select, input")) control.value = values[0] ?? "";
  }
  const comment = document.getElementById("comment");
  if (comment?.querySelector("textarea").value) comment.open = true;
};

export const press = (button) => {
  for (const other of form().querySelectorAll("[aria-pressed]")) other.removeAttribute("aria-pressed");
  button.setAttribute("aria-pressed", "true");
};

// An answer that was pressed and never stored is not sent unasked after a reload or a sign-in.
const showPressed = (field, value) => {
  const button = [...form().querySelectorAll("button[name]")].find(
    (each) => each.name === field && each.value === value);
  if (!button) return;
  button.closest("details")?.setAttribute("open", "");
  button.classList.add("again");
  press(button);
  const line = document.createElement("p");
  line.className = "notice pending";
  const send = document.createElement("button");
  send.type = "button";
  send.className = "button";
  send.innerHTML = 'Send it <kbd aria-hidden="true">Enter</kbd>';
  send.addEventListener("click", () => form().requestSubmit(button));
  const said = button.querySelector("b").textContent;
  line.append(`You chose “${said}”; it was not stored yet. Choose again, or `, send);
  form().querySelector(".unit").before(line);
};

export const restore = () => {
  beginAt(0);
  const draft = form() && read(name());
  if (!draft) return;
  fill(draft.fields);
  if (draft.pressed) showPressed(...draft.pressed);
  beginAt(draft.seconds ?? 0);
  layOut();
};

let typing = null;
// What was typed and not kept yet is left.
export const stop = () => {
  clearTimeout(typing);
  typing = null;
};
const keepNow = () => {
  stop();
  keep();
};
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    if (!target.closest?.("#judging")) return;
    clearTimeout(typing);
    typing = setTimeout(keepNow, 200);
  });
}
addEventListener("pagehide", () => typing !== null && keepNow());

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#on")) return;
  stop();
  forget(name()); // nothing is to change
});

for (const key of all()) if (!(read(key)?.at > Date.now() - WEEK)) forget(key);
restore();
