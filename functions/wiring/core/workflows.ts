import { SFNClient } from "@aws-sdk/client-sfn";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { sfnWorkflows } from "../../adapters/aws/sfn-workflows.ts";
import { requiredSetting } from "./env.ts";

/** The state machines, for who starts them and for who answers their tokens. */
export const workflows = sfnWorkflows(new SFNClient(awsSettings.sfn), {
  settlement: () => requiredSetting("SETTLEMENT_MACHINE_ARN"),
  escrowPayout: () => requiredSetting("ESCROW_MACHINE_ARN"),
});
