// Buttons that copy what stands beside them: hidden without script, because then they could do nothing.
// <button type="button" hidden data-copy="id of the text" data-copied="Copied">Copy</button>
const said = document.createElement("p");
said.className = "hidden";
said.setAttribute("role", "status");
document.body.append(said);

function show() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("button[data-copy]")) button.removeAttribute("hidden");
}

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const text = document.getElementById(button.dataset.copy ?? "")?.textContent?.trim();
  if (!text) return;
  const before = button.textContent;
  const after = button.dataset.copied ?? before;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return; // the browser's owner said no; the text can still be marked by hand
  }
  said.textContent = after;
  if (before === after) return;
  button.textContent = after;
  setTimeout(() => {
    button.textContent = before;
    said.textContent = "";
  }, 2000);
});

document.addEventListener("swapped", show);
show();
