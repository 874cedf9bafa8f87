import type { Payout, VendorNo } from "../../app/rails/ports.ts";
import { bridgeMeaning } from "../../domain/rails/bridge-state.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";
import { type BridgeTransfer, legOf, proofOf, reportOf } from "./schema.ts";

/** Where and for whom a collection's money is held. */
export function heldBy({ id, on_behalf_of: customerId, destination }: BridgeTransfer) {
  const { bridge_wallet_id: holdWallet, currency: heldIn } = destination;
  if (customerId === null || holdWallet === null || heldIn === null)
    throw new VendorUnavailable(`bridge does not say where ${id} is held`);
  return { customerId, holdWallet, heldIn };
}

/** A no where Bridge itself says that a collection's money is not in the wallet, which holds that of others too; undefined where it is there. Throws while that is open. */
export function notThere({ id, state }: BridgeTransfer): VendorNo | undefined {
  const meaning = bridgeMeaning(state, "hold");
  if (meaning === "collected") return undefined;
  if (meaning === "waits" || meaning === "unknown")
    throw new VendorUnavailable(`bridge does not hold the money of ${id} now`);
  return { refused: { code: `bridge_${state}`, reason: "the rail no longer holds the payer's money" } };
}

/** The proof that a transfer gives, or its definite end without one. */
export function paidBy(transfer: BridgeTransfer): Payout | VendorNo {
  if (bridgeMeaning(transfer.state, legOf(transfer)) === "failed")
    return { refused: { code: `bridge_${transfer.state}`, reason: "the rail could not deliver" } };
  const { paid, cost } = reportOf(transfer);
  const amounts = { ...(paid !== null && { paid }), ...(cost !== undefined && { cost }) };
  const txHash = proofOf(transfer);
  return { txHash, transferRef: transfer.id, ...(txHash !== null && amounts) };
}
