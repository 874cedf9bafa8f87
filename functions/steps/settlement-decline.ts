import { declineUnscreened } from "../app/settle-hops.ts";
import { step } from "./step.ts";

export const handler = step("decline", declineUnscreened);
