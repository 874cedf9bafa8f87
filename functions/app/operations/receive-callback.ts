import { Refusal } from "../../domain/core/refusal.ts";
import { type RailReport, type RailReportChange, railReportEvent } from "../../domain/rails/rail-report.ts";
import type { RailName } from "../../domain/rails/terms.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { recordSendBack } from "../../domain/settlement/payer-refund.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { escrowCallbackPlan, type RailCall } from "../escrow/receive-callback.ts";
import type { Policy, WaitingChange } from "../review/ask-change.ts";
import { askReport } from "../review/ask-report.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { changeWrites, loadPair, type Pair } from "../settlement/settlements.ts";

/** A rail's callback, its words parsed by the adapter. */
export type Callback = RailCall;

/** The settlement or escrow that our reference in a callback names; undefined where it names none. */
export function namedSubject({ reference }: Callback): string | undefined {
  const [subjectId] = reference?.split(".") ?? [];
  return subjectId;
}

/** Which record a callback is about. */
interface Told {
  readonly subjectId: string;
  readonly tenantId: string;
}

/** Applies a rail's callback once; repeats and stale ones change nothing. Refuses a railRef that is not ours. */
export async function receiveCallback(context: Context, callback: Callback): Promise<void> {
  await change(context, () => callbackPlan(context, callback));
}

async function callbackPlan(context: Context, callback: Callback): Promise<Plan<Told> | Refusal> {
  const [settlementId, invoiceId] = callback.reference?.split(".") ?? [];
  if (!settlementId || !invoiceId?.startsWith("inv_")) {
    const plan = await escrowCallbackPlan(context, callback);
    if (!plan) return unknownRailRef();
    const { id: subjectId, tenantId } = plan.result;
    return { writes: plan.writes, result: { subjectId, tenantId } };
  }
  const pair = await loadOwner(context, settlementId, invoiceId);
  const state = pair?.settlement.state;
  if (!pair || state?.rail !== callback.rail || state.payment.railRef !== callback.railRef) return unknownRailRef();
  const now = context.clock.now();
  const { sentBack } = callback;
  const ofReturn = sentBack && sentBack.transferRef === state.sendBack?.transferRef;
  const settlementChange = ofReturn
    ? recordSendBack({ settlement: state, invoice: pair.invoice.state, now }, sentBack)
    : railTells(state, pair.invoice.state, callback.events, now);
  const result = { subjectId: state.id, tenantId: state.tenantId };
  return { writes: await changeWrites(context, pair, settlementChange), result };
}

/** The settlement of a reference, with its invoice; where operators have applied its late money, the one that has that now. */
async function loadOwner(context: Context, settlementId: string, invoiceId: string): Promise<Pair | undefined> {
  const pair = await loadPair(context, settlementId, invoiceId);
  const to = pair?.settlement.state.appliedTo;
  return to ? loadPair(context, to.settlementId, to.invoiceId) : pair;
}

function unknownRailRef(): Refusal {
  return new Refusal("unknown_rail_ref", "no payment has this railRef");
}

/** What a rail would have said itself of what an operator reports for it. */
async function callbackOf(context: Context, { rail, report }: RailReportChange): Promise<Callback> {
  const { railRef } = report;
  const reference = await settlementReference(context, rail, railRef);
  return { rail, railRef, reference, events: [railReportEvent(report)] };
}

/** What an operator's report for a rail writes now, as that rail's own callback would; nothing where it stands so already. */
export async function railReportPlan(context: Context, change: RailReportChange): Promise<Plan<Told> | Refusal> {
  return callbackPlan(context, await callbackOf(context, change));
}

/**
 * Applies what an operator reports for a rail that cannot call back. Where two people decide, what would change
 * something waits for another operator. Refuses a railRef that is not ours, and a second report while one waits.
 */
export async function reportForRail(
  context: Context & Policy,
  rail: RailName,
  report: RailReport,
): Promise<WaitingChange | undefined> {
  const told: RailReportChange = { kind: "rail_report", rail, report };
  return change<WaitingChange | undefined>(context, async () => {
    const plan = await railReportPlan(context, told);
    if (plan instanceof Refusal) return plan;
    if (!context.twoPersonControl || plan.writes.length === 0) return { writes: plan.writes, result: undefined };
    return askReport(context, plan.result, told);
  });
}

/** The reference that the rail was given with a settlement's collection; null where the railRef is of no settlement. */
async function settlementReference(context: Context, rail: string, railRef: string): Promise<string | null> {
  const [row] = await context.store.page({ index: "ref", pk: `${rail}#${railRef}`, limit: 1 });
  if (row?.type !== settlementRecordType.type) return null;
  const state = loadAggregate(settlementRecordType, row)?.state;
  return state ? `${state.id}.${state.invoiceId}` : null;
}
