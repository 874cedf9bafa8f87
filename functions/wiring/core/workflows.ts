import { SFNClient } from "@aws-sdk/client-sfn";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { SfnWorkflows } from "../../adapters/aws/sfn-workflows.ts";
import { given } from "./env.ts";

/** The state machines, for who starts them and for who answers their tokens. */
export const workflows = new SfnWorkflows(new SFNClient(awsSettings.sfn), {
  settlement: () => given("SETTLEMENT_MACHINE_ARN"),
  escrowPayout: () => given("ESCROW_MACHINE_ARN"),
});
