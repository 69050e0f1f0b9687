// The reasons to skip a unit, and the comment on it: they open and shut below the answers.
import { mark, parts } from "./parts.js";

export const openReasons = () => document.querySelector("#skip[open]");

const reveal = (details) => {
  const place = details.open && details.querySelector(details.id === "skip" ? "button" : "textarea");
  if (!place) return details.querySelector("summary").focus();
  place.focus({ preventScroll: true });
  details.scrollIntoView({ block: "nearest" });
};

export const open = (id) => {
  const details = document.getElementById(id);
  if (!details) return;
  details.open = !(id === "skip" && details.open);
  reveal(details);
};

export const shut = () => {
  openReasons().open = false;
  document.querySelector("#skip > summary").focus();
  mark(parts().find((part) => !part.closest(".more")));
};

document.addEventListener("click", ({ target }) => {
  const details = target.closest?.(".more summary")?.parentElement;
  if (details) setTimeout(() => reveal(details)); // once it is open, or shut
});

document.addEventListener("focusin", ({ target }) => {
  const part = target.closest("#judging [data-part]");
  if (part && openReasons() && !openReasons().contains(part)) openReasons().open = false;
});

// A reason of one's own is written first.
const lacksReason = (button) => button?.value === "other" && button.name === "skip"
  && !["why", "comment-text"].some((id) => document.getElementById(id).value.trim());
document.addEventListener("submit", (event) => {
  if (!lacksReason(event.submitter)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.getElementById("why").focus();
}, true);
