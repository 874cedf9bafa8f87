import { html } from "hono/html";
import { isStale } from "../../app/screening/list-catalogue.ts";
import type { RequestStatus } from "../../domain/access/access-request.ts";
import { operatorName } from "../../domain/core/operator.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { OwnListEntry, OwnStatus } from "../../domain/screening/internal-list.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import { type Plan, type PlanName, plans } from "../../domain/screening/plan.ts";
import type { ScreenAction } from "../../domain/screening/risk.ts";
import { settings } from "../../wiring/core/env.ts";
import { badge, type Tone } from "../console/kit/components.ts";
import type { Html } from "../kit/page.ts";

const actionTones: Readonly<Record<ScreenAction, Tone>> = { allow: "good", review: "warn", block: "bad" };

/** What a verdict, or an own entry, comes to. */
export function actionBadge(action: ScreenAction): Html {
  return badge(action, actionTones[action]);
}

const ownTones: Readonly<Record<OwnStatus, Tone>> = {
  proposed: "warn",
  active: "good",
  rejected: "calm",
  withdrawal_proposed: "warn",
  withdrawn: "calm",
};

/** Where an own entry stands. */
export function ownBadge(status: OwnStatus): Html {
  return badge(status, ownTones[status]);
}

const requestTones: Readonly<Record<RequestStatus, Tone>> = {
  received: "warn",
  accepted: "good",
  declined: "calm",
};

export function requestBadge(status: RequestStatus): Html {
  return badge(status, requestTones[status]);
}

/** An operator, by name, with who they are in full. */
export function who(actor: string): Html {
  return html`<span dir="auto" title="${actor}">${operatorName(actor)}</span>`;
}

/** An address as its entry has it. */
export function addressOf({ value }: Pick<OwnListEntry, "value">): Html {
  return html`<code>${value}</code>`;
}

/** A number of a plan's; null is without limit. */
export function limitWords(limit: number | null): string {
  return limit === null ? "no limit" : limit.toLocaleString("en");
}

/** How much of a limit is used. */
export function usedOf(used: number, limit: number | null): string {
  const said = used.toLocaleString("en");
  return limit === null ? `${said}, no limit` : `${said} of ${limitWords(limit)}`;
}

/** A plan to choose, with what it gives a month. */
export function planChoice(name: PlanName): readonly [PlanName, string] {
  const { title, screenings }: Plan = plans[name];
  return [name, `${title}: ${screenings === null ? "no limit" : `${limitWords(screenings)} a month`}`];
}

/** How fresh a list is; a stale one keeps everybody from being screened. */
export function freshness(head: ListHead, now: Instant): Html {
  if (head.staleAfterSeconds === null) return html`${badge("never ages", "calm")}`;
  if (!isStale(head, now)) return badge("fresh", "good");
  return html`${badge("stale", "bad")} ${runbook("stale-lists", "What to do")}`;
}

/** A chapter of the runbook, linked where the stage says where it is read. */
export function runbook(chapter: string, words: string): Html {
  const { RUNBOOK_URL } = settings;
  if (RUNBOOK_URL === "") return html`${words}: <code>docs/runbook.md#${chapter}</code>`;
  return html`<a href="${RUNBOOK_URL}#${chapter}">${words}</a>`;
}
