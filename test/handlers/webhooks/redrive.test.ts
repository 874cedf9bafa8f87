import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { sluice } from "../../support/journeys/command.ts";

const dead = queueOf("prod", "WebhookQueueDeadLetters");
const deliveries = queueOf("prod", "WebhookQueueDeliveries");
const outbox = queueOf("prod", "OutboxDeadLetters");

const constructs = ["WebhookQueueDeadLetters", "WebhookQueueDeliveries", "OutboxDeadLetters"];
/** The longer name's queues come first in a list by name prefix. */
const stages = ["dev-a-b", "dev-a", "prod"];

function queueOf(stage: string, construct: string): string {
  return `http://sqs/sluice-${stage}-rails-${construct}`;
}

interface Input {
  readonly QueueUrl: string;
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[];
}

/** CloudFormation's answer about one stack, a resource a page. */
function resourcesOf(input: URLSearchParams): string | null {
  const stage = /^sluice-(.+)-rails$/.exec(input.get("StackName") ?? "")?.[1];
  if (stage === undefined || !stages.includes(stage)) return null;
  const others = [["AWS::DynamoDB::Table", "OutboxDeadLettersFFFFFFFF", "a table"]];
  const queues = constructs.map((id) => ["AWS::SQS::Queue", `${id}0A1B2C3D`, queueOf(stage, id)]);
  const all = [...others, ...queues];
  const nth = Number(input.get("NextToken") ?? 0);
  const [type, logical, physical] = all[nth] ?? [];
  const next = nth + 1 < all.length ? `<NextToken>${nth + 1}</NextToken>` : "";
  return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries><member>
    <ResourceType>${type}</ResourceType><LogicalResourceId>${logical}</LogicalResourceId>
    <PhysicalResourceId>${physical}</PhysicalResourceId>
    </member></StackResourceSummaries>${next}</ListStackResourcesResult></ListStackResourcesResponse>`;
}

const noStack = `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code>
  <Message>Stack does not exist</Message></Error></ErrorResponse>`;

/** CloudFormation and SQS over HTTP with queues in memory; `refused` messages of each batch are not taken. What was done to them, in order. */
async function stubAws(first: Readonly<Record<string, readonly string[]>>, refused = 0) {
  const urls = stages.flatMap((stage) => constructs.map((construct) => queueOf(stage, construct)));
  const queues = new Map(urls.map((url) => [url, [...(first[url] ?? [])]]));
  const received = new Map<string, readonly string[]>();
  const done: string[] = [];

  function answer(operation: string, input: Input): unknown {
    const { QueueUrl, Entries } = input;
    switch (operation) {
      case "ReceiveMessage": {
        const bodies = queues.get(QueueUrl)?.splice(0, 10) ?? [];
        received.set(QueueUrl, bodies);
        const md5 = (Body: string) => createHash("md5").update(Body).digest("hex");
        return { Messages: bodies.map((Body, n) => ({ Body, MD5OfBody: md5(Body), ReceiptHandle: `r${n}` })) };
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
    const text = Buffer.concat(await request.toArray()).toString();
    const target = request.headers["x-amz-target"];
    if (target === undefined) {
      const xml = resourcesOf(new URLSearchParams(text));
      response.writeHead(xml === null ? 400 : 200, { "content-type": "text/xml" }).end(xml ?? noStack);
      return;
    }
    const operation = String(target).split(".").at(-1) ?? "";
    response
      .writeHead(200, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify(answer(operation, JSON.parse(text) as Input)));
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
    await using aws = await stubAws({ [dead]: bodies });
    expect(await aws.redrive("webhooks")).toEqual({
      ...{ code: 0, text: "23 messages are back in the queue of deliveries." },
    });
    expect(aws.queues.get(deliveries)).toEqual(bodies);
    expect(aws.done).toEqual(["sent 10", "deleted 10", "sent 10", "deleted 10", "sent 3", "deleted 3"]);
  });

  test("deletes none of a batch that the queue did not take whole", async () => {
    await using aws = await stubAws({ [dead]: ["a", "b"] }, 1);
    expect(await aws.redrive("webhooks")).toEqual({
      ...{ code: 1, text: "The queue refused 1 messages; nothing is lost." },
    });
    expect(aws.received.get(dead)).toEqual(["a", "b"]);
  });

  test("removes pointers, which the sweeper needs no more", async () => {
    await using aws = await stubAws({ [outbox]: ["x"] });
    expect(await aws.redrive("outbox")).toMatchObject({ code: 0, text: expect.stringMatching(/^1 messages removed/) });
    expect(aws.done).toEqual(["deleted 1"]);
  });

  test("touches no queue of a stage whose name begins with this one's", async () => {
    const other = queueOf("dev-a-b", "OutboxDeadLetters");
    const own = queueOf("dev-a", "OutboxDeadLetters");
    await using aws = await stubAws({ [other]: ["theirs"], [own]: ["ours"] });
    expect(await aws.redrive("outbox", "dev-a")).toMatchObject({ code: 0 });
    expect(aws.queues.get(other)).toEqual(["theirs"]);
    expect(aws.queues.get(own)).toEqual([]);
  });

  test("says so where a stage has no such queue", async () => {
    await using aws = await stubAws({});
    expect(await aws.redrive("mail")).toEqual({ code: 1, text: "Stage prod has no queue MailLetters." });
  });

  test("says so where there is no such stage", async () => {
    await using aws = await stubAws({});
    expect(await aws.redrive("webhooks", "dev")).toEqual({
      ...{ code: 1, text: "Stack sluice-dev-rails could not be asked: Stack does not exist." },
    });
  });
});
