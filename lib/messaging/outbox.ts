import type { ITable, ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";

/** What follows from each new entry in the table, by its stream's two consumers, which is as many as a stream should have: money's next step, and everything else. Neither waits for the other. */
export class Outbox extends Construct {
  readonly workflows: ServiceLambda;
  readonly outbox: ServiceLambda;

  constructor(scope: Construct, workshop: Workshop, book: ITableV2, deadLetters: Queue) {
    super(scope, "Outbox");
    this.workflows = new ServiceLambda(this, "workflows", eventLambdas.workflows, workshop);
    this.outbox = new ServiceLambda(this, "outbox", eventLambdas.outbox, workshop);
    this.workflows.addEventSource(newEntries(book, deadLetters, { workflow: { BOOL: FilterRule.exists() } }));
    this.outbox.addEventSource(newEntries(book, deadLetters, { outbox: { S: FilterRule.exists() } }));
  }
}

/** New entries that have this attribute, as the stream brings them. */
function newEntries(book: ITableV2, deadLetters: Queue, NewImage: Readonly<Record<string, unknown>>) {
  // aws-cdk-lib's classes do not satisfy its interfaces under exactOptionalPropertyTypes.
  return new DynamoEventSource(book as ITable, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    parallelizationFactor: 4,
    // A bad record is cut out, tried 3 times and set aside; the sweeper takes what is still pending.
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: 3,
    onFailure: new SqsDlq(deadLetters),
    filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual("INSERT"), dynamodb: { NewImage } })],
  });
}
