import { beforeEach, describe, expect, test } from "vitest";
import { releaseDue } from "../../../functions/app/operations/daily.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";
import { keepTenth, releaseContext } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
const card = { network: "visa", reasonCode: "13.1", amountCents: 5000 };
let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

/** A move of a case: the status and what was answered. */
async function move(id: string, to: string, body?: unknown) {
  const { status, json } = await api.post(`/${id}/${to}`, body);
  return { status, json };
}

describe("a list of cases", () => {
  test("is without what cases tell at length: a hundred narratives would be more than a reply holds", async () => {
    const id = await api.caseIn("submitted");
    const [listed] = (await api.get()).json.data;
    expect(listed.id).toBe(id);
    expect(listed).not.toHaveProperty("narrative");
    expect((await api.get(`/${id}`)).json.narrative).toBe("it was delivered");
  });
});

describe("a case that is opened", () => {
  test("about a payment has what the service knows, and stands on the payment", async () => {
    const { paymentId, settlementId } = await api.payment();
    const { status, json } = await api.post("", { paymentId });
    expect(status).toBe(201);
    expect(json).toMatchObject({ status: "open", stage: "chargeback", network: "ach", paymentId, amountCents: 10_000 });
    expect(json.networkDueBy).toBe(addDays(api.clock.now(), 60));
    expect(json.internalDueBy).toBe(addDays(api.clock.now(), 57));
    const types = json.evidence.map(({ type }: { type: string }) => type);
    expect(types.toSorted()).toEqual([
      ...["customer_name", "delivery_on_chain", "invoice", "invoice_delivery", "kyb_record"],
      ...["product_description", "receipt", "screening_reference"],
    ]);
    expect(json.evidence.find(({ type }: { type: string }) => type === "delivery_on_chain").text).toContain(
      (await api.settlement(settlementId)).txHash,
    );
    expect((await api.settlement(settlementId)).disputes).toEqual([json.id]);
    expect(json.history).toMatchObject([{ from: null, to: "open", actor: "tenant:acme" }]);
  });

  test("a second time for the same payment is 409 case_exists, and nothing of it is taken", async () => {
    const { paymentId, settlementId } = await api.payment();
    const first = await api.post("", { paymentId });
    const before = (await api.get(`/${first.json.id}`)).json;
    const networkDueBy = addDays(api.clock.now(), 20);
    for (const more of [{}, card, { amountCents: 70 }, { networkDueBy }]) {
      const { status, json } = await api.post("", { paymentId, ...more });
      expect([status, json]).toMatchObject([409, { code: "case_exists", caseId: first.json.id }]);
    }
    expect((await api.get(`/${first.json.id}`)).json).toEqual(before);
    expect((await api.settlement(settlementId)).disputes).toEqual([first.json.id]);
  });

  test("about the same payment by many at once is one case", async () => {
    const { paymentId, settlementId } = await api.payment();
    const reply = await Promise.all(Array.from({ length: 8 }, () => api.post("", { paymentId })));
    expect(reply.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(reply.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await api.settlement(settlementId)).disputes).toHaveLength(1);
  });

  test("without a payment says its network and amount itself", async () => {
    const { status, json } = await api.post("", card);
    expect(status).toBe(201);
    expect(json).toMatchObject({ paymentId: null, category: "product_not_received", evidence: [] });
    expect(json.reason).toBe("Merchandise/Services Not Received");
  });

  test.each([
    [{}, "invalid_amount"],
    [{ amountCents: 1 }, "validation_error"],
    [{ ...card, amountCents: 0 }, "invalid_amount"],
    [{ ...card, amountCents: -5 }, "invalid_amount"],
    [{ ...card, amountCents: 1.5 }, "invalid_amount"],
    [{ ...card, amountCents: "5000" }, "invalid_amount"],
    [{ ...card, amountCents: 1_000_000_000_000 }, "invalid_amount"],
    [{ ...card, network: "diners" }, "validation_error"],
    [{ ...card, stage: "appeal" }, "validation_error"],
    [{ ...card, networkDueBy: "yesterday" }, "validation_error"],
    [{ ...card, networkDueBy: "2026-11-20T00:00:00.000Z" }, "deadline_passed"],
    [{ ...card, extra: 1 }, "validation_error"],
    [{ paymentId: "inv_1" }, "validation_error"],
  ])("%j is refused with 400 %s, and nothing is kept", async (body, code) => {
    const { status, json } = await api.post("", body);
    expect([status, json.code]).toEqual([400, code]);
    expect((await api.get()).json.data).toEqual([]);
  });

  test("about a stranger's payment, or none, is 404", async () => {
    const { paymentId } = await api.payment();
    const other = await api.tenant({ slug: "other" });
    expect((await api.post("", { paymentId }, other.apiKey)).status).toBe(404);
    const unknown = "pay_01K00000000000000000000009";
    expect((await api.post("", { paymentId: unknown })).status).toBe(404);
    expect((await api.post("", { alertId: "alr_01K00000000000000000000009" })).status).toBe(404);
  });
});

describe("the way of a case", () => {
  test("to a win: gathered, submitted, decided, and off its payment", async () => {
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId, ...card });
    expect((await move(json.id, "gather")).json.status).toBe("gathering");
    expect((await move(json.id, "gather")).status).toBe(200);
    await api.provide(json.id);
    expect((await api.get(`/${json.id}/checklist`)).json).toMatchObject({ missing: [], score: 100, ready: true });
    const submitted = await move(json.id, "submit", { narrative: "it was delivered" });
    expect(submitted.json).toMatchObject({ status: "submitted", narrative: "it was delivered" });
    expect((await api.settlement(settlementId)).disputes).toEqual([json.id]);
    const won = await move(json.id, "outcome", { result: "won", networkRef: "N-1", recoveredCents: 4000 });
    expect(won.json).toMatchObject({ status: "won", outcome: { networkRef: "N-1", recoveredCents: 4000 } });
    expect((await api.settlement(settlementId)).disputes).toEqual([]);
    const moves = won.json.history.map(({ to }: { to: string }) => to);
    expect([...new Set(moves)]).toEqual(["open", "gathering", "submitted", "won"]);
  });

  test.each([
    ["accept", undefined, "accepted"],
    ["withdraw", undefined, "withdrawn"],
  ])("%s ends it, and again changes nothing", async (act, body, status) => {
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    expect((await move(json.id, act, body)).json.status).toBe(status);
    expect((await api.settlement(settlementId)).disputes).toEqual([]);
    const again = await move(json.id, act, body);
    expect([again.status, again.json.history.length]).toEqual([200, 2]);
  });

  test("ends by the sweeper when its window has closed, and submitting is too late then and before", async () => {
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId, ...card });
    await move(json.id, "gather");
    await api.provide(json.id);
    api.pass(29 * day);
    await api.sweepCases();
    expect((await api.get(`/${json.id}`)).json.status).toBe("gathering");
    api.pass(2 * day);
    expect((await move(json.id, "submit")).json).toMatchObject({ code: "representment_expired" });
    expect((await api.post(`/${json.id}/evidence`, { type: "receipt", text: "x" })).json.code).toBe("case_closed");
    await api.sweepCases();
    await api.sweepCases();
    expect((await api.get(`/${json.id}`)).json).toMatchObject({ status: "expired" });
    expect((await api.settlement(settlementId)).disputes).toEqual([]);
    const late = await move(json.id, "submit");
    expect([late.status, late.json.code]).toEqual([409, "representment_expired"]);
  });

  test("goes on at a later stage, on its payment again, with what was submitted", async () => {
    const { paymentId, settlementId } = await api.payment();
    const id = await api.caseIn("submitted", { paymentId });
    await move(id, "outcome", { result: "lost" });
    const { json } = await move(id, "escalate", { stage: "pre_arbitration" });
    expect(json).toMatchObject({ status: "open", stage: "pre_arbitration", outcome: null });
    expect(json.networkDueBy).toBe(addDays(api.clock.now(), 30));
    expect(json.evidence.some(({ submittedAt }: { submittedAt: string | null }) => submittedAt)).toBe(true);
    expect((await api.settlement(settlementId)).disputes).toEqual([id]);
    expect((await move(id, "escalate", { stage: "chargeback" })).json.code).toBe("invalid_state_transition");
    const past = { stage: "arbitration", networkDueBy: "2026-01-01T00:00:00Z" };
    await move(id, "accept");
    expect((await move(id, "escalate", past)).json.code).toBe("deadline_passed");
  });

  test("does not go on while its payment has another open case", async () => {
    const { paymentId, settlementId } = await api.payment();
    const id = await api.caseIn("submitted", { paymentId });
    await move(id, "outcome", { result: "lost" });
    const other = await api.post("", { paymentId });
    const { status, json } = await move(id, "escalate", { stage: "arbitration" });
    expect([status, json.code]).toEqual([409, "invalid_state_transition"]);
    expect((await api.settlement(settlementId)).disputes).toEqual([other.json.id]);
  });

  test.each([
    ["open", "outcome", { result: "won" }],
    ["gathering", "outcome", { result: "lost" }],
    ["open", "submit", undefined],
    ["submitted", "submit", undefined],
    ["submitted", "accept", undefined],
    ["submitted", "gather", undefined],
    ["open", "escalate", { stage: "arbitration" }],
  ] as const)("%s to %s is 409 invalid_state_transition and changes nothing", async (status, act, body) => {
    const id = await api.caseIn(status);
    const before = (await api.get(`/${id}`)).json;
    const reply = await move(id, act, body);
    expect([reply.status, reply.json.code]).toEqual([409, "invalid_state_transition"]);
    expect((await api.get(`/${id}`)).json).toEqual(before);
  });

  test("does not begin to a stranger", async () => {
    const id = await api.caseIn("open");
    const { apiKey } = await api.tenant({ slug: "other" });
    for (const path of ["", "/checklist", "/packet"])
      expect((await api.get(`/${id}${path}`, apiKey)).status, path).toBe(404);
    for (const act of ["gather", "submit", "accept", "withdraw"])
      expect((await api.post(`/${id}/${act}`, undefined, apiKey)).status, act).toBe(404);
    expect((await api.post(`/${id}/outcome`, { result: "won" }, apiKey)).status).toBe(404);
    expect((await api.get("", apiKey)).json.data).toEqual([]);
  });
});

describe("lists", () => {
  test("show cases by status, stage and network, newest first, without their evidence", async () => {
    const ids: string[] = [];
    for (const network of ["visa", "mastercard", "visa"]) {
      api.pass(1);
      ids.push(await api.caseIn("open", { network, reasonCode: null }));
    }
    api.pass(1);
    ids.push(await api.caseIn("gathering", { stage: "inquiry" }));
    const listed = async (query: string) =>
      (await api.get(query)).json.data.map(({ id }: { id: string }) => ids.indexOf(id));
    expect(await listed("")).toEqual([3, 2, 1, 0]);
    expect(await listed("?status=open")).toEqual([2, 1, 0]);
    expect(await listed("?status=open&network=visa")).toEqual([2, 0]);
    expect(await listed("?stage=inquiry")).toEqual([3]);
    expect(await listed("?limit=1&network=mastercard")).toEqual([1]);
    const { data, nextCursor } = (await api.get("?limit=3")).json;
    expect(data[0]).not.toHaveProperty("evidence");
    expect(await listed(`?limit=3&cursor=${nextCursor}`)).toEqual([0]);
    expect((await api.get(`?status=lost&cursor=${nextCursor}`)).json.code).toBe("invalid_cursor");
  });
});

test("nothing of a payment's reserve goes while a case about it is open", async () => {
  await keepTenth(api, api.tenantId, 10);
  const { paymentId, settlementId } = await api.payment();
  const { json } = await api.post("", { paymentId });
  const daily = () => releaseDue(releaseContext(api), addDays(api.clock.now(), 1));
  const reserve = async () => (await api.settlement(settlementId)).reserve;
  api.pass(11 * day);
  await daily();
  expect(await reserve()).toMatchObject({ status: "held", blocked: { reason: "open_dispute" } });
  await move(json.id, "withdraw");
  api.pass(60 * day);
  await daily();
  expect(await reserve()).toMatchObject({ status: "released" });
});
