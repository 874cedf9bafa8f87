import { NestedStack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { warnings } from "./alarm-definitions.ts";
import { Alarms } from "./alarms.ts";
import { Dashboard, type DashboardInput } from "./dashboard.ts";

/** What wakes people, and what they look at then. */
export class Watch extends NestedStack {
  constructor(scope: Construct, stage: Stage, shown: DashboardInput) {
    super(scope, "Watch");
    new Alarms(this, stage, warnings(stage, shown));
    new Dashboard(this, stage, shown);
  }
}
