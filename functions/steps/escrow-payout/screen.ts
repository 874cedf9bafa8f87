import { screenPayout } from "../../app/escrow/machine-steps.ts";
import { step } from "../step.ts";
import { escrowPayout } from "./handler.ts";

export const handler = step(escrowPayout, "screen", async (context, subject) => ({
  outcome: await screenPayout(context, subject),
}));
