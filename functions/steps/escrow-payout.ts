import type { PayoutDesk, PayoutSubject } from "../app/escrow-hops.ts";
import { payoutDesk } from "../wiring/escrow-payout.ts";
import type { Machine } from "./step.ts";

/** The escrow payout machine's hops. */
export const escrowPayout: Machine<PayoutDesk, PayoutSubject> = {
  name: "escrow-payout",
  desk: payoutDesk,
  subjectId: ({ escrowId }) => escrowId,
};
