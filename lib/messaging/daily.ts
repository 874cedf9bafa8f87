import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import type { ApiLambda } from "../../functions/http/operation.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { wake } from "./schedule-rule.ts";

/** Every hour at ten past, does what is due once a day is over: an hour that failed is made good by the next. */
export class Daily extends Construct {
  constructor(scope: Construct, name: string, made: ApiLambda, workshop: Workshop) {
    super(scope, "Daily");
    const daily = new ServiceLambda(this, name, made, workshop);
    wake([this, "EveryHour"], daily, { schedule: Schedule.cron({ minute: "10" }), maxEventAge: Duration.minutes(30) });
  }
}
