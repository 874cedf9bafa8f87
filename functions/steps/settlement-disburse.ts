import { disburseFunds } from "../app/settle-hops.ts";
import { waitingStep } from "./step.ts";

export const handler = waitingStep("disburse", disburseFunds);
