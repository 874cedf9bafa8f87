import { awaitProof } from "../../app/escrow/machine-steps.ts";
import { waitingStep } from "../step.ts";
import { escrowPayout } from "./handler.ts";

export const handler = waitingStep(escrowPayout, "proof", awaitProof);
