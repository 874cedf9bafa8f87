import { withdrawBlockedPayout } from "../../app/escrow/machine-steps.ts";
import { step } from "../step.ts";
import { escrowPayout } from "./handler.ts";

export const handler = step(escrowPayout, "withdraw", withdrawBlockedPayout);
