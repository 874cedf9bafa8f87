import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { sluice } from "../support/journey-command.ts";

const dead = "http://sqs/sluice-prod-WebhookQueueDeadLetters1";
const deliveries = "http://sqs/sluice-prod-WebhookQueueDeliveries1";
const outbox = "http://sqs/sluice-prod-OutboxDeadLetters1";

interface Asked {
  readonly QueueUrl: string;
  readonly QueueNamePrefix: string;
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[];
}

/** SQS over HTTP with queues in memory; `refused` messages of each batch are not taken. What was done to them, in order. */
async function stubSqs(first: Readonly<Record<string, readonly string[]>>, refused = 0) {
  const queues = new Map([dead, deliveries, outbox].map((url) => [url, [...(first[url] ?? [])]]));
  const received = new Map<string, readonly string[]>();
  const done: string[] = [];

  function answer(operation: string, asked: Asked): unknown {
    const { QueueUrl, Entries } = asked;
    switch (operation) {
      case "ListQueues":
        return { QueueUrls: [...queues.keys()].filter((url) => url.includes(asked.QueueNamePrefix)) };
      case "ReceiveMessage": {
        const bodies = queues.get(QueueUrl)?.splice(0, 10) ?? [];
        received.set(QueueUrl, bodies);
        const md5 = (Body: string) => createHash("md5").update(Body).digest("hex");
        return {
          Messages: bodies.map((Body, n) => ({ Body, MD5OfBody: md5(Body), ReceiptHandle: `r${n}` })),
        };
      }
      case "SendMessageBatch": {
        const taken = Entries.slice(refused);
        queues.get(QueueUrl)?.push(...taken.map(({ MessageBody }) => MessageBody));
        done.push(`sent ${taken.length}`);
        const failed = Entries.slice(0, refused).map(({ Id }) => ({ Id, SenderFault: false, Code: "no" }));
        return { Successful: [], Failed: failed };
      }
      default:
        received.delete(QueueUrl);
        done.push(`deleted ${Entries.length}`);
        return { Successful: [], Failed: [] };
    }
  }

  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked;
    const operation = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    response
      .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify(answer(operation, asked)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ queues, received, done },
    redrive: (queue: string, stage = "prod") =>
      sluice("redrive", "--queue", queue, "--stage", stage, "--endpoint", endpoint),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("npm run redrive", () => {
  test("sends every dead letter on before it is deleted, as it is", async () => {
    const bodies = Array.from({ length: 23 }, (_, nth) => `{"deliveryId":"dlv_${nth}"}`);
    await using sqs = await stubSqs({ [dead]: bodies });
    expect(await sqs.redrive("webhooks")).toEqual({
      ...{ code: 0, text: "23 messages are back in the queue of deliveries." },
    });
    expect(sqs.queues.get(deliveries)).toEqual(bodies);
    expect(sqs.done).toEqual(["sent 10", "deleted 10", "sent 10", "deleted 10", "sent 3", "deleted 3"]);
  });

  test("deletes none of a batch that the queue did not take whole", async () => {
    await using sqs = await stubSqs({ [dead]: ["a", "b"] }, 1);
    expect(await sqs.redrive("webhooks")).toEqual({
      ...{ code: 1, text: "The queue refused 1 messages; nothing is lost." },
    });
    expect(sqs.received.get(dead)).toEqual(["a", "b"]);
  });

  test("removes pointers, which the sweeper needs no more", async () => {
    await using sqs = await stubSqs({ [outbox]: ["x"] });
    expect(await sqs.redrive("outbox")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^1 messages removed/),
    });
    expect(sqs.done).toEqual(["deleted 1"]);
  });

  test("says so where a stage has no such queue", async () => {
    await using sqs = await stubSqs({});
    expect(await sqs.redrive("webhooks", "dev")).toEqual({
      ...{ code: 1, text: "Stage dev has no queue of that kind here." },
    });
  });
});
