import type { ITable, ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource, SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { eventLambdas } from "../api/background-lambdas.ts";
import { ServiceLambda, type Workshop } from "../api/service-lambda.ts";

/** Hands on what follows from each new entry in the book: the one consumer of its stream. */
export class Outbox extends Construct {
  readonly handler: ServiceLambda;

  constructor(scope: Construct, workshop: Workshop, book: ITableV2, deadLetters: Queue) {
    super(scope, "Outbox");
    this.handler = new ServiceLambda(this, "outbox", eventLambdas.outbox, workshop);
    const newEntry = FilterCriteria.filter({
      eventName: FilterRule.isEqual("INSERT"),
      dynamodb: { NewImage: { outbox: { S: FilterRule.exists() } } },
    });
    this.handler.addEventSource(
      // aws-cdk-lib's classes do not satisfy its interfaces under exactOptionalPropertyTypes.
      new DynamoEventSource(book as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 4,
        // A bad record is cut out, tried 5 times and set aside; the sweeper hands on what is still pending.
        bisectBatchOnError: true,
        retryAttempts: 5,
        onFailure: new SqsDlq(deadLetters),
        filters: [newEntry],
      }),
    );
  }
}
