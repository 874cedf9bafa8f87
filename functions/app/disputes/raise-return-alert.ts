import { dayOf } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import { achMeaning } from "../../domain/settlement/return-code-rules.ts";
import type { Context } from "../core/context.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { ingestFromSource } from "./ingest-alert.ts";

/** Raises the alert of a debit that its payer says nobody allowed. Safe to do twice: its name is made of the settlement and the code. */
export async function raiseReturnAlert(
  context: Context,
  { settlementId, tenantId, code, at }: Extract<SideEffect, { kind: "raise_return_alert" }>,
): Promise<void> {
  const { state } = await loadSettlement(context, settlementId);
  const { payment, currency, createdAt } = state;
  const report: ReportedOutcome = {
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
  await ingestFromSource(context, { tenantId, source: "network", said: report });
}
