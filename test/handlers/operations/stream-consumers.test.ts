import type { DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let pending: Row[];

beforeAll(async () => {
  await deployed.start();
  pending = pendingEntries(deployed.aws.store.rows());
});
afterAll(() => deployed.stop());

const consumers = {
  outbox: async () => (await import("../../../functions/events/outbox.ts")).handler,
  workflows: async () => (await import("../../../functions/events/workflows.ts")).handler,
};

function eventWith(rows: readonly Row[]): DynamoDBStreamEvent {
  const Records = rows.map((row, at) => ({
    eventName: "INSERT",
    dynamodb: { NewImage: itemOf(row), SequenceNumber: `${100 + at}` },
  }));
  return { Records } as unknown as DynamoDBStreamEvent;
}

describe.each(Object.entries(consumers))("the stream's consumer %s", (_, consumer) => {
  test("names the records that are to come again, and does the others", async () => {
    const handler = await consumer();
    const unreadable: Row = { pk: "stl_x", sk: "entry#00000001", v: 1, type: "entry", body: {}, outbox: "pending" };
    const [first, ...others] = pending.slice(0, 4);
    const reply = await handler(eventWith([first, unreadable, ...others] as Row[]), invocation);
    expect(reply).toEqual({ batchItemFailures: [{ itemIdentifier: "101" }] });
  });

  test("has nothing to say of a batch that is done", async () => {
    const handler = await consumer();
    expect(await handler(eventWith(pending), invocation)).toEqual({ batchItemFailures: [] });
  });
});
