import { dayOf } from "../../domain/core/time.ts";
import type { Follow } from "../../domain/core/transition.ts";
import type { AlertSaid } from "../../domain/disputes/alert.ts";
import { achMeaning } from "../../domain/settlement/ach-return.ts";
import type { Desk } from "../core/context.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { ingestSourced } from "./ingest-alert.ts";

/** Raises the alert of a debit that its payer says nobody allowed. Safe to do twice: its name is made of the settlement and the code. */
export async function raiseReturnAlert(
  desk: Desk,
  { settlementId, tenantId, code, at }: Extract<Follow, { kind: "raise_return_alert" }>,
): Promise<void> {
  const { state } = await loadSettlement(desk, settlementId);
  const { payment, currency, createdAt } = state;
  const said: AlertSaid = {
    externalId: `return:${settlementId}:${code}`,
    kind: "ach_return",
    amountCents: payment.amountCents,
    currency,
    network: "ach",
    reasonCode: code,
    ...{ arn: null, authCode: null, cardLast4: null, cardBin: null },
    descriptor: achMeaning(code).meaning,
    transactionDate: dayOf(payment.receivedAt ?? createdAt),
    paymentId: payment.id,
    railRef: payment.railRef,
    purchaseIdentifier: state.invoiceNumber,
    receivedAt: at,
    ...{ respondBy: null, refundedByNetwork: false, networkRef: null, isoRef: null, raw: null },
  };
  await ingestSourced(desk, { tenantId, source: "network", said });
}
