import { Refusal } from "../../domain/core/refusal.ts";
import { type Alert, alertMoves, illegalAlertMove } from "../../domain/disputes/alert.ts";
import { bindAlert } from "../../domain/disputes/ingest-alert.ts";
import { scoreMatch } from "../../domain/disputes/match-score.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { change } from "../core/change.ts";
import { type RefundOrder, tellRail } from "../settlement/refund-payment.ts";
import { alertSnapshot, alertSnapshotKeys, decideAlert } from "./alert-decision.ts";
import { loadAlert } from "./alert-reads.ts";
import { findPayment } from "./find-payments.ts";
import type { NamedAlert } from "./resolve-alert.ts";

export interface MatchInput {
  readonly paymentId: string;
  readonly note: string | null;
}

/** Binds an alert that no payment was clear for; its rules are asked then. The same payment again changes nothing. Refuses an alert that waits for no payment, and a payment that is not its tenant's. */
export async function matchAlert(context: RefundOrder, named: NamedAlert, input: MatchInput): Promise<Alert> {
  const { alert, refunded } = await change<{ alert: Alert; refunded: Settlement | null }>(context, async () => {
    const found = await loadAlert(context, named.tenantId, named.alertId);
    const { state } = found;
    if (state.paymentId === input.paymentId) return { writes: [], result: { alert: state, refunded: null } };
    if (!canBeBound(state)) return illegalAlertMove(state, "matched");
    const { tenantId } = state;
    const snapshot = alertSnapshot(await context.store.read(alertSnapshotKeys(tenantId)));
    const searcher = { tenantId, tenantName: snapshot.tenant.name };
    const payment = await findPayment(context, searcher, input.paymentId);
    if (!payment) return new Refusal("not_found", "no such payment");
    const { score } = scoreMatch(state.said, payment.facts);
    const bound = { paymentId: input.paymentId, score, method: "operator" as const };
    const transition = bindAlert(state, bound, context.clock.now(), input.note ?? undefined);
    const decided = await decideAlert(context, found, [transition], {
      standing: snapshot,
      payment: payment.settlement,
    });
    return { writes: decided.writes, result: { alert: decided.after.state, refunded: decided.refunded } };
  });
  if (refunded) await tellRail(context, refunded);
  return alert;
}

/** One that the network refunded before anybody knew its payment can still be told which it was. */
function canBeBound(state: Alert): boolean {
  if (alertMoves[state.status].includes("matched")) return true;
  return state.status === "auto_refunded" && state.paymentId === null;
}
