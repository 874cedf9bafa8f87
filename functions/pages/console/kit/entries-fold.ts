import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import type { Html } from "../../kit/page.ts";
import { table } from "./components.ts";
import { actorName, badge, digest, isolateText, moment } from "./text.ts";

/** The audit entries with their hashes, behind a fold. */
export function entriesFold(entries: readonly Entry[]): Html {
  const rows = table("Audit entries, oldest first", entries, [
    ["No.", ({ seq }) => String(seq)],
    ["When", ({ at }) => moment(at)],
    [
      "Status",
      ({ from, to }) => (from === to ? badge(to) : html`${from !== null && html`${badge(from)} → `}${badge(to)}`),
    ],
    ["Why", ({ reason }) => isolateText(reason)],
    ["Who", ({ actor }) => actorName(actor)],
    ["Hash", ({ hash }) => digest(hash)],
  ]);
  return html`<details><summary>Each with its hash</summary><div class="fold">${rows}</div></details>`;
}
