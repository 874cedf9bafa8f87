import { DynamoDBClient, ListTablesCommand, QueryCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedBody, textOf } from "../../functions/adapters/aws/stored-text.ts";
import { auditOperations } from "../../functions/contract/console/audit.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { adminSettlementOperations } from "../../functions/contract/settlement/admin-settlements.ts";
import { flagOperations } from "../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { sluice } from "../support/journeys/command.ts";
import {
  advance,
  endpoints,
  nobody,
  operator,
  secondOperator,
  TestTenant,
  wallet,
} from "../support/journeys/journey.ts";
import { SignedClient } from "../support/journeys/signed.ts";
import { nextDay } from "../support/journeys/tables.ts";
import { Client } from "../support/runner/client.ts";
import { until } from "../support/runner/until.ts";

const { listAudit } = auditOperations;
const { approveAction } = reviewOperations;
const { listFlags, setFlag, listFlagHistory } = flagOperations;
const emulator = ["--endpoint", endpoints.awsEndpoint];

describe("what an operator does", () => {
  test("is on the tenant's trail and in the operators' log: who, what, before, after, when, request id", async () => {
    const tenant = await TestTenant.create();
    const params = { id: tenant.id };
    const reply = await secondOperator.ask(tenantOperations.changeTenant, { params, body: { name: "New name" } });
    const requestId = reply.headers.get("x-request-id");
    const [newest] = (await operator.call(listAudit, { query: { tenantId: tenant.id } })).data;
    expect(newest).toMatchObject({
      actor: `operator:${endpoints.operators[1]?.name}`,
      action: "changeTenant",
      subject: tenant.id,
      before: { name: "Journeys & Sons" },
      after: { name: "New name" },
      requestId,
    });
    const { data } = await operator.call(listAudit, { query: { action: "changeTenant", from: newest?.at ?? "" } });
    expect(data.map((each) => each.id)).toContain(newest?.id);
    expect((await operator.call(listAudit, { query: { subject: tenant.id } })).data[0]).toEqual(newest);
  });

  test("is there when it changed no record, and without any secret", async () => {
    const tenant = await TestTenant.create();
    await using receiver = await tenant.receiver();
    const { data: hooks } = await operator.call(webhookOperations.listWebhooks, { params: { id: tenant.id } });
    const params = { id: tenant.id, webhookId: hooks[0]?.id ?? "" };
    await operator.call(webhookOperations.testWebhook, { params, body: { event: "settlement.completed" } });
    const { data } = await operator.call(listAudit, { query: { subject: params.webhookId } });
    expect(data.map(({ action }) => action)).toEqual(["testWebhook", "registerWebhook"]);
    const trail = JSON.stringify(await operator.call(listAudit, { query: { tenantId: tenant.id, limit: 100 } }));
    for (const secret of [tenant.apiKey, receiver.secret, endpoints.internalToken]) expect(trail).not.toContain(secret);
  });

  test("with a flag has a history", async () => {
    const tenant = await TestTenant.create();
    const input = { key: "escrow.enabled", tenantId: tenant.id };
    await operator.call(setFlag, { body: { ...input, enabled: false, note: "until the audit" } });
    const opening = await secondOperator.ask(setFlag, { body: { ...input, enabled: null } });
    const { approvalId } = JSON.parse(opening.text);
    // Where two people decide, the entry is of the one who agreed, and names the approval, which names both.
    if (approvalId !== undefined) await operator.call(approveAction, { params: { id: approvalId } });
    const opened =
      approvalId === undefined
        ? { actor: "operator:second-operator", note: null }
        : { actor: "operator:first-operator", note: expect.stringContaining(approvalId) };
    const { data } = await operator.call(listFlagHistory, { query: { tenantId: tenant.id } });
    expect(data).toMatchObject([
      { key: "escrow.enabled", from: false, to: null, ...opened },
      { key: "escrow.enabled", actor: "operator:first-operator", from: null, to: false, note: "until the audit" },
    ]);
  });

  test("is asked for in dates that exist, and never by a tenant", async () => {
    for (const query of [{ from: "2026-02-30" }, { from: "2026-11-22", to: "2026-11-21" }, { tenantId: "nope" }])
      await operator.refused(listAudit, "validation_error", { query });
    await operator.refused(listAudit, "not_found", { query: { tenantId: `ten_${"0".repeat(26)}` } });
    await new Client(endpoints.apiUrl, endpoints.tenant.apiKey).refused(listAudit, "invalid_api_key");
    await nobody.refused(listAudit, "missing_api_key");
  });
});

describe("the operators' own door", () => {
  const signed = new SignedClient(endpoints.operatorUrl, endpoints.region);

  test("opens to a signed request, and the trail names its principal", async () => {
    const tenant = await TestTenant.create();
    expect((await signed.call(listFlags)).data).toHaveLength(12);
    const body = { key: "escrow.enabled", enabled: false, tenantId: tenant.id, note: "signed" };
    await signed.call(setFlag, { body });
    const [newest] = (await operator.call(listAudit, { query: { tenantId: tenant.id } })).data;
    expect(newest).toMatchObject({ actor: expect.stringMatching(/^arn:aws:iam::\d{12}:/), action: "setFlag" });
  });

  test("stays shut to an unsigned one", async () => {
    const unsigned = new Client(endpoints.operatorUrl, null);
    for (const op of [listFlags, listAudit]) expect([401, 403]).toContain((await unsigned.ask(op)).status);
    const body = { key: "escrow.enabled", enabled: false };
    expect([401, 403]).toContain((await unsigned.ask(setFlag, { body })).status);
  });
});

describe("operators' tokens", () => {
  afterAll(() => sluice("operator", "remove", "third-operator", ...emulator));

  test("are added and rotated without downtime: a new one works at once beside the old ones", async () => {
    const added = await sluice("operator", "add", "third-operator", ...emulator);
    expect(added).toMatchObject({ code: 0, text: expect.stringContaining("third-operator") });
    // Each Lambda looks for tokens that it does not know, once a second.
    const works = (client: Client) =>
      until(
        async () => (await client.ask(listFlags)).status,
        (status) => status === 200,
        "the token does not work",
      );
    const first = new Client(endpoints.apiUrl, added.text.split(" ").at(-1) ?? "");
    await works(first);
    const rotated = await sluice("operator", "rotate", "third-operator", ...emulator);
    const second = new Client(endpoints.apiUrl, rotated.text.split(" ").at(-1) ?? "");
    for (const client of [second, first, operator, secondOperator]) await works(client);
    expect((await sluice("operator", "list", ...emulator)).text).toContain("third-operator: 2 tokens");
    await sluice("operator", "retire", "third-operator", ...emulator);
    expect((await sluice("operator", "list", ...emulator)).text).toContain("third-operator: 1 token");
    await works(second);
  });

  test.each([
    [["add", "first-operator"], /There is an operator first-operator/],
    [["add", "Not A Name"], /A name is/],
    [["remove", "nobody"], /There is no operator nobody/],
    [["promote", "first-operator"], /Say one of list, add/],
    [["add"], /Say one of/],
    [["list", "--endpoint", "nope"], /not an http address/],
    [["list", "--nosuch"], /nosuch/],
  ])("are not changed by %j", async (given, sentence) => {
    const where = given.includes("--endpoint") ? [] : emulator;
    const { code, text } = await sluice("operator", ...given, ...where);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) });
    expect(text).not.toMatch(/ {4}at /);
  });
});

describe("the audit trail", () => {
  const dynamo = new DynamoDBClient({
    endpoint: endpoints.awsEndpoint,
    region: endpoints.region,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  let table = "";
  let settlementId = "";

  beforeAll(async () => {
    const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}));
    table = TableNames.find((name) => name.includes("BookRecords")) ?? "";
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(5_000);
    settlementId = paid.settlement.id;
    await tenant.reaches(settlementId, "completed");
    await nextDay("01:00:00");
    await until(
      async () => (await advance(0)).daily.done,
      (done) => done,
      "the day was not archived",
    );
  });

  /** An entry's text as it lies in the table. */
  async function stored(seq: number) {
    const values = { ":pk": { S: settlementId }, ":sk": { S: `entry#${String(seq).padStart(8, "0")}` } };
    const input = { KeyConditionExpression: "pk = :pk AND sk = :sk", ExpressionAttributeValues: values };
    const { Items } = await dynamo.send(new QueryCommand({ TableName: table, ...input }));
    return { Key: { pk: values[":pk"], sk: values[":sk"] }, text: textOf("entry", storedBody.parse(Items?.[0]?.body)) };
  }

  function write(Key: Awaited<ReturnType<typeof stored>>["Key"], text: string) {
    const values = { ":body": { S: text } };
    return dynamo.send(
      new UpdateItemCommand({
        TableName: table,
        Key,
        UpdateExpression: "SET body = :body",
        ExpressionAttributeValues: values,
      }),
    );
  }

  test("is proven by its command, with the figures", async () => {
    const { code, text } = await sluice("audit-verify", ...emulator);
    expect(text).toMatch(
      /^\d+ entries of \d+ records hold\n\d+ entries of \d+ days are archived and hold; last root \d{4}-\d\d-\d\d [0-9a-f]{64}$/,
    );
    expect(code).toBe(0);
  });

  test("that somebody edited is broken where it was edited", async () => {
    const { Key, text } = await stored(3);
    await write(Key, text.replace(/"reason":"[^"]*"/, '"reason":"nothing happened"'));
    const reply = await sluice("audit-verify", ...emulator);
    await write(Key, text);
    expect(reply).toEqual({ code: 1, text: `BROKEN: ${settlementId}, entry 3: was changed: its hash is another` });
    expect((await sluice("audit-verify", ...emulator)).code).toBe(0);
  });

  test("of a settlement is told in plain words", async () => {
    const { inspectSettlement, getSettlementHistory } = adminSettlementOperations;
    const params = { id: settlementId };
    const seen = await operator.call(inspectSettlement, { params });
    expect(seen).toMatchObject({ status: "completed", why: null, payment: { settlementId } });
    const { data } = await operator.call(getSettlementHistory, { params });
    expect(seen.history).toEqual(data);
    const response = seen.timeline.map(({ what }) => what).join("\n");
    for (const labels of [
      "Wallet screened before collection",
      "ask the rail to pay out",
      "Delivered: the proof is on chain",
    ])
      expect(response).toContain(labels);
  });

  test("of a declined one says why", async () => {
    const tenant = await TestTenant.create({ destWallet: wallet("LATEBLOCK") });
    const { settlement } = await tenant.payNew(5_000);
    await tenant.reaches(settlement.id, "declined");
    const seen = await operator.call(adminSettlementOperations.inspectSettlement, { params: { id: settlement.id } });
    expect(seen.why).toMatchObject({ code: "kyt_declined", words: expect.stringContaining("did not pass the screen") });
  });

  test.each([
    [["audit-verify", "--archive", "/nonexistent"], /is no copy of an archive/],
    [["audit-verify", "--stage", "dev-nobody", ...emulator], /dev-nobody/],
    [["audit-verify", "--local", "--stage", "prod"], /Say --local, or --stage/],
    [["no-command"], /sluice knows redrive/],
  ])("is not looked at by %j", async (given, sentence) => {
    const { code, text } = await sluice(...given);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(sentence) });
    expect(text).not.toMatch(/ {4}at /);
  });
});
