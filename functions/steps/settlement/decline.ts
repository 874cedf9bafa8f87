import { declineWithoutScreen } from "../../app/settlement/machine-steps.ts";
import { step } from "../step.ts";
import { settlement } from "./handler.ts";

export const handler = step(settlement, "decline", declineWithoutScreen);
