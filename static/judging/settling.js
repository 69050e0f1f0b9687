// A second press that was meant for the unit before must not answer this one unread.
const SETTLE = 600;
let shownAt = -Infinity;
let began = 0;

export const comeUp = () => (shownAt = performance.now());
export const isSettling = () => performance.now() - shownAt < SETTLE;

const guard = (event) => {
  if (event.type === "click" && event.detail === 1) began = performance.now();
  const late = event.detail > 1 && began < shownAt;
  if (!event.target.closest?.("#_judge, #guide-text") || !(late || isSettling())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
document.addEventListener("click", guard, true);
document.addEventListener("submit", guard, true);
