import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reviewPartitions } from "../../../functions/app/review/queued-keys.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const [alice, bob] = [deployed.operatorToken, `${deployed.operatorToken}-2`];
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
});

afterAll(() => deployed.stop());

async function call(token: string, id: string, params: Record<string, string> = {}, body?: unknown) {
  const reply = await deployed.call(id, token, params, body);
  return { status: reply.status, json: JSON.parse(reply.text) };
}

const act = (token: string, id: string, body: object) => call(token, "actOnReview", { id }, body);
const item = async (id: string) => (await call(alice, "getReview", { id })).json;

async function list(query: string, token = alice) {
  const { operationOf } = await import("../../support/runner/lambdas.ts");
  const headers = { authorization: `Bearer ${token}` };
  const path = `/admin/review-queue?${query}`;
  const reply = await deployed.send(operationOf("listReview"), { method: "GET", path, headers });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

let paid = 0;
const railRefs = new Map<string, string>();

/** A push payment over 10.00, for which `amountCents` came; the id of its item. */
async function came(amountCents?: number, owner: Owner = one): Promise<string> {
  const key = { "idempotency-key": `push-${paid++}` };
  const input = { amountCents: 1_000, source: { type: "ach_push" } };
  const lineItems = [{ description: "work", unitCents: 1_000 }];
  const invoice = await call(owner.apiKey, "createInvoice", {}, { number: `P-${paid}`, customerId: "c", lineItems });
  const reply = await deployed.call("payInvoice", owner.apiKey, { id: invoice.json.id }, input, key);
  const { settlement, payment } = JSON.parse(reply.text);
  const id = settlement.id.replace("stl_", "rev_");
  railRefs.set(id, payment.railRef);
  if (amountCents !== undefined) await funds(id, amountCents);
  return id;
}

/** The rail's word that so much came. */
async function funds(id: string, amountCents: number): Promise<void> {
  const reply = { railRef: railRefs.get(id), state: "funds_received", amountCents };
  expect((await call(alice, "receiveMockCallback", {}, reply)).status).toBe(200);
}

describe("the review queue", () => {
  test("shows what is in flight, and why, with the most urgent kind first", async () => {
    const wrong = await came(900);
    const { status, json } = await list("limit=100");
    expect(status).toBe(200);
    expect(json.data[0]).toMatchObject({
      id: wrong,
      kind: "amount_mismatch",
      tenantId: one.id,
      status: "collecting",
      reason: expect.stringContaining("9.00 USD"),
      assignee: null,
      notes: [],
      approvals: [],
      actions: expect.arrayContaining(["note", "assign", "accept", "top_up"]),
    });
    expect(json.data.at(-1)).toMatchObject({ kind: "in_flight" });
    expect(await item(wrong)).toEqual(json.data[0]);
  });

  test("can be read by kind, tenant and assignee, and in pages without gap or double", async () => {
    for (const _ of [1, 2, 3]) await came(undefined, other);
    const mine = (await list(`tenantId=${other.id}&limit=100`)).json.data;
    expect(new Set(mine.map(({ tenantId }: { tenantId: string }) => tenantId))).toEqual(new Set([other.id]));
    expect((await list("kind=parked")).json).toEqual({ data: [], nextCursor: null });
    const [first] = mine;
    await act(alice, first.id, { action: "assign", assignee: "alice" });
    const assigned = (await list("assignee=alice")).json.data;
    expect(assigned.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    const whole = (await list("limit=100")).json.data.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    for (let cursor = ""; ; ) {
      const { json } = await list(`limit=2${cursor}`);
      paged.push(...json.data.map(({ id }: { id: string }) => id));
      if (json.nextCursor === null) break;
      cursor = `&cursor=${json.nextCursor}`;
    }
    expect(paged).toEqual(whole);
  });

  test("costs a call for each kind, or each partition of it, and one for each kind that has something", async () => {
    const { store } = deployed.aws;
    const before = store.calls;
    await list("kind=in_flight&limit=5");
    // The clock, the role, a page of keys of each partition, one read of rows.
    expect(store.calls - before).toBeLessThanOrEqual(3 + reviewPartitions("in_flight").length);
  });

  test.each(["kind=nope", "tenantId=nope", "assignee=", "limit=0", "cursor=nope", "nosuch=1"])(
    "refuses %s",
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test("of an unknown tenant, and a cursor of another list, are refused", async () => {
    expect((await list(`tenantId=ten_${"0".repeat(26)}`)).status).toBe(404);
    const { nextCursor } = (await list("limit=1")).json;
    expect((await list(`kind=in_flight&cursor=${nextCursor}`)).status).toBe(400);
  });

  test("is closed to tenants", async () => {
    expect((await list("", one.apiKey)).status).toBe(401);
    expect((await act(one.apiKey, await came(), { action: "fail" })).status).toBe(401);
  });
});

describe("what one operator does at once", () => {
  test("is to write notes and to name somebody, each with a line on the trail", async () => {
    const id = await came();
    const noted = await act(alice, id, { action: "note", note: "called the payer" });
    expect(noted).toMatchObject({
      status: 200,
      json: { id, notes: [{ actor: "operator:one", text: "called the payer" }] },
    });
    const named = await act(bob, id, { action: "assign", assignee: "alice", note: "she knows them" });
    expect(named.json).toMatchObject({ assignee: "alice", notes: [{}, { actor: "operator:two" }] });
    expect((await act(alice, id, { action: "assign", assignee: null })).json.assignee).toBeNull();
    const entries = deployed.aws.store.rows().filter(({ pk, type }) => pk === id && type === "entry");
    expect(entries.map(({ body }) => body)).toMatchObject([
      { actor: "operator:one", action: "actOnReview", after: { lastNote: "called the payer" } },
      { actor: "operator:two", before: { assignee: null }, after: { assignee: "alice" } },
      { after: { lastNote: "she knows them" } },
      { before: { assignee: "alice" }, after: { assignee: null } },
    ]);
  });

  test("has room for 200 notes", async () => {
    const id = await came();
    for (let each = 0; each < 200; each++)
      expect((await act(alice, id, { action: "note", note: "n".repeat(500) })).status).toBe(200);
    expect((await act(alice, id, { action: "note", note: "one more" })).json.code).toBe("action_not_available");
    expect((await item(id)).notes).toHaveLength(200);
    expect(
      (await list("kind=in_flight&limit=100")).json.data.find((each: { id: string }) => each.id === id).notes,
    ).toHaveLength(3);
  });

  test.each([
    {},
    { action: "nope" },
    { action: "note" },
    { action: "note", note: "" },
    { action: "note", note: "x".repeat(501) },
    { action: "assign" },
    { action: "assign", assignee: "" },
    { action: "verdict" },
    { action: "verdict", verdict: "maybe" },
    { action: "returned_off_platform" },
    { action: "returned_off_platform", reference: " " },
    { action: "fail", reference: "x" },
  ])("makes no sense as %j", async (body) => {
    expect(await act(alice, await came(), body)).toMatchObject({ status: 400, json: { code: "validation_error" } });
  });

  test("on nothing is 404", async () => {
    for (const id of ["rev_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", one.invoiceId.replace("inv_", "rev_")])
      expect((await act(alice, id, { action: "note", note: "hello" })).status).toBe(404);
  });
});

describe("what two operators must agree on", () => {
  test("waits for the other one, is done in one transaction with the approval, and names both", async () => {
    const id = await came(900);
    const input = await act(alice, id, { action: "accept", note: "the payer will not send more" });
    expect(input).toEqual({ status: 202, json: { approvalId: expect.stringMatching(/^apr_/) } });
    const { approvalId } = input.json;
    expect((await item(id)).approvals).toEqual([approvalId]);
    expect((await call(alice, "getApproval", { id: approvalId })).json).toMatchObject({
      reviewId: id,
      action: "accept",
      amountCents: 900,
      status: "pending",
      askedBy: "operator:one",
      note: "the payer will not send more",
    });
    expect(await call(alice, "approveAction", { id: approvalId })).toMatchObject({
      status: 409,
      json: { code: "second_operator_required" },
    });
    const commits = deployed.aws.store.commits;
    const agreed = await call(bob, "approveAction", { id: approvalId }, { note: "agreed" });
    expect(agreed).toMatchObject({
      status: 200,
      json: { status: "approved", decidedBy: "operator:two", decisionNote: "agreed" },
    });
    expect(deployed.aws.store.commits - commits).toBe(1);
    expect(await item(id)).toMatchObject({ status: "screening", kind: "in_flight", approvals: [] });
    expect((await call(bob, "approveAction", { id: approvalId })).json.code).toBe("action_not_available");
    const entries = deployed.aws.store.rows().filter(({ pk }) => pk === id.replace("rev_", "stl_"));
    expect(entries.find(({ body }) => JSON.stringify(body).includes(approvalId))?.body).toMatchObject({
      actor: "operator:two",
      action: "approveAction",
      before: { fiatInCents: 1_000, status: "collecting" },
      after: { fiatInCents: 900, status: "screening" },
    });
  });

  test("is refused a second time while it waits, naming the first", async () => {
    const id = await came(900);
    const { approvalId } = (await act(alice, id, { action: "fail" })).json;
    expect(await act(bob, id, { action: "fail" })).toMatchObject({
      status: 409,
      json: { code: "approval_pending", approvalId },
    });
    expect((await act(bob, id, { action: "accept" })).status).toBe(202);
    expect((await call(alice, "rejectAction", { id: approvalId })).json).toMatchObject({ status: "rejected" });
    expect((await act(bob, id, { action: "fail" })).status).toBe(202);
    expect((await call(bob, "approveAction", { id: approvalId })).json.code).toBe("action_not_available");
  });

  test("changes nothing when it is not possible any more", async () => {
    const id = await came(900);
    const failed = (await act(alice, id, { action: "fail" })).json.approvalId;
    const accepted = (await act(alice, id, { action: "accept" })).json.approvalId;
    expect((await call(bob, "approveAction", { id: failed })).status).toBe(200);
    const { commits } = deployed.aws.store;
    expect((await call(bob, "approveAction", { id: accepted })).json.code).toBe("action_not_available");
    expect(deployed.aws.store.commits).toBe(commits);
    expect((await call(bob, "getApproval", { id: accepted })).json.status).toBe("pending");
  });

  test("is about the amount that both of them saw", async () => {
    const id = await came(300);
    const accept = (await act(alice, id, { action: "accept" })).json.approvalId;
    const topUp = (await act(alice, id, { action: "top_up" })).json.approvalId;
    expect((await call(bob, "approveAction", { id: topUp })).status).toBe(200);
    await funds(id, 100);
    const reply = await call(bob, "approveAction", { id: accept });
    expect(reply).toMatchObject({ status: 409, json: { code: "action_not_available" } });
    expect(reply.json.error).toContain("300 cents and is about 400");
  });

  test("expires after three days, and can then be asked for again", async () => {
    const id = await came(900);
    const { approvalId } = (await act(alice, id, { action: "fail" })).json;
    await deployed.advance(3 * 86_400);
    expect((await call(bob, "approveAction", { id: approvalId })).json.code).toBe("action_not_available");
    expect((await call(bob, "getApproval", { id: approvalId })).json.status).toBe("expired");
    expect((await item(id)).approvals).toEqual([]);
    expect((await act(bob, id, { action: "fail" })).status).toBe(202);
  });

  test("is listed, newest first and by status", async () => {
    const id = await came(900);
    const { approvalId } = (await act(alice, id, { action: "top_up" })).json;
    const whole = (await call(alice, "listApprovals")).json;
    expect(whole.data[0]).toMatchObject({ id: approvalId, status: "pending" });
    expect((await call(alice, "getApproval", { id: "apr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" })).status).toBe(404);
    for (const decide of ["approveAction", "rejectAction"])
      expect((await call(alice, decide, { id: "apr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" })).status).toBe(404);
  });

  test("is not possible where the settlement does not stand so, nor where the rail has no such leg", async () => {
    const waits = await came();
    for (const action of ["accept", "top_up", "retry_screen", "return"])
      expect((await act(alice, waits, { action })).json.code, action).toBe("action_not_available");
    const wrong = await came(900);
    expect(await act(alice, wrong, { action: "return" })).toMatchObject({
      status: 409,
      json: { code: "refund_unsupported" },
    });
  });
});
