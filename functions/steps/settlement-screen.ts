import { screenBeforeConversion } from "../app/settle-hops.ts";
import { settlement } from "./settlement.ts";
import { step } from "./step.ts";

export const handler = step(settlement, "screen", async (desk, subject) => ({
  outcome: await screenBeforeConversion(desk, subject),
}));
