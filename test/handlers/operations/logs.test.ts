import type { DynamoDBStreamEvent, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { operations } from "../../../functions/contract/billing.ts";
import type { LambdaHandler } from "../../../functions/http/invocation.ts";
import type { CallerType, Operation } from "../../../functions/http/operation.ts";
import { pendingEntries } from "../../support/core/outbox.ts";
import { WebhookReceiver } from "../../support/journeys/receiver.ts";
import { goodBody, goodRequest, type PlainRequest } from "../../support/routes/bad-input.ts";
import { wrongCallerCases } from "../../support/routes/wrong-caller.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
/** Everything that must not be in a line, by what it is. */
const secrets: Record<string, string> = {
  "an Idempotency-Key": "idempotency-key-of-a-client-8431",
  "a header": "header-nobody-may-log-5512",
  "a cookie": "cookie-nobody-may-log-9077",
  "a body's text": "nobody-may-log-text-3306",
  "a query": "query-nobody-may-log-7719",
  "a mistyped key": "slc_test_mistyped-nobody-may-log-1290",
  "a task token": "task-token-nobody-may-log-6648",
  "a payer's address": "payer-nobody-may-log@example.com",
};
let owner: Owner;
let bearer: Readonly<Record<CallerType, string>>;
let receiver: WebhookReceiver;

/** Every text in a body replaced, at whatever depth. */
function filled(body: unknown, text: string): unknown {
  if (typeof body === "string") return text;
  if (Array.isArray(body)) return body.map((each) => filled(each, text));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filled(value, text)]));
}

/** A request with a secret in every place that a client can put one. */
function laden(op: Operation, request: PlainRequest, token: string): PlainRequest {
  return {
    ...request,
    headers: {
      ...request.headers,
      ...(op.idempotencyKey ? { "idempotency-key": secrets["an Idempotency-Key"] ?? "" } : {}),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      cookie: `__Host-session=${secrets["a cookie"]}; session=${secrets["a cookie"]}`,
      "x-anything": secrets["a header"] ?? "",
    },
  };
}

/** What a client may do with an operation: rightly, with strange texts, with a strange query, with a mistyped key. */
function requestsOf(op: Operation, token: string): PlainRequest[] {
  const good = laden(op, goodRequest(op), token);
  const strange = JSON.stringify(filled(goodBody(op), secrets["a body's text"] ?? ""));
  return [
    good,
    ...(good.body === undefined
      ? []
      : [
          { ...good, body: strange },
          { ...good, body: `${strange}}` },
        ]),
    { ...good, path: `${good.path}?cursor=${secrets["a query"]}` },
    { ...good, headers: { ...good.headers, authorization: `Bearer ${secrets["a mistyped key"]}` } },
    { ...good, headers: { ...good.headers, "x-api-key": secrets["a mistyped key"] ?? "" } },
  ];
}

/** Lambdas that no request reaches, fed with all that the requests have left behind. */
async function followUp(): Promise<void> {
  const outbox = await import("../../../functions/events/outbox.ts");
  const sender = await import("../../../functions/events/send-webhook.ts");
  const letters = await import("../../../functions/events/send-mail.ts");
  const sweeper = await import("../../../functions/events/sweep.ts");
  const pending = pendingEntries(deployed.aws.store.rows());
  const Records = pending.map((row) => ({ eventName: "INSERT", dynamodb: { NewImage: itemOf(row) } }));
  const workflows = await import("../../../functions/events/workflows.ts");
  for (const consumer of [workflows, outbox])
    await consumer.handler({ Records } as unknown as DynamoDBStreamEvent, invocation);
  // The sweeper has queued the same orders again and again; at once they would only wait for one another.
  const messages = [...new Set(deployed.aws.queued), "no JSON at all", secrets["a body's text"]];
  const queued = messages.map((body, at) => ({ messageId: `m${at}`, body }));
  await sender.handler({ Records: queued } as unknown as SQSEvent, invocation);
  await letters.handler({ Records: queued } as unknown as SQSEvent, invocation);
  await sweeper.handler({}, invocation);
  const token = secrets["a task token"] ?? "";
  const steps = await import("../../../functions/steps/settlement.ts");
  for (const handler of Object.values<
    LambdaHandler<{ settlementId: string; tenantId: string; token: string }, unknown>
  >(steps)) {
    for (const settlementId of [owner.settlementId, "stl_7ZZZZZZZZZZZZZZZZZZZZZZZZZ"])
      await handler({ settlementId, tenantId: owner.id, token }, invocation).catch(() => undefined);
  }
}

beforeAll(async () => {
  const { one, other } = await deployed.start();
  receiver = await WebhookReceiver.start();
  owner = one;
  const operator = deployed.operatorToken;
  bearer = { public: "", tenant: one.apiKey, operator, rail: operator, vendor: "", console: "" };
  const made = async (...input: Parameters<DeployedSandbox["call"]>) =>
    JSON.parse((await deployed.call(...input)).text);
  const hook = await made("registerWebhook", operator, { id: one.id }, { url: receiver.url });
  await deployed.call("testWebhook", operator, { id: one.id, webhookId: hook.id }, {});
  const push = { amountCents: 100, source: { type: "ach_push" } };
  const key = { "idempotency-key": "push" };
  const paid = await made("payInvoice", one.apiKey, { id: one.invoiceId }, push, key);
  const metadata = { customerEmail: secrets["a payer's address"] };
  const written = await made(
    "createInvoice",
    one.apiKey,
    {},
    { ...{ number: "LETTER-1", customerId: "c", metadata }, lineItems: [{ description: "work", unitCents: 100 }] },
  );
  await deployed.call("sendInvoice", one.apiKey, { id: written.id });
  const invoice = await made("getInvoice", one.apiKey, { id: one.invoiceId });
  Object.assign(secrets, {
    "a tenant's key": one.apiKey,
    "another tenant's key": other.apiKey,
    "an operator's token": operator,
    "a webhook's secret": hook.secret,
    "a bank account": paid.sourceDepositInstructions.bank_account_number,
    "a hosted invoice's link": new URL(invoice.hostedUrl).pathname.split("/").at(-1),
  });
  const callers = {
    tenantKey: one.apiKey,
    revokedKey: other.apiKey,
    otherTenantKey: other.apiKey,
    operatorToken: operator,
    owned: { inv: one.invoiceId, pay: one.paymentId, stl: one.settlementId },
  };
  for (const op of operations) {
    await deployed.advance(10);
    const token = bearer[op.caller];
    const wrong = wrongCallerCases(op, callers).map(({ request }) => request);
    for (const request of [...requestsOf(op, token), ...wrong]) await deployed.send(op, request);
  }
  await followUp();
  deployed.aws.broken = true;
  for (const op of operations)
    for (const request of requestsOf(op, bearer[op.caller])) await deployed.send(op, request);
  await followUp().catch(() => undefined);
}, 300_000);

afterAll(async () => {
  deployed.stop();
  await receiver[Symbol.asyncDispose]();
});

/** Lines about a whole batch, which is about many records. */
const ofBatches: readonly unknown[] = ["sent", "entries dispatched", "workflows started"];

describe("a whole run of operations", () => {
  test("has been one: every operation, every Lambda, a webhook that arrived, and errors of ours", () => {
    const lines = deployed.logged.map((line) => JSON.parse(line));
    const response = new Set(lines.map(({ operation }) => operation));
    expect(operations.map(({ id }) => id).filter((id) => !response.has(id))).toEqual([]);
    for (const inner of [
      "outbox",
      "workflows",
      "send-webhook",
      "send-mail",
      "sweep",
      "settlement-collect",
      "settlement-park",
    ])
      expect([...response]).toContain(inner);
    expect(receiver.arrived.length).toBeGreaterThan(0);
    expect(lines.filter(({ level, status }) => level === "ERROR" && status === 500).length).toBeGreaterThan(50);
  });

  test("leaves no secret in any line", () => {
    const all = deployed.logged.join("\n");
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret, what).toMatch(/.{6}/);
      expect(all.includes(secret), what).toBe(false);
    }
    expect(all).not.toMatch(/slc_(test|live)_|whsec_|Bearer |nobody-may/);
  });

  test("is lines of JSON that name level, operation and invocation, or metrics", () => {
    for (const line of deployed.logged.map((each) => JSON.parse(each))) {
      if (line._aws) expect(line).toMatchObject({ service: "rails", stage: "sandbox" });
      else {
        const { function_name, function_request_id, service, message } = line;
        expect([function_name, function_request_id, service]).toEqual(["a-lambda", "aws-request-1", "rails"]);
        expect(message).toMatch(/^[a-z ]+$/);
        if (message === "request") expect(line.requestId).toMatch(/^req_/);
        expect(ofBatches.includes(line.message) || line.correlationId).toBeTruthy();
        if (["entries dispatched", "workflows started"].includes(message))
          expect(line.correlationIds).toBeInstanceOf(Array);
      }
    }
  });

  test("tells of tenants by their id", () => {
    const own = deployed.logged.map((each) => JSON.parse(each)).filter(({ tenantId }) => tenantId === owner.id);
    expect(new Set(own.map(({ operation }) => operation)).size).toBeGreaterThan(10);
  });
});
