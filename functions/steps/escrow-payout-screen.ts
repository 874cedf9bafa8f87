import { screenPayout } from "../app/escrow-hops.ts";
import { escrowPayout } from "./escrow-payout.ts";
import { step } from "./step.ts";

export const handler = step(escrowPayout, "screen", async (desk, subject) => ({
  outcome: await screenPayout(desk, subject),
}));
