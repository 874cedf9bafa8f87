import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { eventLambdas } from "./inner-lambdas.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";

/** Every hour at ten past, releases the reserves that are due and does what is due once a day is over: an hour that failed is made good by the next. */
export class Daily extends Construct {
  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "Daily");
    const daily = new ServiceLambda(this, "daily", eventLambdas.daily, workshop);
    const target = new LambdaFunction(daily, { retryAttempts: 0, maxEventAge: Duration.minutes(30) });
    new Rule(this, "EveryHour", { schedule: Schedule.cron({ minute: "10" }), targets: [target] });
  }
}
