import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays, dayOf, dayStart, type Instant, monthAfter, monthOf, serviceBegan } from "../../domain/core/time.ts";
import { keepReserve } from "../../domain/settlement/reserve.ts";
import type { Reserve } from "../../domain/settlement/reserve-record.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type Asker, type ListPage, type ListQuery, type ListSource, monthlyPartitions } from "../core/list-page.ts";
import { isCreatedIn, listByPointer, listOne, matches } from "../core/list-pointers.ts";
import type { IndexName, Row } from "../core/ports.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";
import { takeReviewAction } from "../review/actions.ts";
import type { ReviewContext } from "../review/review-subject.ts";
import { namedTenant } from "../tenants/tenants.ts";
import { pagesOf } from "../tenants/walk-store.ts";
import { settlementRecordType } from "./record.ts";
import { reserveOwner } from "./release-reserve.ts";
import { changeSettlement } from "./settlements.ts";

export type ReserveRequest = ListQuery<Reserve["status"]> & { readonly settlementId?: string | undefined };

/** Reserves are released a year and a return window after their settlement at the latest. */
const longestDays = 400;

/** Reserves that one call reads for a forecast. */
const batch = 100;

/** A tenant's reserves, the latest to be released first: pointers lead to the settlements that keep them. */
export function listReserves(
  context: ReadContext,
  { tenantId, tenantCreatedAt }: Asker,
  input: ReserveRequest,
): Promise<ListPage<Settlement>> {
  const partition = (month: string) => listPartition(tenantId, "reserve", month);
  return pageOf(context, { index: "list", partition, since: tenantCreatedAt }, input, tenantId);
}

/** Every tenant's reserves, or one's, for operators. Refuses a tenant that there is not as a wrong parameter. */
export async function listAllReserves(
  context: ReadContext,
  query: ReserveRequest & { readonly tenantId?: string | undefined },
): Promise<ListPage<Settlement>> {
  const tenant = await namedTenant(context, query.tenantId);
  if (tenant) return listReserves(context, { tenantId: tenant.id, tenantCreatedAt: tenant.createdAt }, query);
  const partition = (month: string) => listPartition("all", "reserve", month);
  return pageOf(context, { index: "status", partition, since: serviceBegan }, query);
}

interface ReserveList {
  readonly index: IndexName;
  readonly partition: (month: string) => string;
  readonly since: Instant;
}

/** One page. Pointers are sorted by release, which comes after the settlement was made and within its longest term: that bounds a range of creation, and the settlements themselves are asked for the rest. */
function pageOf(
  context: ReadContext,
  { index, partition, since }: ReserveList,
  input: ReserveRequest,
  tenantId?: string,
): Promise<ListPage<Settlement>> {
  const { status, settlementId, createdAfter, createdBefore } = input;
  const wanted = (state: Settlement) =>
    state.reserve !== null &&
    matches(state.reserve, { status }) &&
    matches(state, { tenantId, id: settlementId }) &&
    isCreatedIn(state.createdAt, input);
  if (settlementId !== undefined) return listOne(context, settlementRecordType, settlementId, wanted);
  const now = context.clock.now();
  const isPast = createdBefore !== undefined && createdBefore < now;
  const released = { createdAfter, createdBefore: isPast ? addDays(createdBefore, longestDays) : undefined };
  const source: ListSource = {
    ...{ index, name: `${partition("")}#${status ?? ""}` },
    partitions: monthlyPartitions(partition, since, addDays(now, longestDays), released),
    ...{ from: released.createdAfter, before: released.createdBefore },
  };
  return listByPointer(context, settlementRecordType, source, input, wanted);
}

/** The settlements that pointers lead to, in their order. */
async function ownersOf(context: StoreContext, pointers: readonly Row[]): Promise<(Settlement | undefined)[]> {
  const rows = await context.store.read(pointers.map(({ sk }) => rowKey(sk)));
  return rows.map((row) => loadAggregate(settlementRecordType, row)?.state);
}

async function ownerOf(context: StoreContext, id: string) {
  const found = await reserveOwner(context, siblingId(id, "stl"));
  if (!found) throw new Refusal("not_found", "no such reserve");
  return found;
}

/** Keeps a reserve until two operators let it go. Refuses one that is gone. */
export async function holdReserve(context: Context, id: string): Promise<Settlement> {
  const after = await changeSettlement(context, await ownerOf(context, id), (state) => {
    if (state.reserve?.status !== "held")
      return new Refusal("action_not_available", `the reserve is ${state.reserve?.status}`);
    return keepReserve(state, context.clock.now());
  });
  return after.state;
}

/** Asks for a kept reserve's release; a second operator lets it go. Refuses one that nothing keeps: it goes by itself. */
export async function askRelease(
  context: ReviewContext,
  id: string,
  note: string | null,
): Promise<{ readonly approvalId: string }> {
  const { reserve } = (await ownerOf(context, id)).state;
  if (reserve?.status === "held" && reserve.blocked === null)
    throw new Refusal("action_not_available", `nothing keeps this reserve: it goes at ${reserve.releaseAt}`);
  if (reserve?.status !== "held") throw new Refusal("action_not_available", `the reserve is ${reserve?.status}`);
  const acted = await takeReviewAction(context, siblingId(id, "rev"), { action: "release_reserve", note });
  if (!("approvalId" in acted)) throw new Error("a release needs a second operator");
  return acted;
}

export interface ReserveDay {
  readonly date: string;
  readonly count: number;
  readonly amountCents: number;
}

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
    const query = { index, pk, from: dayStart(dayOf(now)), upTo: until } as const;
    for await (const page of pagesOf(context.store, query, batch)) {
      for (const state of await ownersOf(context, page)) count(byDay, state);
      seen += page.length;
      if (page.length === batch && seen >= mostForecast) return { days: [...byDay.values()], more: true };
    }
  }
  return { days: [...byDay.values()], more: false };
}

function count(byDay: Map<string, ReserveDay>, state: Settlement | undefined): void {
  const { reserve } = state ?? {};
  if (reserve?.status !== "held" || reserve.kept) return;
  const date = dayOf(reserve.releaseAt);
  const before = byDay.get(date) ?? { date, count: 0, amountCents: 0 };
  byDay.set(date, { date, count: before.count + 1, amountCents: before.amountCents + reserve.heldCents });
}
