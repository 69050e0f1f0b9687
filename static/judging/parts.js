// The parts of the form that keys act on: one of them is marked.
export const form = () => document.getElementById("judging");

export const parts = () => [...document.querySelectorAll("#judging [data-part]")].filter((part) =>
  part.checkVisibility?.() ?? part.offsetParent);

export const current = () => document.querySelector("#judging [data-part].on");

export const mark = (part) => {
  if (!part || part === current()) return;
  current()?.classList.remove("on");
  part.classList.add("on");
};

export const controls = (part) =>
  [...part.querySelectorAll("input, textarea, button:not([data-move])")];
