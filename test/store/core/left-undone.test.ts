import type { BatchGetItemCommand } from "@aws-sdk/client-dynamodb";
import type { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { sqsBatchQueue } from "../../../functions/adapters/aws/sqs-queue.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";

const table = "records";
const keys = ["a", "b", "c"].map((pk) => ({ pk, sk: "row" }));
const growing = [50, 100, 200, 400, 800, 1600, 1600];

/** A table that answers the first key it is asked for, and in the first `throttled` rounds none at all. */
function throttledTable(throttled: number) {
  const request: number[] = [];
  const pauses: number[] = [];
  const client = {
    async send({ input }: BatchGetItemCommand) {
      const { Keys = [] } = input.RequestItems?.[table] ?? {};
      request.push(Keys.length);
      const done = request.length > throttled ? 1 : 0;
      const rows = Keys.slice(0, done).map(({ pk }) => ({
        ...{ pk: pk?.S ?? "", sk: "row", v: 1, type: "thing", body: {} },
      }));
      return { Responses: { [table]: rows.map(itemOf) }, UnprocessedKeys: { [table]: { Keys: Keys.slice(done) } } };
    },
  };
  const store = new DynamoStore(client as never, table, async (upToMs) => {
    pauses.push(upToMs);
  });
  return { store, asked: request, pauses };
}

describe("a table that leaves keys unread", () => {
  it("is asked for the rest after a pause that grows, until it has read all", async () => {
    const { store, asked: input, pauses } = throttledTable(3);
    const rows = await store.read(keys);
    expect(rows.map((row) => row?.pk)).toEqual(["a", "b", "c"]);
    expect(input).toEqual([3, 3, 3, 3, 2, 1]);
    expect(pauses).toEqual(growing.slice(0, 5));
  });

  it("is given up after eight rounds, with the number of keys that are left", async () => {
    const { store, asked: input, pauses } = throttledTable(100);
    await expect(store.read(keys)).rejects.toThrow(new ServiceUnavailable("the table left 3 of 3 keys unread"));
    expect(input).toHaveLength(8);
    expect(pauses).toEqual(growing);
  });
});

interface Failure {
  readonly SenderFault: boolean;
  readonly Code: string;
}

/** A queue that takes no message whose body has "busy" in it before the third call, and fails it so. */
function busyQueue(failure: Failure) {
  const calls: (string | undefined)[][] = [];
  const pauses: number[] = [];
  const client = {
    async send({ input }: SendMessageBatchCommand) {
      const entries = input.Entries ?? [];
      calls.push(entries.map(({ MessageBody }) => MessageBody));
      const isLeft = (body = "") => calls.length < 3 && body.includes("busy");
      return { Failed: entries.filter(({ MessageBody }) => isLeft(MessageBody)).map(({ Id }) => ({ Id, ...failure })) };
    },
  };
  const pause = async (upToMs: number) => {
    pauses.push(upToMs);
  };
  return { client: client as never, pause, calls, pauses };
}

describe("a queue that leaves messages", () => {
  const busy = { SenderFault: false, Code: "InternalError" };

  it("is sent those again, and those alone", async () => {
    const { client, pause, calls, pauses } = busyQueue(busy);
    const orders = [{ mailId: "mail_1" }, { mailId: "mail_busy" }, { mailId: "mail_2" }];
    await sqsBatchQueue(client, "url", pause).send(orders);
    const left = ['{"mailId":"mail_busy"}'];
    expect(calls.slice(1)).toEqual([left, left]);
    expect(pauses).toEqual(growing.slice(0, 2));
  });

  it("is sent nothing again that it refuses as ours", async () => {
    const { client, pause, calls } = busyQueue({ SenderFault: true, Code: "InvalidMessageContents" });
    const order = { deliveryId: "dlv_busy", endpointId: "whk_1", tenantId: "ten_1", delaySeconds: 0 };
    await expect(sqsBatchQueue(client, "url", pause).send([order])).rejects.toThrow(
      "SQS refused 1 messages: InvalidMessageContents",
    );
    expect(calls).toHaveLength(1);
  });

  it("is sent eleven messages in two calls", async () => {
    const { client, pause, calls } = busyQueue(busy);
    const orders = Array.from({ length: 11 }, (_, at) => ({ mailId: `mail_${at}` }));
    await sqsBatchQueue(client, "url", pause).send(orders);
    expect(calls.map((each) => each.length)).toEqual([10, 1]);
  });
});
