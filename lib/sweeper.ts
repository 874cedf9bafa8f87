import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { eventLambdas } from "./inner-lambdas.ts";
import { ServiceLambda, type Workshop } from "./service-lambda.ts";

/** Once a minute, does what became due: retries, expiries, and what a crash left behind. */
export class Sweeper extends Construct {
  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "Sweeper");
    const sweep = new ServiceLambda(this, "sweep", eventLambdas.sweep, workshop);
    // The next minute's run does all that a failed one left, so EventBridge need not retry.
    const target = new LambdaFunction(sweep, { retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, "EveryMinute", { schedule: Schedule.rate(Duration.minutes(1)), targets: [target] });
  }
}
