import { awaitCollection } from "../app/settle-hops.ts";
import { settlement } from "./settlement.ts";
import { waitingStep } from "./step.ts";

export const handler = waitingStep(settlement, "collect", awaitCollection);
