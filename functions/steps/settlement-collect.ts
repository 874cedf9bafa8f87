import { awaitCollection } from "../app/settle-hops.ts";
import { waitingStep } from "./step.ts";

export const handler = waitingStep("collect", awaitCollection);
