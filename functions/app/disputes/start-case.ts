import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import type { DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import type { DisputedEscrow, EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import { bindAlert } from "../../domain/disputes/ingest-alert.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { openedCase } from "../../domain/disputes/resolve.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { loadAlert } from "./alert-reads.ts";
import { loadCase } from "./change-case.ts";
import { findDisputedEscrow, loadDisputedEscrow } from "./disputed-escrow.ts";
import { caseOfAlert, type NewCase, type PlannedCase, planCase } from "./open-case.ts";

/** A case that somebody wants opened; what is left out is what its alert said, or its payment or escrow is. */
export interface CaseInput {
  readonly alertId: string | null;
  readonly paymentId: string | null;
  readonly stage: DisputeStage | null;
  readonly network: DisputeNetwork | null;
  readonly reasonCode: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly networkDueBy: Instant | null;
}

/** Opens a case, with its alert and its payment, or the escrow that `about` is, in one transaction; `opened` tells. An alert alone joins the open case of what it is about, or is answered with its own. Refuses a second case beside an open one: nothing of it is taken. */
export function startCase(
  context: Context,
  tenantId: string,
  input: CaseInput,
  about: EscrowFacts | null = null,
): Promise<{ readonly state: DisputeCase; readonly opened: boolean }> {
  return change(context, async () => {
    const alert = input.alertId === null ? null : await loadAlert(context, tenantId, input.alertId);
    const settlement = await paymentOf(context, tenantId, input, alert);
    if (settlement instanceof Refusal) return settlement;
    const escrow = await escrowOf(context, about, alert);
    if (escrow instanceof Refusal) return escrow;
    const isAlertAlone = alert !== null && about === null && saysNothing(input);
    const known = alert?.state.caseId ?? null;
    if (known !== null) {
      const { state } = await loadCase(context, { tenantId, caseId: known });
      return isAlertAlone ? { writes: [], result: { state, opened: false } } : caseExists(state, "alert");
    }
    const wanted = newCase(tenantId, input, alert?.state ?? null, { settlement, escrow }, context.clock.now());
    if (wanted instanceof Refusal) return wanted;
    const planned = await planCase(context, wanted);
    if (planned instanceof Refusal) return planned;
    const { state, opened, writes } = planned;
    if (!opened && !isAlertAlone) return caseExists(state, settlement ? "payment" : "escrow");
    const linked = alert ? linkAlert(context, alert, planned) : [];
    if (linked instanceof Refusal) return linked;
    return { writes: [...linked, ...writes()], result: { state, opened } };
  });
}

/** Whether a request names an alert and nothing beside it. */
function saysNothing({ alertId: _, ...rest }: CaseInput): boolean {
  return Object.values(rest).every((value) => value === null);
}

function caseExists({ id: caseId }: DisputeCase, what: "alert" | "payment" | "escrow"): Refusal {
  const message = `this ${what} has the case ${caseId} already; nothing of this request was taken`;
  return new Refusal("case_exists", message, { extra: { caseId } });
}

function invalid(path: string, message: string): Refusal {
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}

async function paymentOf(
  context: Context,
  tenantId: string,
  { paymentId: text }: CaseInput,
  alert: Aggregate<Alert> | null,
): Promise<Aggregate<Settlement> | Refusal | null> {
  const bound = alert?.state.paymentId ?? null;
  if (text !== null && bound !== null && text !== bound) return invalid("paymentId", `the alert is about ${bound}`);
  const paymentId = text ?? bound;
  if (paymentId === null) return null;
  const found = await findRecord(context, settlementRecordType, siblingId(paymentId, "stl"));
  return found?.state.tenantId === tenantId ? found : new Refusal("not_found", "no such payment");
}

/** What a case is about, as read: one of them at most. */
type CaseSubject = Pick<NewCase, "settlement" | "escrow">;

/** The escrow that is meant. Refuses another one than the alert's, and one beside the payment that the alert is about. */
async function escrowOf(
  context: Context,
  about: EscrowFacts | null,
  alert: Aggregate<Alert> | null,
): Promise<Aggregate<DisputedEscrow> | Refusal | null> {
  const bound = alert?.state.escrowId ?? alert?.state.paymentId ?? null;
  if (about && bound !== null && bound !== about.escrowId) return invalid("escrowId", `the alert is about ${bound}`);
  if (about) return loadDisputedEscrow(context, about);
  const known = alert?.state.escrowId ?? null;
  return known === null ? null : ((await findDisputedEscrow(context, known)) ?? null);
}

/** The case that is meant: what was asked for, then what the alert said, then what the payment or the escrow is. */
function newCase(
  tenantId: string,
  input: CaseInput,
  alert: Alert | null,
  { settlement, escrow }: CaseSubject,
  now: Instant,
): NewCase | Refusal {
  const from = alert && caseOfAlert(alert, { settlement, escrow });
  const paidCents = settlement?.state.payment.amountCents ?? escrow?.state.amountCents;
  const amountCents = input.amountCents ?? from?.amountCents ?? paidCents;
  if (amountCents === undefined)
    return new Refusal("invalid_amount", "amountCents is required without an alert, a payment and an escrow", {
      fields: [{ path: "amountCents", message: "required" }],
    });
  const network = input.network ?? from?.network ?? (alert === null && (settlement || escrow) ? "ach" : null);
  if (network === null && alert === null)
    return invalid("network", "required without an alert, a payment and an escrow");
  const stage = input.stage ?? from?.stage ?? "chargeback";
  return {
    ...{ tenantId, settlement, escrow, stage, network, amountCents },
    alertId: alert?.id ?? null,
    reasonCode: input.reasonCode ?? from?.reasonCode ?? null,
    currency: input.currency ?? from?.currency ?? "USD",
    networkDueBy: input.networkDueBy ?? from?.networkDueBy ?? null,
    receivedAt: from?.receivedAt ?? now,
    countedAt: from?.countedAt ?? null,
  };
}

/** The alert goes on as the case; one that was not bound yet is bound to what the case is about with that. */
function linkAlert(context: Context, alert: Aggregate<Alert>, planned: PlannedCase): Write[] | Refusal {
  const now = context.clock.now();
  const { state, joined } = planned;
  const { paymentId, escrowId } = state;
  const binds = alert.state.status === "unmatched" && (paymentId !== null || escrowId !== null);
  const bound = binds ? [bindAlert(alert.state, { paymentId, escrowId, score: 100, method: "operator" }, now)] : [];
  const transitions = openedCase(bound.at(-1)?.next ?? alert.state, state.id, now, joined?.counted);
  if (transitions instanceof Refusal) return transitions;
  return transitionWrites(alert, [...bound, ...transitions], context).writes;
}
