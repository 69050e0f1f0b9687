// Time: what the unit was looked at, and the session; both stand still while nobody is there.
const IDLE = 60_000;
const SESSION = `judge:session:${location.pathname.split("/").slice(0, 4).join("/")}`;
const clock = document.getElementById("clock");
let last = performance.now();
let active = last;
let unit = 0;
let session = Number(sessionStorage.getItem(SESSION)) || 0;

const tick = () => {
  const now = performance.now();
  const spent = Math.min(now - last, 2000);
  last = now;
  if (document.hidden || now - active > IDLE) return;
  unit += spent;
  session += spent;
  sessionStorage.setItem(SESSION, Math.round(session));
  const minutes = Math.floor(session / 60_000);
  clock.hidden = minutes === 0;
  clock.textContent = `${minutes} min at work`;
};
for (const name of ["keydown", "pointermove", "pointerdown", "scroll", "input", "focus"]) {
  addEventListener(name, () => (active = performance.now()), { capture: true, passive: true });
}
document.addEventListener("visibilitychange", tick);
setInterval(tick, 1000);

document.addEventListener("submit", ({ target }) => {
  if (target.id !== "judging" || target.inert) return; // sent again, it tells the same time
  tick();
  target.elements.seconds.value = (unit / 1000).toFixed(1);
}, true);

export const secondsOnUnit = () => unit / 1000;
export const beginAt = (seconds) => (unit = 1000 * seconds);
