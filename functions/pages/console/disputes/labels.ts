import { html } from "hono/html";
import { siblingId } from "../../../domain/core/id.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import type { DisputeCase } from "../../../domain/disputes/case.ts";
import { networkLabels } from "../../../domain/disputes/labels.ts";
import type { DisputeNetwork } from "../../../domain/disputes/network.ts";
import { reasonMeaning } from "../../../domain/disputes/reason-code.ts";
import type { Html } from "../../kit/page.ts";
import { link, tabs } from "../kit/components.ts";
import { stageName } from "../kit/labels.ts";
import { badge, code, distance, moment, type Tone } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** What people call a case. */
export function caseName({
  network,
  stage,
  reasonCode,
}: Pick<DisputeCase, "network" | "stage" | "reasonCode">): string {
  const labels = [network && networkLabels[network], stageName(stage).toLowerCase(), reasonCode];
  const name = labels.filter((each) => each !== null).join(" ");
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A reason code with what it means on its network. */
export function reasonLabels(network: DisputeNetwork | null, code: string | null): Html | string {
  if (code === null) return "–";
  if (network === null) return html`<span dir="auto">${code}</span>`;
  const { name } = reasonMeaning(network, code);
  return html`<span dir="auto">${code}</span>: ${name}`;
}

function toneOf(at: Instant, now: Instant): Tone {
  const left = secondsBetween(now, at);
  return left <= 0 ? "bad" : left < 3 * 86_400 ? "warn" : "calm";
}

/** A clock: when it ends, and how far that is. Red once it has, yellow in the last three days. */
export function clock(at: Instant | null, now: Instant): Html | string {
  if (at === null) return "–";
  return html`${moment(at)} <span class="badge ${toneOf(at, now)}">${distance(at, now)}</span>`;
}

/** A word for a clock that is over or nearly so. */
export function urgency(at: Instant, now: Instant): Html | false {
  const tone = toneOf(at, now);
  return tone !== "calm" && badge(tone === "bad" ? "over" : "soon", tone);
}

/** The way to a payment, which is shown with its settlement. */
export function paymentLink(view: View, id: string): Html {
  return link(view, `settlements/${siblingId(id, "stl")}`, code(id));
}

/** The pages about disputes, beside one another. */
export function disputesNav(view: View): Html {
  return tabs(view, "Disputes", [
    ["disputes/alerts", "Alerts"],
    ["disputes/cases", "Cases"],
    ["disputes/ratios", "Ratios"],
  ]);
}
