import { Refusal } from "../../domain/core/refusal.ts";
import { dayOf } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import type { EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import { disputeFactsOf } from "../../domain/escrow/dispute.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { ingestFromSource, returnReport } from "../disputes/ingest-alert.ts";
import { findEscrow, loadEscrow } from "./escrows.ts";

/** What a tenant's escrow is to a dispute. Refuses one that nothing was ever asked for: there is nothing to dispute. */
export async function disputedEscrowOf(context: StoreContext, tenantId: string, name: string): Promise<EscrowFacts> {
  const { state } = await findEscrow(context, tenantId, name);
  if (state.funding !== null) return disputeFactsOf(state);
  const message = "nothing was ever paid into this escrow";
  throw new Refusal("validation_error", `escrowId: ${message}`, { fields: [{ path: "escrowId", message }] });
}

/** Raises the alert of an escrow's deposit that its payer says nobody allowed. Safe to do twice: its name is made of the escrow and the code. */
export async function raiseEscrowReturnAlert(
  context: Context,
  { escrowId, tenantId, code, at }: Extract<SideEffect, { kind: "raise_escrow_return_alert" }>,
): Promise<void> {
  const { state } = await loadEscrow(context, escrowId);
  const about = disputeFactsOf(state);
  const said = returnReport(escrowId, code, {
    ...{ amountCents: about.amountCents, currency: about.currency, paymentId: null },
    ...{ railRef: state.funding?.railRef ?? null, purchaseIdentifier: state.reference, receivedAt: at },
    transactionDate: dayOf(state.fundedAt ?? state.createdAt),
  });
  await ingestFromSource(context, { tenantId, source: "network", said, about });
}
