import { convertFunds } from "../app/settle-hops.ts";
import { step } from "./step.ts";

export const handler = step("convert", convertFunds);
