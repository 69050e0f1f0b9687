// Keys: one for every answer, and a few for the page. They act on the part that is marked.
import { TYPED_IN, areOff, isPlain } from "../single_keys.js";
import { guide } from "./guidelines.js";
import { controls, current, form, mark, parts } from "./parts.js";
import { rank } from "./ranking.js";
import { open, openReasons, shut } from "./reasons.js";
import { isSettling } from "./settling.js";

const asked = () => parts().filter((part) => !part.closest(".more"));

const go = (step) => {
  const all = asked();
  const next = all[all.indexOf(current()) + step];
  if (!next) return;
  mark(next);
  controls(next)[0]?.focus();
};

// On to the next choice; into a text only who means to goes.
const goOn = (part) => {
  const all = asked().filter((each) => each.dataset.part !== "text");
  const next = all[all.indexOf(part) + 1];
  if (next) controls(next)[0]?.focus();
};

const step = (by) => {
  const all = parts().flatMap(controls);
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? controls(current() ?? document.body)[0] : all[at + by];
  next?.focus();
};

// While the reasons to skip are open, keys mean them alone.
const press = (key) => {
  const reasons = openReasons()?.querySelector("[data-part]");
  const on = reasons ?? current();
  const all = reasons ? [reasons] : asked();
  const order = on ? [on, ...all.slice(all.indexOf(on) + 1), ...all] : all;
  for (const part of order) {
    if (part.closest(".more") && !reasons) continue;
    const found = [...part.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
    if (found) return choose(part, found);
  }
  return false;
};

const choose = (part, found) => {
  mark(part);
  if (found.matches("li")) rank(found);
  else found.click();
  if (!found.matches("button, li")) found.focus();
  if (found.type === "radio") goOn(part);
  return true;
};

const send = () => {
  const button = form()?.querySelector(".answer.again") ?? document.getElementById("send");
  button?.click();
  return Boolean(button);
};

const COMMANDS = {
  "?": () => document.getElementById("guide")?.click(),
  u: () => document.getElementById("undo")?.click(),
  s: () => open("skip"),
  c: () => open("comment"),
  ArrowRight: () => go(1),
  ArrowLeft: () => go(-1),
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
};

const command = ({ target }, key) => {
  if (key === "Enter") return !target.closest("button, a, summary") && send();
  const arrow = key.startsWith("Arrow");
  if (arrow && (target.type === "radio" || !form())) return false;
  if (arrow && !form().querySelector("[data-part=some], [data-part=order]")) return false;
  if (COMMANDS[key]) return (COMMANDS[key](), true);
  return !form()?.inert && press(key);
};

// Out of a text first, then out of the reasons to skip, then off the unit that is judged.
const escape = (target) => {
  if (guide().open) return;
  if (openReasons()?.contains(target)) return shut();
  if (openReasons() && !target.matches(TYPED_IN)) return shut();
  if (target.matches(TYPED_IN)) return target.blur();
  document.getElementById("on")?.click();
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) return escape(event.target);
  if (event.key === "Enter" && event.target.id === "why" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    return openReasons().querySelector("[value=other]").click();
  }
  if (!isPlain(event)) return;
  if (guide().open) {
    if (event.key === "?" && !event.target.matches(TYPED_IN)) guide().close();
    return;
  }
  if (event.target.matches(TYPED_IN) || areOff()) return;
  if (isSettling() || event.target.matches(".notice")) return; // read it first
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (command(event, key)) event.preventDefault();
});

document.addEventListener("focusin", ({ target }) => mark(target.closest("#judging [data-part]")));
