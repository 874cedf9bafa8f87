import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { wake } from "./schedule-rule.ts";

/** Every ten minutes, reconciles with each rail's list if a day has ended since, or goes on where the last call stopped. */
export class Nightly extends Construct {
  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "Nightly");
    const nightly = new ServiceLambda(this, "nightly", eventLambdas.nightly, workshop);
    const often = Duration.minutes(10);
    wake([this, "EveryTenMinutes"], nightly, { schedule: Schedule.rate(often), maxEventAge: often });
  }
}
