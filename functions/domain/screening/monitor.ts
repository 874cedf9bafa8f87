import * as z from "zod";
import { Refusal } from "../core/refusal.ts";
import { addDays, addSeconds, type Instant } from "../core/time.ts";
import type { Account } from "./account.ts";
import { plans } from "./plan.ts";
import { riskLevels, screenActions } from "./risk.ts";
import { type ScreenView, screenView } from "./screen-view.ts";

/** The event that tells an account of a monitored address whose risk has changed. */
export const monitorEvent = "monitor.risk_changed";

const risk = z.object({
  risk_level: z.enum(riskLevels),
  action: z.enum(screenActions).describe("what to do about the address: allow, review or block"),
});

/** What `monitor.risk_changed` carries: whose address, its risk before and after, and the screen that told. */
export const monitorEventData = z.object({
  monitorId: z.string().describe("the monitor that watches it"),
  value: z.string().describe("the address that is watched"),
  chain: z.string().nullable(),
  before: risk.describe("the risk as it was"),
  after: risk.describe("the risk as it is"),
  screen: screenView.describe("the screen that told"),
  createdAt: z.string(),
});

const alert = z.object({
  /** The event's id, under which it is sent. */
  id: z.string(),
  deliveryId: z.string(),
  screenId: z.string(),
  at: z.string(),
  before: risk,
  after: risk,
});

export type MonitorAlert = z.infer<typeof alert>;

/** An address that is screened again whenever something about it changes. Its webhook endpoint shares its ULID. */
export const monitor = z.object({
  id: z.string(),
  accountId: z.string(),
  value: z.string(),
  /** As it was named; null where it is to be detected. */
  chain: z.string().nullable(),
  url: z.string(),
  /** The last verdict that was complete, or the first one. */
  risk,
  risk_score: z.int(),
  entity_name: z.string().nullable(),
  screenId: z.string(),
  alerts: z.array(alert),
  checkedAt: z.string(),
  /** When it is screened again, whatever happens until then. */
  lookAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
});

export type Monitor = z.infer<typeof monitor>;

/** How monitors may be in effect. */
export const monitorStatuses = ["active", "paused", "endpoint_disabled", "deleted"] as const;
export type MonitorStatus = (typeof monitorStatuses)[number];

const keptAlerts = 10;

/** After this long a new monitor is screened again: a list that changed while it was registered was walked without it. */
const settleSeconds = 60;

/** How long a screen waits that somebody could not answer. */
const askAgainSeconds = 3_600;

/** The no to an account whose plan has no monitors. */
export function refuseMonitors({ plan }: Pick<Account, "plan">): Refusal | undefined {
  const { monitors, title } = plans[plan];
  if (monitors !== 0) return undefined;
  return new Refusal("plan_required", `the ${title} plan has no monitors; the Pro plan has`);
}

/** The no to one monitor more than the plan gives. */
export function refuseMore({ plan }: Pick<Account, "plan">, used: number): Refusal | undefined {
  const { monitors: limit, title } = plans[plan];
  if (limit === null || used < limit) return undefined;
  const message = `the ${title} plan watches ${limit} addresses at a time; delete a monitor, or change the plan`;
  return new Refusal("monitor_limit_reached", message, { extra: { limit, used } });
}

function settingsOf(screen: ScreenView): Pick<Monitor, "risk" | "risk_score" | "entity_name" | "screenId"> {
  const { id: screenId, risk_level, action, risk_score, entity_name } = screen;
  return { risk: { risk_level, action }, risk_score, entity_name, screenId };
}

export function newMonitor(
  made: Pick<Monitor, "id" | "accountId" | "value" | "chain" | "url">,
  screen: ScreenView,
  now: Instant,
): Monitor {
  return {
    ...{ ...made, ...settingsOf(screen), alerts: [], checkedAt: now, lookAt: addSeconds(now, settleSeconds) },
    ...{ createdAt: now, updatedAt: now, deletedAt: null },
  };
}

/** What a monitor comes to after another screen, which was begun at `now`; with an alert where its risk has changed. A screen that is not complete tells nothing and is asked again within the hour. */
export function recordRescreen(
  state: Monitor,
  screen: ScreenView,
  report: { readonly eventId: string; readonly deliveryId: string },
  now: Instant,
): { readonly next: Monitor; readonly alert: MonitorAlert | null } {
  if (screen.status !== "complete")
    return { next: { ...state, checkedAt: now, lookAt: addSeconds(now, askAgainSeconds) }, alert: null };
  const looked = { ...state, checkedAt: now, lookAt: addDays(now, 1) };
  const before = state.risk;
  const { risk: after, ...settings } = settingsOf(screen);
  if (before.risk_level === after.risk_level && before.action === after.action) return { next: looked, alert: null };
  const { eventId: id, deliveryId } = report;
  const alert = { id, deliveryId, screenId: screen.id, at: now, before, after };
  const alerts = [...state.alerts, alert].slice(-keptAlerts);
  return { next: { ...looked, ...settings, risk: after, alerts, updatedAt: now }, alert };
}

/** A monitor whose account's plan has none is left alone, and looked at again on the next day. */
export function leftAlone(state: Monitor, now: Instant): Monitor {
  return { ...state, lookAt: addDays(now, 1) };
}

/** What the account is sent: which monitor, how its risk was and is, and the screen that says so. */
export function alertData(
  { id: monitorId, value, chain }: Monitor,
  { at: createdAt, before, after }: MonitorAlert,
  screen: ScreenView,
): z.infer<typeof monitorEventData> {
  return { monitorId, value, chain, before, after, screen, createdAt };
}
