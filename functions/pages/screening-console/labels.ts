import { html } from "hono/html";
import type { KeyEnvironment } from "../../app/core/api-key.ts";
import { isStale } from "../../app/screening/list-catalogue.ts";
import type { Instant } from "../../domain/core/time.ts";
import { refusePlan } from "../../domain/screening/account.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import { type PlanName, planNames, plans } from "../../domain/screening/plan.ts";
import { settings } from "../../wiring/core/env.ts";
import { badge } from "../console/kit/text.ts";
import type { Html } from "../kit/page.ts";

/** Where records are, by the prefixes of their ids. */
export const recordPlaces = { scr: "screens", mon: "monitors", acc: "accounts", own: "own-lists", acr: "requests" };

/** A number of a plan's; null is without limit. */
export function limitLabels(limit: number | null): string {
  return limit === null ? "no limit" : limit.toLocaleString("en");
}

export function usedOf(used: number, limit: number | null): string {
  const answer = used.toLocaleString("en");
  return limit === null ? `${answer}, no limit` : `${answer} of ${limitLabels(limit)}`;
}

export function plansHere(environment: KeyEnvironment): readonly PlanName[] {
  return planNames.filter((name) => refusePlan(name, environment) === undefined);
}

/** A choice of plan, with what each gives a month. */
export function planChoice(environment: KeyEnvironment) {
  const options = plansHere(environment).map((name) => {
    const { title, screenings } = plans[name];
    return [name, `${title}: ${screenings === null ? "no limit" : `${limitLabels(screenings)} a month`}`] as const;
  });
  return { label: "Plan", optional: false, options };
}

/** How fresh a list is; a stale one keeps everybody from being screened. */
export function freshness(head: ListHead, now: Instant): Html {
  if (head.staleAfterSeconds === null) return html`${badge("never ages", "calm")}`;
  if (!isStale(head, now)) return badge("fresh", "good");
  return html`${badge("stale", "bad")} ${runbook("stale-lists", "What to do")}`;
}

/** A chapter of the runbook, linked where the stage says where it is read. */
export function runbook(chapter: string, text: string): Html {
  const { RUNBOOK_URL } = settings;
  if (RUNBOOK_URL === "") return html`${text}: <code>docs/runbook.md#${chapter}</code>`;
  return html`<a href="${RUNBOOK_URL}#${chapter}">${text}</a>`;
}
