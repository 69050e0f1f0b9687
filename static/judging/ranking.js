// Orders: rows move between those with a place and those without; the lists of places follow.
const say = (text) => {
  document.getElementById("said").textContent = text;
};
const select = (row) => row.querySelector("select");
const isBad = (row) => row.querySelector("input")?.checked;

const number = (order) => {
  order.querySelectorAll(".placed > li").forEach((row, at) => (select(row).value = at + 1));
  order.querySelectorAll(".unplaced > li").forEach((row) => (select(row).value = ""));
  order.dispatchEvent(new Event("change", { bubbles: true }));
};

const settle = (row, place) => {
  const order = row.closest(".order");
  const placed = order.querySelector(".placed");
  const focus = document.activeElement;
  if (place === null) order.querySelector(".unplaced").append(row);
  else placed.insertBefore(row, [...placed.children].filter((each) => each !== row)[place] ?? null);
  if (place !== null && isBad(row)) row.querySelector("input").checked = false;
  if (row.contains(focus)) focus.focus();
  number(order);
  const all = placed.children.length;
  say(place === null ? `${row.dataset.name} has no place.`
    : `${row.dataset.name} has place ${select(row).value} of ${all}.`);
};

const at = (row) => [...row.parentElement.children].indexOf(row);
const placedOf = (row) => row.closest(".order").querySelector(".placed");

// Last, or out of the order where it is in it.
export const rank = (row) => {
  settle(row, row.closest(".placed") ? null : placedOf(row).children.length);
};

document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest("[data-move]");
  const row = button?.closest("li");
  if (!row) return;
  if (detail) button.blur(); // after a click of a mouse, Enter sends
  if (!row.closest(".placed")) settle(row, placedOf(row).children.length);
  else settle(row, Math.max(0, at(row) + Number(button.dataset.move)));
});
document.addEventListener("change", ({ target }) => {
  const row = target.closest?.(".rank");
  if (!row || !target.matches("select, input")) return;
  if (target.matches("select")) settle(row, target.value ? target.value - 1 : null);
  else if (target.checked) settle(row, null);
});

// As the lists of places say.
export const layOut = () => {
  for (const order of document.querySelectorAll(".order")) {
    const rows = [...order.querySelectorAll(".rank")];
    rows.sort((one, other) => (select(one).value || 99) - (select(other).value || 99));
    for (const row of rows) {
      order.querySelector(select(row).value ? ".placed" : ".unplaced").append(row);
    }
  }
};
