import type { PayoutContext, PayoutSubject } from "../../app/escrow/machine-steps.ts";
import { payoutContext } from "../../wiring/escrow/escrow-payout.ts";
import type { Machine } from "../step.ts";

/** The escrow payout machine's transitions. */
export const escrowPayout: Machine<PayoutContext, PayoutSubject> = {
  name: "escrow-payout",
  context: payoutContext,
  subjectId: ({ escrowId }) => escrowId,
};
