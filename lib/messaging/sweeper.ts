import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { wake } from "./schedule-rule.ts";

/** Once a minute, does what became due: retries, expiries, and what a crash left behind. */
export class Sweeper extends Construct {
  constructor(scope: Construct, name: string, made: ApiLambda, workshop: Workshop) {
    super(scope, "Sweeper");
    const sweep = new ServiceLambda(this, name, made, workshop);
    const minute = Duration.minutes(1);
    wake([this, "EveryMinute"], sweep, { schedule: Schedule.rate(minute), maxEventAge: minute });
  }
}
