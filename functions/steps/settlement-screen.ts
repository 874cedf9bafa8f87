import { screenBeforeConversion } from "../app/settle-hops.ts";
import { step } from "./step.ts";

export const handler = step("screen", async (desk, subject) => ({
  outcome: await screenBeforeConversion(desk, subject),
}));
