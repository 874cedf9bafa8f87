import type { SQSEvent, SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let send: typeof import("../../../functions/events/send-webhook.ts").handler;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  // Read its environment when it is imported, as a Lambda does.
  ({ handler: send } = await import("../../../functions/events/send-webhook.ts"));
});

afterAll(() => deployed.stop());

function batch(bodies: readonly string[]): SQSEvent {
  return { Records: bodies.map((body, nth) => ({ messageId: `m${nth}`, body }) as SQSRecord) };
}

/** A message for a delivery to a port where nobody listens. */
async function message(): Promise<string> {
  const params = { id: owner.id };
  const token = deployed.operatorToken;
  const endpoint = await deployed.call("registerWebhook", token, params, { url: "http://127.0.0.1:9/" });
  const { id: webhookId } = JSON.parse(endpoint.text);
  await deployed.call("testWebhook", token, { ...params, webhookId }, { event: "invoice.sent" });
  return deployed.aws.queued.at(-1) ?? "";
}

describe("an operator's call that names itself", () => {
  test("is another one each time: the request ids are ours, whatever X-Request-Id says", async () => {
    const params = { id: owner.id };
    const token = deployed.operatorToken;
    const endpoint = await deployed.call("registerWebhook", token, params, { url: "http://127.0.0.1:9/" });
    const hook = { ...params, webhookId: JSON.parse(endpoint.text).id };
    for (const [id, body] of [
      ["testWebhook", { event: "invoice.sent" }],
      ["replayWebhook", { since: "2026-11-01T00:00:00Z" }],
    ] as const) {
      const same = { "x-request-id": "req_01K00000000000000000000000" };
      const replies = [
        await deployed.call(id, token, hook, body, same),
        await deployed.call(id, token, hook, body, same),
      ];
      expect(replies.map(({ status }) => status)).toEqual([202, 202]);
      expect(new Set(replies.map(({ text }) => JSON.parse(text).id)).size).toBe(2);
    }
  });
});

describe("a batch of the delivery queue", () => {
  test("is taken whole where every message was handled, a failed attempt and an unknown delivery too", async () => {
    const unknown = JSON.stringify({ deliveryId: "dlv_0", endpointId: "whe_0", tenantId: "ten_0" });
    const reply = await send(batch([await message(), unknown]), invocation);
    expect(reply).toEqual({ batchItemFailures: [] });
  });

  test("makes a delivery of what a message alone holds of it", async () => {
    const { endpointId, tenantId } = JSON.parse(await message());
    const made = {
      ...{ eventId: "evt_01K00000000000000000000000", event: "invoice.sent", url: "http://127.0.0.1:9/", body: "{}" },
      createdAt: "2026-11-21T12:00:00.000Z",
    };
    const deliveryId = "dlv_01K00000000000000000000001";
    const reply = await send(batch([JSON.stringify({ deliveryId, endpointId, tenantId, made })]), invocation);
    expect(reply).toEqual({ batchItemFailures: [] });
    const { text } = await deployed.call("getDelivery", deployed.operatorToken, { id: deliveryId });
    const { body: _, ...shown } = made;
    expect(JSON.parse(text)).toMatchObject({ ...shown, id: deliveryId, status: "failed", attemptsMade: 1 });
  });

  test("plans no other attempt of one that failed while a flag says so, its tenant's or everybody's", async () => {
    for (const tenantId of [owner.id, undefined]) {
      const set = (enabled: boolean | null) =>
        deployed.call("setFlag", deployed.operatorToken, {}, { key: "webhooks.retry.enabled", enabled, tenantId });
      const order = await message();
      const id = JSON.parse(order).deliveryId;
      expect((await set(false)).status).toBe(200);
      expect(await send(batch([order]), invocation)).toEqual({ batchItemFailures: [] });
      const { text } = await deployed.call("getDelivery", deployed.operatorToken, { id });
      expect(JSON.parse(text)).toMatchObject({ status: "failed", attemptsMade: 1, nextAttemptAt: null });
      expect((await set(null)).status).toBe(200);
    }
    const order = await message();
    await send(batch([order]), invocation);
    const id = JSON.parse(order).deliveryId;
    const { text } = await deployed.call("getDelivery", deployed.operatorToken, { id });
    expect(JSON.parse(text)).toMatchObject({ status: "failed", nextAttemptAt: expect.any(String) });
  });

  test("gives back only the messages that cannot be read, and logs them without their words", async () => {
    const good = await message();
    const bad = ["{ Jane Payer", "", "null", JSON.stringify({ deliveryId: "Jane Payer" })];
    const reply = await send(batch([bad[0] ?? "", good, ...bad.slice(1)]), invocation);
    expect(reply.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([...["m0", "m2", "m3", "m4"]]);
    const lines = deployed.logged.filter((line) => line.includes("send-webhook"));
    expect(lines.at(-1)).toContain('"level":"ERROR"');
    expect(lines.join()).not.toContain("Jane");
  });

  test("comes again as a whole where the table answers nobody", async () => {
    const messages = [await message(), await message()];
    deployed.aws.broken = true;
    await expect(send(batch(messages), invocation)).rejects.toThrow("the table is broken");
    deployed.aws.broken = false;
    expect(await send(batch(messages), invocation)).toEqual({ batchItemFailures: [] });
  });
});
