import { type PayoutSubject, parkEscrow } from "../app/escrow-hops.ts";
import { escrowPayout } from "./escrow-payout.ts";
import { step } from "./step.ts";

export const handler = step(escrowPayout, "park", (desk, task: PayoutSubject & { readonly error?: string }) =>
  parkEscrow(desk, task, task.error ?? "no answer"),
);
