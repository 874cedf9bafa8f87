import type { PayoutDesk, PayoutSubject } from "../../app/escrow/machine-steps.ts";
import { payoutDesk } from "../../wiring/escrow/escrow-payout.ts";
import type { Machine } from "../step.ts";

/** The escrow payout machine's hops. */
export const escrowPayout: Machine<PayoutDesk, PayoutSubject> = {
  name: "escrow-payout",
  desk: payoutDesk,
  subjectId: ({ escrowId }) => escrowId,
};
