import { Refusal } from "../../domain/core/refusal.ts";
import { dayOf } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import type { EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import { disputeFactsOf } from "../../domain/escrow/dispute.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { ingestFromSource, returnReport } from "../disputes/ingest-alert.ts";
import type { EscrowSearch } from "../disputes/ports.ts";
import { escrowIdOf, findEscrow, loadEscrow } from "./escrows.ts";
import { escrowRecordType } from "./record.ts";

/** What a tenant's escrow is to a dispute. Refuses one that nothing was ever asked for: there is nothing to dispute. */
export async function disputedEscrowOf(context: StoreContext, tenantId: string, name: string): Promise<EscrowFacts> {
  const { state } = await findEscrow(context, tenantId, name);
  if (state.funding !== null) return disputeFactsOf(state);
  const message = "nothing was ever paid into this escrow";
  throw new Refusal("validation_error", `escrowId: ${message}`, { fields: [{ path: "escrowId", message }] });
}

/** Escrows that one reference can mean. */
const mostOfReference = 50;

/** Finds an escrow by its id, by the tenant's reference of it, or by the rail's of a deposit or a payout. */
export const escrowSearch: EscrowSearch = {
  async escrowNamed(context, tenantId, { paymentId, purchaseIdentifier, railRef }) {
    const named = await Promise.all(
      [paymentId, purchaseIdentifier].map((name) => name && escrowIdOf(context, tenantId, name)),
    );
    const pk = railRef === null ? null : pointerPartition(railRef);
    const pointers = pk === null ? [] : await context.store.page({ pk, prefix: "esc_", limit: mostOfReference });
    const ids = [...new Set([...named, ...pointers.map(({ sk }) => sk)].flatMap((id) => id || []))];
    const states = (await rowsAt(context, ids.map(rowKey))).flatMap(
      (row) => loadAggregate(escrowRecordType, row)?.state ?? [],
    );
    const [first, ...others] = states.filter((state) => state.tenantId === tenantId && state.funding !== null);
    return first && others.length === 0 ? disputeFactsOf(first) : undefined;
  },
};

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
  await ingestFromSource({ ...context, ...escrowSearch }, { tenantId, source: "network", said, about });
}
