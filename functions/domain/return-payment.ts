import type { Hop } from "./hop.ts";
import { type Invoice, releaseAside, takeBack } from "./invoice.ts";
import { type Joint, nothing } from "./joint.ts";
import { transfer } from "./ledger.ts";
import { failSettlement, unbooked } from "./settle.ts";
import { isEnded, type Settlement, settlementFacts, settlementHop } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** Records a payment that the payer's bank took back: before delivery the settlement fails, after it the settlement stays completed. */
export function recordReturn(state: Settlement, invoice: Invoice, returnCode: string, now: Instant): Joint {
  const { payment } = state;
  if (payment.status === "failed") return returnLateFunds(state, returnCode, now);
  if (payment.status === "returned" || payment.status === "canceled") return nothing;
  const collected = payment.status === "succeeded";
  const taken = collected ? takeBack : releaseAside;
  const returned: Settlement = {
    ...state,
    payment: { ...payment, status: "returned", railState: "returned", returnCode, returnedAt: now },
  };
  return {
    settlement: [returnHop(state, returned, returnCode, collected, now)],
    invoice: [taken(invoice, state.fiatInCents, payment.id, now)],
  };
}

/** Money that had come after the collection was given up goes back: it leaves the ledger, and nothing else was built on it. */
function returnLateFunds(state: Settlement, returnCode: string, now: Instant): Joint {
  const { payment } = state;
  const late = state.reconBreaks.some(({ kind }) => kind === "funds_after_failure");
  const unapplied = state.mismatchCents ?? 0;
  if (!late && unapplied === 0) return nothing;
  const next: Settlement = {
    ...state,
    payment: { ...payment, status: "returned", railState: "returned", returnCode, returnedAt: now },
  };
  const hop = settlementHop(state, next, now, {
    reason: `payment returned ${returnCode}`,
    postings: late
      ? transfer("tenant_payable", "rail_clearing", payment.receivedCents ?? 0)
      : transfer("unapplied_receipts", "rail_clearing", unapplied),
  });
  return { settlement: [hop], invoice: [] };
}

function returnHop(
  state: Settlement,
  returned: Settlement,
  returnCode: string,
  collected: boolean,
  now: Instant,
): Hop<Settlement> {
  const no = { code: "payment_returned", reason: `returned ${returnCode}` };
  if (state.status === "completed")
    return settlementHop(state, returned, now, {
      reason: `payment ${no.reason} after delivery`,
      postings: transfer("return_shortfall", "rail_clearing", state.fiatInCents),
      events: (next) => [
        {
          name: "settlement.returned_after_disbursement",
          data: { ...settlementFacts(next), returnCode, shortfallCents: state.fiatInCents },
        },
      ],
    });
  const givenBack = collected
    ? transfer("tenant_payable", "rail_clearing", state.fiatInCents)
    : transfer("unapplied_receipts", "rail_clearing", state.mismatchCents ?? 0);
  if (isEnded(state.status))
    return settlementHop(state, returned, now, { reason: `payment ${no.reason}`, postings: givenBack });
  const failed = failSettlement({ ...returned, status: state.status } as Settlement, no, now);
  return { ...failed, postings: [...unbooked(state), ...givenBack] };
}
