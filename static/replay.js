// Arrow keys move the slider, whose form asks for the turn; the newest request replaces those
// under way, so that no press is lost. In a field or a scrolled table they mean something else.
const MOVES = { ArrowLeft: "stepDown", ArrowRight: "stepUp" };

document.addEventListener("keydown", (event) => {
  const move = MOVES[event.key];
  const taken = event.target.closest("input, select, textarea, pre, .table");
  if (!move || taken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const slider = document.getElementById("turn");
  event.preventDefault();
  slider[move]();
  slider.dispatchEvent(new Event("change", { bubbles: true }));
});
