import type { Instant } from "../core/time.ts";
import { isEnded, type Settlement } from "../settlement/settlement.ts";

/** Where the money of a settlement is: under way, delivered, not let through, or gone back. */
export const flowPlaces = ["in_flight", "delivered", "stopped", "returned"] as const;
export type FlowPlace = (typeof flowPlaces)[number];

export type Flow = Record<FlowPlace, { count: number; cents: number }>;

/** The money of a day's settlements by where it is now, in all and by the hour in which they began (UTC). */
export interface DayFlow {
  readonly total: Flow;
  readonly hours: readonly Flow[];
}

function placeOf({ status, payment }: Settlement): FlowPlace {
  if (payment.status === "returned" || payment.status === "refunded") return "returned";
  if (status === "completed") return "delivered";
  return isEnded(status) ? "stopped" : "in_flight";
}

function noFlow(): Flow {
  const none = () => ({ count: 0, cents: 0 });
  return { in_flight: none(), delivered: none(), stopped: none(), returned: none() };
}

export function dayFlow(settlements: readonly Settlement[]): DayFlow {
  const total = noFlow();
  const hours = Array.from({ length: 24 }, noFlow);
  for (const state of settlements) {
    const place = placeOf(state);
    for (const flow of [total, hours[Number(state.createdAt.slice(11, 13))]]) {
      if (!flow) continue;
      flow[place].count += 1;
      flow[place].cents += state.fiatInCents;
    }
  }
  return { total, hours };
}

/** Settlements that have not ended, by status: how many, what they come to, and how many began over an hour or a day ago. */
export interface StatusAges {
  readonly status: Settlement["status"];
  readonly count: number;
  readonly cents: number;
  readonly overHour: number;
  readonly overDay: number;
  readonly oldest: Instant;
}

/** What is under way by status and age, in the order of a settlement's way. */
export function agesOf(settlements: readonly Settlement[], now: Instant): StatusAges[] {
  const age = ({ createdAt }: Settlement) => Date.parse(now) - Date.parse(createdAt);
  return [...Map.groupBy(settlements, ({ status }) => status)].map(([status, those]) => ({
    status,
    count: those.length,
    cents: those.reduce((sum, { fiatInCents }) => sum + fiatInCents, 0),
    overHour: those.filter((each) => age(each) >= 3_600_000).length,
    overDay: those.filter((each) => age(each) >= 86_400_000).length,
    oldest: those.map(({ createdAt }) => createdAt).reduce((one, other) => (one < other ? one : other)),
  }));
}
