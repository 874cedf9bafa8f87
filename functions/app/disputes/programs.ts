import { Refusal } from "../../domain/core/refusal.ts";
import { monthBefore, monthOf } from "../../domain/core/time.ts";
import {
  creditOf,
  creditStatus,
  freshCredit,
  isBreached,
  lookAtPrograms,
  type ProgramCredit,
  type ProgramHops,
  programCredit,
  reinstateByHand,
  suspendByHand,
} from "../../domain/disputes/program-credit.ts";
import { monthsFor } from "../../domain/disputes/ratio.ts";
import { type RatioView, ratioView } from "../../domain/disputes/ratio-view.ts";
import type { DayCounts } from "../../domain/settlement/counters.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Kind, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { dailyIndex } from "../core/due.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { tenantKind } from "../tenants/records.ts";
import { countedDays, lookedAt, tallyKeys } from "./counters.ts";

/** One row a tenant: what ratio programs have come to for it. */
export const programKind: Kind<ProgramCredit> = {
  type: "programs",
  schema: programCredit,
  key: rowKey,
  id: (state) => `programs#${state.tenantId}`,
  tenantId: (state) => state.tenantId,
  index: (state) =>
    state.lookAt === null ? {} : { due: dailyIndex(rowKey(`programs#${state.tenantId}`), state.lookAt) },
};

/** A tenant with its programs and what was counted for it. */
interface Known {
  readonly tenant: Loaded<Tenant>;
  readonly programs: Loaded<ProgramCredit>;
  readonly days: DayCounts;
  readonly tallies: readonly (Row | undefined)[];
}

async function know(desk: Desk, tenantId: string, months: readonly string[]): Promise<Known | Refusal> {
  const keys = [rowKey(tenantId), rowKey(`programs#${tenantId}`), ...tallyKeys(tenantId, months)];
  const [tenantRow, programRow, ...tallies] = await desk.book.read(keys);
  const tenant = tenantRow?.type === tenantKind.type ? loaded(tenantKind, tenantRow) : undefined;
  if (!tenant) return new Refusal("not_found", "no such tenant");
  const programs =
    loaded(programKind, programRow) ?? unborn(programKind, freshCredit(tenantId, desk.clock.now()));
  return { tenant, programs, days: countedDays(tallies), tallies };
}

/** The months that an evaluation needs: today's, and those of a late count. */
function monthsOf(desk: Desk, late?: string): string[] {
  const months = monthsFor(monthOf(desk.clock.now()));
  return [...new Set([...months, ...(late === undefined ? [] : [late, monthBefore(late)])])];
}

/** Writes what a look at the programs has come to, with the tenant whose credit it is, in one transaction. */
function plan(desk: Desk, known: Known, hops: ProgramHops): Plan<Tenant> {
  const { tenant, programs, days, tallies } = known;
  const isFirst = programs.v === 0;
  // A trail begins with an entry.
  const said = isFirst
    ? hops.map(({ quiet: _, ...hop }, at) => ({ ...hop, ...(at === 0 && { from: null }) }))
    : hops;
  const { writes, after } = hopWrites(programs, said, desk);
  const changed = tenantWrites(desk, tenant, after.state, days);
  const writesOfAll = [...writes, ...changed.writes, ...tallies.flatMap(lookedAt)];
  return { writes: writesOfAll, result: changed.tenant };
}

function tenantWrites(
  desk: Desk,
  tenant: Loaded<Tenant>,
  programs: ProgramCredit,
  days: DayCounts,
): { writes: Write[]; tenant: Tenant } {
  const now = desk.clock.now();
  const { state } = tenant;
  const ratioBreached = isBreached(programs, days, now);
  const creditSuspended = creditOf(programs);
  const isSame =
    state.ratioBreached === ratioBreached &&
    JSON.stringify(state.creditSuspended) === JSON.stringify(creditSuspended);
  if (isSame) return { writes: [], tenant: state };
  const next: Tenant = { ...state, ratioBreached, creditSuspended, updatedAt: now };
  const reason = `credit ${creditStatus(programs)}${creditSuspended ? ` (${creditSuspended.program})` : ""}, ratios ${ratioBreached ? "breached" : "in order"}`;
  const hop = { next, from: state.status, to: state.status, reason };
  return { writes: hopWrites(tenant, [hop], desk).writes, tenant: next };
}

/** Looks at a tenant's programs with what is counted now; `late` is a month that something was counted in. Safe to do twice. */
export async function lookAtTenantPrograms(desk: Desk, tenantId: string, late?: string): Promise<Tenant> {
  return change(desk, async () => {
    const known = await know(desk, tenantId, monthsOf(desk, late));
    if (known instanceof Refusal) return known;
    const hops = lookAtPrograms(known.programs.state, known.days, desk.clock.now(), late);
    return plan(desk, known, hops);
  });
}

/** What an operator wants of a tenant's credit. */
export interface CreditOrder {
  readonly action: "suspend" | "reinstate";
  readonly note: string | null;
}

/** Suspends a tenant's credit or gives it back, whatever its ratios say; a second time changes nothing. */
export async function orderCredit(
  desk: Desk,
  tenantId: string,
  { action, note }: CreditOrder,
): Promise<Tenant> {
  return change(desk, async () => {
    const known = await know(desk, tenantId, monthsOf(desk));
    if (known instanceof Refusal) return known;
    const { programs, days } = known;
    const now = desk.clock.now();
    const hops =
      action === "suspend"
        ? suspendByHand(programs.state, note, now)
        : reinstateByHand(programs.state, days, note, now);
    return hops.length === 0 ? { writes: [], result: known.tenant.state } : plan(desk, known, hops);
  });
}

/** How a tenant stands in every program in a month, now where none is named. */
export async function readRatios(desk: Desk, tenantId: string, period?: string): Promise<RatioView> {
  const now = desk.clock.now();
  const month = period ?? monthOf(now);
  const months = [...new Set([...monthsFor(month), ...monthsFor(monthOf(now))])];
  const known = await know(desk, tenantId, months);
  if (known instanceof Refusal) throw known;
  return ratioView(known.programs.state, known.days, month, now);
}
