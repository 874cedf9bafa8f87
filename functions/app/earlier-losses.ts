import { type EarlierLoss, saysChargedBack, saysRefunded } from "../domain/alert-double-loss.ts";
import { isCaseLost } from "../domain/dispute-case.ts";
import { loaded, pointerPartition } from "./aggregate.ts";
import { alertKind } from "./alert-kind.ts";
import { caseKind } from "./case-kind.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";

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
