// Counts on the seconds a question has waited, from what the server said.
(() => {
  const since = new WeakMap();

  setInterval(() => {
    for (const waited of document.querySelectorAll(".waited")) {
      const shown = waited.querySelector("b");
      const now = performance.now() / 1000;
      if (!since.has(waited)) since.set(waited, now - Number(shown.textContent) - 1);
      const seconds = Math.floor(now - since.get(waited));
      shown.textContent = seconds;
      waited.hidden = seconds < 2;
    }
  }, 1000);
})();
