import { payHosted } from "../checkout/pay.ts";
import { type Claim, readClaim } from "../core/idempotency-claim.ts";
import { continueKeyed, type KeyedRoute, requestOf } from "../core/idempotent-operation.ts";
import type { Row } from "../core/ports.ts";
import type { EscrowDesk } from "../escrow/escrows.ts";
import { expireRoute } from "../escrow/expire.ts";
import { fundCommand, fundRoute } from "../escrow/fund.ts";
import type { EscrowSight } from "../escrow/gates.ts";
import { refundCommand, refundRoute } from "../escrow/refund.ts";
import { namedCommand, releaseRoute } from "../escrow/release.ts";
import type { PayDesk } from "../settlement/pay-context.ts";
import { continuePayClaim } from "../settlement/pay-invoice.ts";

/** What carrying any money call on works with. */
export type ContinueDesk = PayDesk & EscrowDesk;

/** Carries on a money call whose holder died, in nobody's name; the answer waits on the claim. */
export async function continueClaim(desk: ContinueDesk, row: Row): Promise<void> {
  const claim = readClaim(row);
  if (!claim || claim.body.status === "done") return;
  const isPay = claim.body.operation === "payInvoice" || claim.body.operation === payHosted;
  if (isPay) return continuePayClaim(desk, claim);
  return continueKeyed(desk, claim, await escrowRoute(desk, claim));
}

/** The route of an escrow's claim, as it was asked for. */
function escrowRoute(desk: EscrowDesk, claim: Claim): Promise<KeyedRoute<EscrowSight>> {
  const request = requestOf(claim);
  const { operation, command } = claim.body;
  switch (operation) {
    case "fundEscrow":
      return fundRoute(desk, { ...request, ...fundCommand.parse(command) });
    case "releaseEscrow":
      return releaseRoute(desk, { ...request, ...namedCommand.parse(command) });
    case "refundEscrow":
      return refundRoute(desk, { ...request, ...refundCommand.parse(command) });
    case "expireEscrow":
      return expireRoute(desk, { ...request, ...namedCommand.parse(command) });
    default:
      throw new Error(`nobody carries ${operation} on`);
  }
}
