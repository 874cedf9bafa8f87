// Follows a page while something happens: asks for the same address again and puts its live region in place
// of the one that is shown. The region's data-live is how many seconds to wait; a region without it is the end.
const region = () => document.getElementById("live");
const said = document.createElement("p");
said.className = "hidden";
said.setAttribute("role", "status");
document.body.append(said);

const longestSeconds = 60;
let failures = 0;

/** @param {HTMLElement} next */
function put(next) {
  const shown = region();
  if (!shown) return;
  const changed = shown.innerHTML !== next.innerHTML;
  const focused = document.activeElement?.id;
  const news = next.dataset.say ?? "";
  if (changed && news !== (shown.dataset.say ?? "")) said.textContent = news;
  if (!changed) {
    if (next.dataset.live === undefined) delete shown.dataset.live;
    return;
  }
  shown.replaceWith(document.importNode(next, true));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("swapped"));
}

async function look() {
  if (!document.hidden) {
    try {
      const reply = await fetch(location.href, { credentials: "same-origin", cache: "no-store" });
      if (!reply.ok) throw new Error(String(reply.status));
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      const next = page.getElementById("live");
      failures = 0;
      if (next) put(next);
      // Another page than before: it is better seen whole.
      else location.reload();
    } catch {
      failures += 1;
    }
  }
  wait();
}

function wait() {
  const seconds = Number(region()?.dataset.live ?? 0);
  if (seconds > 0) setTimeout(look, Math.min(seconds * 2 ** failures, longestSeconds) * 1000);
}

wait();
