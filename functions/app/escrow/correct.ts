import { whyNotWallet } from "../../domain/addresses/payout-address.ts";
import { invalidField, Refusal } from "../../domain/core/refusal.ts";
import { correctPayout, isOnlyNamed, type PayoutCorrection } from "../../domain/escrow/correct.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { assetWarnings } from "../../domain/tenants/asset-policy.ts";
import { whyNotFrozen } from "../../domain/tenants/frozen-wallet.ts";
import { change } from "../core/change.ts";
import { getRecord } from "../core/read-records.ts";
import { whyNotCoin } from "../settlement/pay-guards.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { type EscrowContext, findEscrow, railThatHolds } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

const payoutFields = { address: "payoutAddress", chain: "payoutChain", stable: "payoutStable" };
const refundFields = { ...payoutFields, address: "refundAddress" };

/** The no to an escrow's wallets that nothing can be paid to, where those are checked. */
export function whyNotWallets(
  { checksAddresses = false }: Pick<EscrowContext, "checksAddresses">,
  escrow: Pick<Escrow, "payoutAddress" | "refundAddress" | "payoutChain" | "payoutStable">,
): Refusal | undefined {
  if (!checksAddresses) return undefined;
  const { payoutAddress, refundAddress, payoutChain: chain, payoutStable: stable } = escrow;
  return (
    whyNotWallet({ address: payoutAddress, chain, stable }, payoutFields) ??
    whyNotWallet({ address: refundAddress, chain, stable }, refundFields)
  );
}

/** The no to money that could come and never leave. */
export function unpaidRoute(rail: string, chain: string, stable: string): Refusal {
  const message = `the ${rail} rail does not pay ${stable} on ${chain}`;
  return invalidField("payoutStable", message, `payoutStable: ${message}`);
}

/** Corrects where an escrow pays out to, until its money was asked for, or names its refund address. Refuses a wallet that nothing can be paid to, a stablecoin that may not be used, and a wallet that is known to be frozen. */
export function correctEscrow(
  context: EscrowContext,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
  input: PayoutCorrection,
): Promise<Escrow> {
  return change(context, async () => {
    const found = await findEscrow(context, tenantId, name);
    const { state: tenant } = await getRecord(context, tenantRecordType, tenantId, "tenant");
    const rail = railThatHolds(context, found.state);
    const now = context.clock.now();
    const { licensedIn } = rail.capabilities;
    const wished = input.payoutStable ?? found.state.payoutStable;
    const warnings = assetWarnings({ stable: wished, countries: [tenant.country], licensedIn }, now);
    const transitions = correctPayout(found.state, { ...input, warnings }, now);
    if (transitions instanceof Refusal) return transitions;
    const { writes, after } = escrowWrites(found, transitions, context);
    if (transitions.length === 0) return { writes, result: after.state };
    const { payoutAddress, payoutChain: chain, payoutStable: stable, refundAddress } = after.state;
    const no = whyNotWallets(context, after.state);
    if (no) return no;
    const newRefundAddress = refundAddress === found.state.refundAddress ? null : refundAddress;
    // What is held goes back on the route that it came for, whatever is said of that by now.
    if (isOnlyNamed(found.state, input)) {
      const frozen = whyNotFrozen(tenant, { chain, stable }, [newRefundAddress]);
      return frozen ?? { writes, result: after.state };
    }
    if (!rail.pays({ chain, stable })) return unpaidRoute(rail.name, chain, stable);
    const addresses = [payoutAddress, newRefundAddress];
    const refused = whyNotCoin(rail, tenant, stable, now) ?? whyNotFrozen(tenant, { chain, stable }, addresses);
    return refused ?? { writes, result: after.state };
  });
}
