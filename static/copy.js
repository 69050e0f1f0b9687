// A button that copies what stands in a field; where the browser does not let it, the text is chosen.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  const said = document.getElementById("copied");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = "The link is copied.";
  } catch {
    said.textContent = "The link is chosen: copy it with Ctrl+C.";
  }
});
