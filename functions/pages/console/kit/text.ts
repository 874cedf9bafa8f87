import { html } from "hono/html";
import type { CountedTo } from "../../../app/core/list-page.ts";
import { centsText, groupDigits } from "../../../domain/core/money.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import type { Html } from "../../kit/page.ts";

export function money(cents: number, currency = "USD"): Html {
  return html`<span class="n">${currency} ${groupDigits(centsText(cents))}</span>`;
}

/** A number that was counted up to a limit: `100+` past it. */
export function countText({ count, more }: CountedTo): string {
  return `${count}${more ? "+" : ""}`;
}

/** A moment in UTC. */
export function moment(at: Instant | null): Html | string {
  if (at === null) return "–";
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}<span class="soft"> UTC</span></time>`;
}

/** How long a span of seconds is, in its largest unit. */
function spanText(seconds: number): string {
  const [size, unit] = ([
    [86_400, "d"],
    [3600, "h"],
    [60, "min"],
  ].find(([each]) => Math.abs(seconds) >= Number(each)) ?? [1, "s"]) as [number, string];
  return `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
}

/** A moment by how far it is from now. */
export function distance(at: Instant, now: Instant): Html {
  const seconds = secondsBetween(at, now);
  const text = seconds >= 0 ? `${spanText(seconds)} ago` : `in ${spanText(seconds)}`;
  return html`<time datetime="${at}" title="${at}">${text}</time>`;
}

export type Tone = "good" | "bad" | "warn" | "calm";

const tones: Readonly<Record<string, Tone>> = {
  active: "good",
  completed: "good",
  delivered: "good",
  succeeded: "good",
  released: "good",
  funded: "good",
  on: "good",
  release_pending: "warn",
  suspended: "bad",
  declined: "bad",
  failed: "bad",
  exhausted: "bad",
  returned: "bad",
  revoked: "calm",
  off: "warn",
};

/** A word that stands for a state; the word says it, the colour only helps. */
export function badge(word: string, tone: Tone = tones[word] ?? "calm"): Html {
  return html`<span class="badge ${tone}">${word.replaceAll("_", " ")}</span>`;
}

/** An id or another text that is copied rather than read. */
export function code(text: string): Html {
  return html`<code>${text}</code>`;
}

/** The beginning of a digest; the whole is its title. */
export function digest(sha256: string, length = 12): Html {
  return html`<code title="${sha256}">${sha256.slice(0, length)}</code>`;
}

/** What others wrote, in its own direction. */
export function isolateText(text: unknown): Html {
  return html`<span dir="auto">${text}</span>`;
}

/** What is said beside the rest. */
export function soft(text: unknown): Html {
  return html`<span class="soft">${text}</span>`;
}

/** An operator, by name, with who they are in full. */
export function actorName(actor: string | null): Html | string {
  return actor === null ? "–" : html`<span dir="auto" title="${actor}">${operatorName(actor)}</span>`;
}

/** A list in one cell or fact; a dash where it has nothing. */
export function plainList(items: readonly unknown[]): Html | string {
  if (items.length === 0) return "–";
  return html`<ul class="plain">${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;
}

/** What stands where there is nothing. */
export function emptyText(text: string): Html {
  return html`<p class="empty">${text}</p>`;
}

/** A sentence that stands out. */
export function notice(text: string, tone: Tone = "good"): Html {
  return html`<p class="notice ${tone}" role="status">${text}</p>`;
}
