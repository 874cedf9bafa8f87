import { centsText } from "../core/money.ts";
import type { Instant } from "../core/time.ts";
import { reviewItem } from "../review/review.ts";
import type { Review, ReviewReason } from "../review/review-reason-code.ts";
import type { DisputeCase } from "./case.ts";
import { isPreparing } from "./transitions.ts";

/** When the sweeper looks at a case: when the network's window closes on one that is not answered. */
export function caseLookAt(state: DisputeCase): Instant | undefined {
  return isPreparing(state) ? state.networkDueBy : undefined;
}

/** Why a case is in the review queue: it is to be answered, by our own deadline before the network's. Null where nothing is to be prepared. */
export function caseReviewReason(state: DisputeCase): (ReviewReason & { deadline: Instant }) | null {
  if (!isPreparing(state)) return null;
  const { status, stage, network, reasonCode, category, amountCents, currency, createdAt } = state;
  const { networkDueBy, internalDueBy } = state;
  const what = [network, stage.replaceAll("_", " "), reasonCode].filter((word) => word !== null).join(" ");
  const doing = status === "open" ? "nobody gathers evidence yet" : "its evidence is gathered";
  const reason = `${what} over ${centsText(amountCents)} ${currency} (${category.replaceAll("_", " ")}): ${doing}; the network's window closes at ${networkDueBy}`;
  return { kind: "dispute", reason, since: createdAt, deadline: internalDueBy };
}

/** A dispute case as the review queue sees it; null where nothing is to be prepared. */
export function caseReviewOf(state: DisputeCase): Review | null {
  return reviewItem(caseReviewReason(state), () => ["accept_loss"]);
}
