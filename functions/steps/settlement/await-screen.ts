import { awaitScreen } from "../../app/settlement/machine-steps.ts";
import { waitingStep } from "../step.ts";
import { settlement } from "./handler.ts";

export const handler = waitingStep(settlement, "await-screen", awaitScreen);
