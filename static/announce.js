// Says what a swap brought in the page's one polite live region, and what did not get through.
(() => {
  const region = document.getElementById("announcer");
  const trouble = document.getElementById("trouble");
  const cut = document.getElementById("cut");

  // A new node each time: the same sentence twice in a row is spoken twice.
  const say = (text) => {
    const line = document.createElement("p");
    line.textContent = text.trim().replace(/\s+/g, " ");
    region.replaceChildren(line);
  };

  document.addEventListener("htmx:afterSwap", (event) => {
    const words = event.target.querySelector("#_say");
    if (words) say(words.content.textContent);
  });

  // The board's own request is repeated by itself; everything else has to be done once more.
  const isPoll = ({ detail }) => detail.requestConfig?.elt.id === "_board";

  const troubled = (event) => {
    const notice = isPoll(event) ? cut : trouble;
    if (!notice.hidden) return;
    notice.hidden = false;
    say(notice.textContent);
  };
  document.addEventListener("htmx:sendError", troubled);
  document.addEventListener("htmx:timeout", troubled);
  document.addEventListener("htmx:responseError", troubled);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    cut.hidden = true;
    if (!isPoll(event)) trouble.hidden = true;
  });
})();
