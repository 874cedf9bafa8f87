import { SFNClient } from "@aws-sdk/client-sfn";
import { SfnWorkflows } from "../adapters/sfn-workflows.ts";
import type { Workflows } from "../app/ports.ts";
import type { SpineDesk } from "../app/settle-hops.ts";
import { deskFor } from "./base.ts";
import { given } from "./env.ts";
import { vendors } from "./vendors.ts";

/** For hops that wait for nobody. */
export const noWorkflows: Workflows = {
  startSettlement: () => Promise.reject(new Error("this hop starts nothing")),
  answer: () => Promise.reject(new Error("this hop answers nobody")),
  fail: () => Promise.reject(new Error("this hop answers nobody")),
};

/** For hops that are given a task token; asked for late, so that only these need the machine's name. */
export function tokenWorkflows(): Workflows {
  return new SfnWorkflows(new SFNClient({}), given("SETTLEMENT_MACHINE_ARN"));
}

/** What a hop of the settlement works with. */
export function spineDesk(workflows: Workflows, requestId: string): SpineDesk {
  return { ...vendors, ...deskFor("system:settlement", requestId), workflows };
}
