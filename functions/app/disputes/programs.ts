import { Refusal } from "../../domain/core/refusal.ts";
import { monthBefore, monthOf } from "../../domain/core/time.ts";
import type { CountedTenant } from "../../domain/disputes/monitoring-program.ts";
import {
  creditOf,
  creditStatus,
  freshCredit,
  isBreached,
  lookAtPrograms,
  type ProgramCredit,
  type ProgramTransitions,
  programCredit,
  programsToInvestigate,
  reinstateByHand,
  suspendByHand,
} from "../../domain/disputes/program-credit.ts";
import { monthsFor } from "../../domain/disputes/ratio.ts";
import { type RatioView, ratioView } from "../../domain/disputes/ratio-view.ts";
import { openNotice } from "../../domain/review/notice.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import {
  type Aggregate,
  creationWrites,
  loadAggregate,
  newAggregate,
  type RecordType,
  transitionWrites,
} from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { dailyIndex } from "../core/due-index.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { noticeRecordType } from "../review/notices.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { countedDays, counterKeys, lookedAt } from "./counters.ts";

/** One row a tenant: what ratio programs have come to for it. */
export const programRecordType: RecordType<ProgramCredit> = {
  type: "programs",
  schema: programCredit,
  id: (state) => `programs#${state.tenantId}`,
  tenantId: (state) => state.tenantId,
  index: (state) =>
    state.lookAt === null ? {} : { due: dailyIndex(rowKey(`programs#${state.tenantId}`), state.lookAt) },
};

interface Known {
  readonly tenant: Aggregate<Tenant>;
  readonly programs: Aggregate<ProgramCredit>;
  readonly counted: CountedTenant;
  readonly counters: readonly (Row | undefined)[];
}

async function know(context: Context, tenantId: string, months: readonly string[]): Promise<Known | Refusal> {
  const keys = [rowKey(tenantId), rowKey(`programs#${tenantId}`), ...counterKeys(tenantId, months)];
  const [tenantRow, programRow, ...counters] = await context.store.read(keys);
  const tenant = loadAggregate(tenantRecordType, tenantRow);
  if (!tenant) return new Refusal("not_found", "no such tenant");
  const programs =
    loadAggregate(programRecordType, programRow) ??
    newAggregate(programRecordType, freshCredit(tenantId, context.clock.now()));
  const { createdAt: since, country } = tenant.state;
  const counted = { days: countedDays(counters), since, country };
  return { tenant, programs, counted, counters };
}

/** The months that an evaluation needs: today's, and those of a late count. */
function monthsOf(context: Context, late?: string): string[] {
  const months = monthsFor(monthOf(context.clock.now()));
  return [...new Set([...months, ...(late === undefined ? [] : [late, monthBefore(late)])])];
}

/** Writes what a look at the programs has come to, with the tenant whose credit it is, in one transaction. */
function plan(context: Context, known: Known, transitions: ProgramTransitions): Plan<Tenant> {
  const { tenant, programs, counted, counters } = known;
  const isFirst = programs.v === 0;
  const now = context.clock.now();
  const withRatios = (transition: ProgramTransitions[number]) =>
    transition.events?.length
      ? {
          ...transition,
          objects: { program: ratioView(transitions.at(-1)?.next ?? transition.next, counted, monthOf(now), now) },
        }
      : transition;
  // A trail begins with an entry.
  const programTransitions = isFirst
    ? transitions.map(({ quiet: _, ...transition }, at) => ({ ...transition, ...(at === 0 && { from: null }) }))
    : transitions;
  const { writes, after } = transitionWrites(programs, programTransitions.map(withRatios), context);
  const changed = tenantWrites(context, tenant, after.state, counted);
  const writesOfAll = [...writes, ...changed.writes, ...counters.flatMap(lookedAt)];
  return { writes: writesOfAll, result: changed.tenant };
}

function tenantWrites(
  context: Context,
  tenant: Aggregate<Tenant>,
  programs: ProgramCredit,
  counted: CountedTenant,
): { writes: Write[]; tenant: Tenant } {
  const now = context.clock.now();
  const { state } = tenant;
  const ratioBreached = isBreached(programs, counted, now);
  const creditSuspended = creditOf(programs);
  const isSame =
    state.ratioBreached === ratioBreached && JSON.stringify(state.creditSuspended) === JSON.stringify(creditSuspended);
  if (isSame) return { writes: [], tenant: state };
  const next: Tenant = { ...state, ratioBreached, creditSuspended, updatedAt: now };
  const reason = `credit ${creditStatus(programs)}${creditSuspended ? ` (${creditSuspended.program})` : ""}, ratios ${ratioBreached ? "breached" : "in order"}`;
  const transition = { next, from: state.status, to: state.status, reason };
  return { writes: transitionWrites(tenant, [transition], context).writes, tenant: next };
}

/** Looks at a tenant's programs with what is counted now; `late` is a month that something was counted in. Safe to do twice. */
export async function lookAtTenantPrograms(context: Context, tenantId: string, late?: string): Promise<Tenant> {
  return change(context, async () => {
    const known = await know(context, tenantId, monthsOf(context, late));
    if (known instanceof Refusal) return known;
    const transitions = lookAtPrograms(known.programs.state, known.counted, context.clock.now(), late);
    const { writes, result } = plan(context, known, transitions);
    return { writes: [...writes, ...noticeWrites(context, known, transitions)], result };
  });
}

/** What opens a notice, with the deadline of its program, for each that operators have to look into from now on. */
function noticeWrites(
  context: Context,
  { tenant, programs, counted }: Known,
  transitions: ProgramTransitions,
): Write[] {
  const after = transitions.at(-1)?.next ?? programs.state;
  return programsToInvestigate(programs.state, after, counted, context.clock.now()).flatMap((input) => {
    const transition = openNotice(
      { id: context.newId("ntc", context.clock.now()), tenantId: tenant.state.id, ...input },
      context.clock.now(),
    );
    return creationWrites(noticeRecordType, transition, context);
  });
}

export interface CreditOrder {
  readonly action: "suspend" | "reinstate";
  readonly note: string | null;
}

/** Suspends a tenant's credit or gives it back, whatever its ratios say; a second time changes nothing. */
export async function orderCredit(context: Context, tenantId: string, { action, note }: CreditOrder): Promise<Tenant> {
  return change(context, async () => {
    const known = await know(context, tenantId, monthsOf(context));
    if (known instanceof Refusal) return known;
    const { programs, counted } = known;
    const now = context.clock.now();
    const transitions =
      action === "suspend"
        ? suspendByHand(programs.state, note, now)
        : reinstateByHand(programs.state, counted, note, now);
    // What was counted is still to be looked at: an order is no look.
    return plan(context, { ...known, counters: [] }, transitions);
  });
}

/** How a tenant stands in every program in a month, now where none is named. */
export async function readRatios(context: Context, tenantId: string, period?: string): Promise<RatioView> {
  const now = context.clock.now();
  const month = period ?? monthOf(now);
  const months = [...new Set([...monthsFor(month), ...monthsFor(monthOf(now))])];
  const known = await know(context, tenantId, months);
  if (known instanceof Refusal) throw known;
  return ratioView(known.programs.state, known.counted, month, now);
}
