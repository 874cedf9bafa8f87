import { siblingId } from "../domain/id.ts";
import { Refusal } from "../domain/refusal.ts";
import { keepReserve } from "../domain/reserve.ts";
import type { Settlement } from "../domain/settlement.ts";
import { addDays, dayOf, dayStart, type Instant, monthAfter, monthOf } from "../domain/time.ts";
import { loaded } from "./aggregate.ts";
import type { Desk } from "./desk.ts";
import type { Asker } from "./invoices.ts";
import { listPartition, rowKey, settlementKind } from "./kinds.ts";
import { type Listed, type ListRequest, listRows, monthlyPartitions } from "./list.ts";
import { reserveOwner } from "./release-reserve.ts";
import { changeSettlement } from "./settlements.ts";

/** Reserves are released a year and a return window after their settlement at the latest. */
const longestDays = 400;

/** A tenant's reserves, the latest to be released first: pointers lead to the settlements that keep them. */
export async function listReserves(
  desk: Pick<Desk, "book" | "clock">,
  { tenantId, tenantCreatedAt }: Asker,
  asked: ListRequest,
): Promise<Listed<Settlement>> {
  const partition = (month: string) => listPartition(tenantId, "reserve", month);
  const until = addDays(desk.clock.now(), longestDays);
  const partitions = monthlyPartitions(partition, tenantCreatedAt, until);
  const { rows, nextCursor } = await listRows(
    desk.book,
    { index: "list", name: partition(""), partitions },
    asked,
  );
  return {
    data: await ownersOf(
      desk,
      rows.map(({ sk }) => sk),
    ),
    nextCursor,
  };
}

async function ownersOf(desk: Pick<Desk, "book">, ids: readonly string[]): Promise<Settlement[]> {
  const rows = await desk.book.read(ids.map(rowKey));
  return rows.flatMap((row) => loaded(settlementKind, row)?.state ?? []);
}

/** What is to be released on one day. */
export interface ReserveDay {
  readonly date: string;
  readonly count: number;
  readonly amountCents: number;
}

const batch = 100;

/** Reserves that are looked at for one forecast. */
const mostForecast = 10_000;

/** What falls due for release day by day, over all tenants; `more` when there are too many to add up at once. */
export async function forecastReserves(
  desk: Pick<Desk, "book" | "clock">,
  days: number,
): Promise<{ days: ReserveDay[]; more: boolean }> {
  const now = desk.clock.now();
  const until: Instant = dayStart(dayOf(addDays(now, days + 1)));
  const byDay = new Map<string, ReserveDay>();
  let seen = 0;
  for (let month = monthOf(now); month <= monthOf(until); month = monthAfter(month)) {
    const pk = listPartition("all", "reserve", month);
    let after: { pk: string; sk: string; sort: string } | undefined;
    for (;;) {
      const from = after ? {} : { from: dayStart(dayOf(now)) };
      const page = await desk.book.page({ index: "status", pk, upTo: until, limit: batch, after, ...from });
      for (const state of await ownersOf(
        desk,
        page.map(({ sk }) => sk),
      ))
        count(byDay, state);
      seen += page.length;
      const last = page.at(-1);
      if (!last || page.length < batch) break;
      if (seen >= mostForecast) return { days: sorted(byDay), more: true };
      after = { pk: last.pk, sk: last.sk, sort: last.index?.status?.[1] ?? "" };
    }
  }
  return { days: sorted(byDay), more: false };
}

function count(byDay: Map<string, ReserveDay>, { reserve }: Settlement): void {
  if (reserve?.status !== "held") return;
  const date = dayOf(reserve.releaseAt);
  const before = byDay.get(date) ?? { date, count: 0, amountCents: 0 };
  byDay.set(date, {
    ...{ date, count: before.count + 1, amountCents: before.amountCents + reserve.heldCents },
  });
}

function sorted(byDay: ReadonlyMap<string, ReserveDay>): ReserveDay[] {
  return [...byDay.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Keeps a reserve until two operators let it go. Refuses one that is gone. */
export async function holdReserve(desk: Desk, id: string): Promise<Settlement> {
  const found = await reserveOwner(desk, siblingId(id, "stl"));
  if (!found) throw new Refusal("not_found", "no such reserve");
  const after = await changeSettlement(desk, found, (state) => {
    if (state.reserve?.status !== "held")
      return new Refusal("action_not_available", `the reserve is ${state.reserve?.status}`);
    return keepReserve(state, desk.clock.now());
  });
  return after.state;
}
