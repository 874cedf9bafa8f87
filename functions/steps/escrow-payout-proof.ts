import { awaitProof } from "../app/escrow-hops.ts";
import { escrowPayout } from "./escrow-payout.ts";
import { waitingStep } from "./step.ts";

export const handler = waitingStep(escrowPayout, "proof", awaitProof);
