import { Duration } from "aws-cdk-lib";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";
import { wake } from "./schedule-rule.ts";

/** Every five minutes, fetches third parties' alerts and tells them what came of earlier ones: two hundred and more tries within the shortest answer time, a day. */
export class AlertPuller extends Construct {
  constructor(scope: Construct, workshop: Workshop) {
    super(scope, "AlertPuller");
    const puller = new ServiceLambda(this, "pull-alerts", eventLambdas["pull-alerts"], workshop);
    // Mastercard's signer uses url.parse, which Node warns of in bundles; what it is given are our own addresses.
    puller.addEnvironment("NODE_OPTIONS", "--disable-warning=DEP0169");
    // What a failed run left is with its source still.
    const often = Duration.minutes(5);
    wake([this, "EveryFiveMinutes"], puller, { schedule: Schedule.rate(often), maxEventAge: often });
  }
}
