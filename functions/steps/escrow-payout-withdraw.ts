import { withdrawBlocked } from "../app/escrow-hops.ts";
import { escrowPayout } from "./escrow-payout.ts";
import { step } from "./step.ts";

export const handler = step(escrowPayout, "withdraw", withdrawBlocked);
