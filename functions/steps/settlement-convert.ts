import { convertFunds } from "../app/settle-hops.ts";
import { settlement } from "./settlement.ts";
import { step } from "./step.ts";

export const handler = step(settlement, "convert", convertFunds);
