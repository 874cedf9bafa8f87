import { type EarlierLoss, reportsChargeback, reportsRefund } from "../../domain/disputes/alert-double-loss.ts";
import { isCaseLost } from "../../domain/disputes/case.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import type { Chargebacks } from "../settlement/ports.ts";
import { alertRecordType } from "./alert-record.ts";
import { caseRecordType } from "./case-record.ts";

/** Alerts and cases about one payment that are looked at. */
const mostEarlier = 99;

/** What the alerts and the cases about a payment say of its money, without the alert that is being decided on. */
export async function earlierLosses(
  { store }: StoreContext,
  paymentId: string,
  alertId: string | null,
): Promise<EarlierLoss> {
  const pointers = await store.page({ pk: pointerPartition(paymentId), limit: mostEarlier, newestFirst: true });
  const ids = pointers.map(({ sk }) => sk).filter((id) => id !== alertId);
  const rows = await store.read(ids.map(rowKey));
  // A pointer is found by any word that its sender chose; only what is bound to the payment speaks for it.
  const isAbout = (state: { readonly paymentId: string | null }) => state.paymentId === paymentId;
  const alerts = rows.flatMap((row) => loadAggregate(alertRecordType, row)?.state ?? []).filter(isAbout);
  const cases = rows.flatMap((row) => loadAggregate(caseRecordType, row)?.state ?? []).filter(isAbout);
  return {
    caseLost: cases.some(isCaseLost),
    alertRefunded: alerts.some(reportsRefund),
    chargedBack: alerts.some(reportsChargeback),
  };
}

export const chargebacks: Chargebacks = {
  isChargedBack: async (context, paymentId) => (await earlierLosses(context, paymentId, null)).chargedBack,
};
