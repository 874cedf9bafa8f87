import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Alert, type AlertTransitions, alertMoves, illegalAlertMove } from "../../domain/disputes/alert.ts";
import { noteChargeback } from "../../domain/disputes/alert-double-loss.ts";
import { decideBound, type RuleDecision, toReview } from "../../domain/disputes/alert-rules.ts";
import { type DisputedEscrow, noteEscrow } from "../../domain/disputes/disputed-escrow.ts";
import { openedCase } from "../../domain/disputes/resolve.ts";
import { withoutTakenBack } from "../../domain/settlement/counters.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type FlagKey, type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { findDisputedEscrow } from "./disputed-escrow.ts";
import { caseOfAlert, type PlannedCase, planCase } from "./open-case.ts";
import { earlierLosses } from "./recorded-losses.ts";
import { type RulesInForce, rulesIn, rulesKey } from "./rules.ts";

export interface AlertSnapshot {
  readonly tenant: Tenant;
  readonly flags: Flags;
  readonly inForce: RulesInForce;
}

export function alertSnapshotKeys(tenantId: string): Key[] {
  return [rulesKey(tenantId), ...tenantSettingsKeys(tenantId)];
}

export function alertSnapshot([rules, ...rows]: readonly (Row | undefined)[]): AlertSnapshot {
  const { tenant, flags } = tenantSettingsOf(rows);
  if (!tenant) throw new Error("an alert belongs to a tenant");
  return { tenant, flags, inForce: rulesIn(rules) };
}

/** What deciding about an alert writes, and the alert as it is after that; `refunded` is the payment whose rail is to be told. */
export interface DecidedAlert {
  readonly writes: readonly Write[];
  readonly after: Aggregate<Alert>;
  readonly refunded: Settlement | null;
}

/** Writes an alert's transitions, and where they bind it to a payment or an escrow what follows from that: the mirror, the rules, the refund's intent, the case. All of it is one transaction. */
export async function decideAlert(
  context: Context,
  alert: Aggregate<Alert>,
  transitions: AlertTransitions,
  { standing: how, ...about }: AlertSubject & { readonly standing: AlertSnapshot },
): Promise<DecidedAlert> {
  const state = transitions.at(-1)?.next;
  const { payment, escrow } = boundTo(about, state);
  if (!state || (!payment && !escrow)) return { ...transitionWrites(alert, transitions, context), refunded: null };
  const now = context.clock.now();
  const ruled = decideBound(
    state,
    {
      settlement: payment?.state ?? null,
      earlier: payment ? await earlierLosses(context, payment.state.payment.id, state.id) : noLoss,
      tenant: how.tenant,
      rules: how.inForce.rules,
      rulesVersion: how.inForce.version,
      railOn: payment !== undefined && isRailOn(how.flags, payment.state.rail),
    },
    now,
  );
  const opened = ruled.opensCase ? await withCase(context, ruled, { payment, escrow }) : { ruled, writes: () => [] };
  const { writes, after } = transitionWrites(
    alert,
    withoutTakenBack([...transitions, ...opened.ruled.transitions]),
    context,
  );
  const ofCase = opened.writes();
  const all = [...writes, ...ofCase];
  if (!payment) {
    const noted = escrow && ofCase.length === 0 ? transitionWrites(escrow, noteEscrow(escrow.state), context) : null;
    return { writes: [...all, ...(noted?.writes ?? [])], after, refunded: null };
  }
  const noted = ruled.settlement ? [ruled.settlement] : noteChargeback(payment.state, after.state, now);
  const paid = transitionWrites(payment, noted, context);
  const isRefund = ruled.settlement !== null && after.state.refund?.by === "service";
  return { writes: [...all, ...paid.writes], after, refunded: isRefund ? paid.after.state : null };
}

/** What an alert may be about, as read: the payment, or the escrow whose deposit it is. */
export interface AlertSubject {
  readonly payment?: Aggregate<Settlement> | undefined;
  readonly escrow?: Aggregate<DisputedEscrow> | undefined;
}

/** What of it the alert is bound to. */
function boundTo({ payment, escrow }: AlertSubject, alert: Alert | undefined): AlertSubject {
  const isPayments = alert !== undefined && alert.paymentId === payment?.state.payment.id;
  const isEscrows = alert !== undefined && alert.escrowId === escrow?.state.escrowId;
  return { payment: isPayments ? payment : undefined, escrow: isEscrows ? escrow : undefined };
}

const noLoss = { caseLost: false, alertRefunded: false, chargedBack: false };

/** Opens a case for an alert, or finds the open one of what it is about; where the network's window has closed, people look. */
async function withCase(
  context: Context,
  ruled: RuleDecision,
  { payment = null, escrow = null }: { [K in keyof AlertSubject]: AlertSubject[K] | null },
): Promise<{ ruled: RuleDecision; writes: PlannedCase["writes"] }> {
  const now = context.clock.now();
  const planned = await planCase(context, caseOfAlert(ruled.state, { settlement: payment, escrow }));
  if (planned instanceof Refusal) return { ruled: toReview(ruled.state, "deadline_passed", now), writes: () => [] };
  const transitions = openedCase(ruled.state, planned.caseId, now, planned.joined?.counted);
  if (transitions instanceof Refusal) throw transitions;
  return { ruled: { ...ruled, transitions }, writes: planned.writes };
}

function isRailOn(flags: Flags, rail: string): boolean {
  const key = flagKeys.find((each): each is FlagKey => each === `vendor.collection.${rail}`);
  return key === undefined || flags.on(key);
}

/** What opening a case for an alert by somebody's wish writes. Refuses an alert that has ended otherwise, and a case whose window has closed. */
export async function openCaseOf(
  context: Context,
  alert: Aggregate<Alert>,
): Promise<{ readonly writes: readonly Write[]; readonly after: Aggregate<Alert> } | Refusal> {
  const { state } = alert;
  if (!alertMoves[state.status].includes("case_opened")) return illegalAlertMove(state, "case_opened");
  const planned = await planCase(context, caseOfAlert(state, await subjectOf(context, state)));
  if (planned instanceof Refusal) return planned;
  const transitions = openedCase(state, planned.caseId, context.clock.now(), planned.joined?.counted);
  if (transitions instanceof Refusal) return transitions;
  const { writes, after } = transitionWrites(alert, transitions, context);
  return { writes: [...writes, ...planned.writes()], after };
}

async function subjectOf(context: StoreContext, { paymentId, escrowId }: Alert) {
  const settlement = paymentId && (await findRecord(context, settlementRecordType, siblingId(paymentId, "stl")));
  const escrow = escrowId && (await findDisputedEscrow(context, escrowId));
  return { settlement: settlement || null, escrow: escrow || null };
}
