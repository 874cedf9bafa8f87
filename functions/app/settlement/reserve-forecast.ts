import { addDays, dayOf, dayStart, type Instant, monthAfter, monthOf } from "../../domain/core/time.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { ReadContext } from "../core/context.ts";
import type { Place } from "../core/ports.ts";
import { listPartition } from "../core/row-keys.ts";
import { namedTenant } from "../tenants/named-tenant.ts";
import { ownersOf } from "./reserves.ts";

/** What is to be released on one day. */
export interface ReserveDay {
  readonly date: string;
  readonly count: number;
  readonly amountCents: number;
}

const batch = 100;

/** Reserves that are looked at for one forecast. */
const mostForecast = 10_000;

/** What falls due for release day by day, of all tenants or of one, but for what operators keep; `more` when there are too many to add up at once. Refuses a tenant that there is not. */
export async function forecastReserves(
  context: ReadContext,
  input: { readonly days: number; readonly tenantId?: string | undefined },
): Promise<{ days: ReserveDay[]; more: boolean }> {
  const tenant = await namedTenant(context, input.tenantId);
  const index = tenant ? "list" : "status";
  const now = context.clock.now();
  const until: Instant = dayStart(dayOf(addDays(now, input.days + 1)));
  const byDay = new Map<string, ReserveDay>();
  let seen = 0;
  for (let month = monthOf(now); month <= monthOf(until); month = monthAfter(month)) {
    const pk = listPartition(tenant?.id ?? "all", "reserve", month);
    let after: Place | undefined;
    do {
      const from = after ? {} : { from: dayStart(dayOf(now)) };
      const page = await context.store.page({ index, pk, upTo: until, limit: batch, after, ...from });
      for (const state of await ownersOf(context, page)) count(byDay, state);
      seen += page.length;
      const last = page.length < batch ? undefined : page.at(-1);
      if (last && seen >= mostForecast) return { days: sorted(byDay), more: true };
      after = last && { pk: last.pk, sk: last.sk, sort: last.index?.[index]?.[1] ?? "" };
    } while (after);
  }
  return { days: sorted(byDay), more: false };
}

function count(byDay: Map<string, ReserveDay>, state: Settlement | undefined): void {
  const { reserve } = state ?? {};
  if (reserve?.status !== "held" || reserve.kept) return;
  const date = dayOf(reserve.releaseAt);
  const before = byDay.get(date) ?? { date, count: 0, amountCents: 0 };
  byDay.set(date, {
    ...{ date, count: before.count + 1, amountCents: before.amountCents + reserve.heldCents },
  });
}

function sorted(byDay: ReadonlyMap<string, ReserveDay>): ReserveDay[] {
  return [...byDay.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}
