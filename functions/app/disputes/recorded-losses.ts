import { type EarlierLoss, saysChargedBack, saysRefunded } from "../../domain/disputes/alert-double-loss.ts";
import { isCaseLost } from "../../domain/disputes/case.ts";
import { loaded, pointerPartition } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import type { Chargebacks } from "../settlement/ports.ts";
import { alertKind } from "./alert-record.ts";
import { caseKind } from "./case-record.ts";

/** Alerts and cases about one payment that are looked at. */
const mostEarlier = 99;

/** What the alerts and the cases about a payment say of its money, without the alert that is being decided on. */
export async function earlierLosses(
  { book }: Pick<Desk, "book">,
  paymentId: string,
  alertId: string | null,
): Promise<EarlierLoss> {
  const pointers = await book.page({
    pk: pointerPartition(paymentId),
    limit: mostEarlier,
    newestFirst: true,
  });
  const ids = pointers.map(({ sk }) => sk).filter((id) => id !== alertId);
  const rows = await book.read(ids.map(rowKey));
  // A pointer is found by any word that its sender chose; only what is bound to the payment speaks for it.
  const isAbout = (state: { readonly paymentId: string | null }) => state.paymentId === paymentId;
  const alerts = rows
    .flatMap((row) => (row?.type === alertKind.type ? (loaded(alertKind, row)?.state ?? []) : []))
    .filter(isAbout);
  const cases = rows
    .flatMap((row) => (row?.type === caseKind.type ? (loaded(caseKind, row)?.state ?? []) : []))
    .filter(isAbout);
  return {
    caseLost: cases.some(isCaseLost),
    alertRefunded: alerts.some(saysRefunded),
    chargedBack: alerts.some(saysChargedBack),
  };
}

/** Says of a payment whether its money was taken back. */
export const chargebacks: Chargebacks = {
  isChargedBack: async (desk, paymentId) => (await earlierLosses(desk, paymentId, null)).chargedBack,
};
