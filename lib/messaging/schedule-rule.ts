import type { Duration } from "aws-cdk-lib";
import { Rule, type Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Construct } from "constructs";
import type { ServiceLambda } from "../api/service-lambda.ts";

/** When something runs by itself. */
interface Waking {
  readonly schedule: Schedule;
  /** A run that is later than this is left to the next one. */
  readonly maxEventAge: Duration;
}

/** Runs a Lambda by schedule, under a rule of this id. The next run does all that a failed one left, so neither EventBridge nor Lambda retries. */
export function wake([scope, id]: readonly [Construct, string], worker: ServiceLambda, when: Waking): void {
  const once = { retryAttempts: 0, maxEventAge: when.maxEventAge };
  const target = new LambdaFunction(worker, once);
  // The target's settings end where Lambda has the event: the invocation is asynchronous and has its own.
  worker.configureAsyncInvoke(once);
  new Rule(scope, id, { schedule: when.schedule, targets: [target] });
}
