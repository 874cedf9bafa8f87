import { payHostedInvoice } from "../checkout/hosted-invoice.ts";
import { type Claim, readClaim } from "../core/idempotency-claim.ts";
import { continueIdempotent, type IdempotentRoute, requestOf } from "../core/idempotent-operation.ts";
import type { Row } from "../core/ports.ts";
import type { EscrowContext } from "../escrow/escrows.ts";
import { expireRoute } from "../escrow/expire.ts";
import { fundCommand, fundRoute } from "../escrow/fund-escrow.ts";
import type { EscrowSnapshot } from "../escrow/money-call.ts";
import { refundCommand, refundRoute } from "../escrow/refund.ts";
import { namedCommand, releaseRoute } from "../escrow/release.ts";
import type { PayVendors } from "../settlement/pay-guards.ts";
import { continuePayClaim } from "../settlement/pay-invoice.ts";

export type ContinueContext = PayVendors & EscrowContext;

/** Carries on a money call whose holder died, in nobody's name; the answer waits on the claim. */
export async function continueClaim(context: ContinueContext, row: Row): Promise<void> {
  const claim = readClaim(row);
  if (!claim || claim.body.status === "done") return;
  const isPay = claim.body.operation === "payInvoice" || claim.body.operation === payHostedInvoice;
  if (isPay) return continuePayClaim(context, context, claim);
  return continueIdempotent(context, claim, await escrowRoute(context, claim));
}

function escrowRoute(context: EscrowContext, claim: Claim): Promise<IdempotentRoute<EscrowSnapshot>> {
  const request = requestOf(claim);
  const { operation, command } = claim.body;
  switch (operation) {
    case "fundEscrow":
      return fundRoute(context, { ...request, ...fundCommand.parse(command) });
    case "releaseEscrow":
      return releaseRoute(context, { ...request, ...namedCommand.parse(command) });
    case "refundEscrow":
      return refundRoute(context, { ...request, ...refundCommand.parse(command) });
    case "expireEscrow":
      return expireRoute(context, { ...request, ...namedCommand.parse(command) });
    default:
      throw new Error(`nobody carries ${operation} on`);
  }
}
