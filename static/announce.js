// Says what a swap brought in the page's one polite live region, and what did not get through.
(() => {
  const region = document.getElementById("announcer");
  const trouble = document.getElementById("trouble");

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

  const troubled = () => {
    if (!trouble.hidden) return;
    trouble.hidden = false;
    say(trouble.textContent);
  };
  document.addEventListener("htmx:sendError", troubled);
  document.addEventListener("htmx:timeout", troubled);
  document.addEventListener("htmx:responseError", troubled);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) trouble.hidden = true;
  });
})();
