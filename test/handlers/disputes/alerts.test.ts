import { beforeEach, describe, expect, test } from "vitest";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open();
});

describe("an alert that comes in", () => {
  test("is answered 201 as a bare object, with what was sent and what came of it", async () => {
    const { paymentId } = await api.paid();
    const raw = { caseId: "X-9", nested: { list: [1, null, "two"] } };
    const reply = await api.ingest({ paymentId, network: "visa", reasonCode: "13.1", raw, cardLast4: "4242" });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      ...{ externalId: "A-1", kind: "dispute", amountCents: 10_000, currency: "USD", source: "manual" },
      ...{ network: "visa", reasonCode: "13.1", raw, cardLast4: "4242", paymentId, claimedPaymentId: paymentId },
      ...{ status: "in_review", reviewReason: "refund_unsupported", refund: null, caseId: null },
      match: { score: 100, method: "auto" },
      candidates: [{ paymentId, score: 100, reasons: expect.arrayContaining(["same payment id"]) }],
    });
    expect(reply.json.ruleAudit.length).toBeGreaterThan(0);
    expect(reply.json.history.map(({ to }: { to: string }) => to)).toEqual(["received", "matched", "in_review"]);
    expect((await api.get(reply.json.id)).json).toEqual(reply.json);
  });

  test("tells of itself in order: created, matched, routed", async () => {
    const { paymentId } = await api.paid();
    const { json } = await api.ingest({ paymentId });
    expect(await api.events(json.id)).toEqual(["alert.created", "alert.matched", "alert.routed_to_review"]);
  });

  test("without a payment waits in the queue, and nothing is asked of rules", async () => {
    const { status, json } = await api.ingest();
    expect([status, json.status, json.candidates, json.ruleAudit]).toEqual([201, "unmatched", [], []]);
    expect(await api.events(json.id)).toEqual(["alert.created", "alert.unmatched"]);
    const queue = await api.send("GET", "/queue");
    expect(queue.json.data).toMatchObject([{ id: json.id, status: "unmatched" }]);
  });

  test("is found by status, kind and source", async () => {
    await api.ingest();
    api.pass(1);
    await api.ingest({ externalId: "A-2", kind: "fraud" }, { source: "mock" });
    const ids = async (query: string) =>
      (await api.send("GET", `/alerts?${query}`)).json.data.map((each: { externalId: string }) => each.externalId);
    expect(await ids("")).toEqual(["A-2", "A-1"]);
    expect(await ids("status=unmatched")).toEqual(["A-2", "A-1"]);
    expect(await ids("kind=fraud")).toEqual(["A-2"]);
    expect(await ids("source=manual")).toEqual(["A-1"]);
    expect(await ids("status=unmatched&kind=dispute&source=mock")).toEqual([]);
    expect(await ids("status=resolved")).toEqual([]);
  });

  test("of somebody else is not found", async () => {
    const { json } = await api.ingest();
    const other = await api.tenant({ slug: "other" });
    const reply = await api.send("GET", `/alerts/${json.id}`, { apiKey: other.apiKey });
    expect([reply.status, reply.json.code]).toEqual([404, "not_found"]);
  });
});

describe("an alert is refused", () => {
  test.each([0, -1, 1.5, "12", 1e15, 2 ** 53, null, true, [], {}])("with the amount %j", async (amountCents) => {
    const { status, json } = await api.ingest({ amountCents });
    expect([status, json.code]).toEqual([400, "invalid_amount"]);
    expect(json.fields).toContainEqual(expect.objectContaining({ path: "amountCents", message: expect.any(String) }));
  });

  test("without any amount as incomplete", async () => {
    const { status, json } = await api.send("POST", "/alerts", { body: { externalId: "A-1", kind: "dispute" } });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "amountCents"]);
  });

  test.each([
    [{ kind: "nonsense" }, "kind"],
    [{ externalId: "" }, "externalId"],
    [{ externalId: "return:stl_1:R10" }, "externalId"],
    [{ cardLast4: "42" }, "cardLast4"],
    [{ transactionDate: "2026-02-30" }, "transactionDate"],
    [{ currency: "DOLLAR" }, "currency"],
    [{ raw: { text: "x".repeat(65_537) } }, "raw"],
    [{ raw: { text: "汉".repeat(22_000) } }, "raw"],
    [{ nosuch: 1 }, "nosuch"],
  ])("with %j", async (change, path) => {
    const { status, json } = await api.ingest(change);
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", path]);
  });

  test("without a key before anything else is looked at", async () => {
    const { status, json } = await api.ingest({ amountCents: 0 }, { key: null, source: "nonsense" });
    expect([status, json.code]).toEqual([400, "idempotency_key_required"]);
  });

  test("from a source that nobody knows, and from one that is switched off", async () => {
    expect((await api.ingest({}, { source: "nonsense" })).json.code).toBe("unknown_source");
    const off = await api.ingest({}, { source: "ethoca" });
    expect([off.status, off.json.code]).toEqual([501, "alert_source_disabled"]);
    api.enabled = ["ethoca"];
    expect((await api.ingest({}, { source: "ethoca" })).status).toBe(201);
  });

  test.each(["__proto__", "constructor", "toString", "", "x".repeat(300)])("from the source %s", async (source) => {
    expect((await api.ingest({}, { source })).json.code).toBe("unknown_source");
  });

  test("with a key that was used with another body", async () => {
    await api.ingest({}, { key: "k" });
    const { status, json } = await api.ingest({ amountCents: 10_001 }, { key: "k" });
    expect([status, json.code]).toEqual([409, "idempotency_key_reuse"]);
  });

  test("with a key that was used for another source, so that neither's alert is lost", async () => {
    await api.ingest({}, { key: "k", source: "mock" });
    const { status, json } = await api.ingest({}, { key: "k", source: "network" });
    expect([status, json.code]).toEqual([409, "idempotency_key_reuse"]);
  });
});

describe("the same again", () => {
  test("under its key is the same answer, 201 to the byte", async () => {
    const first = await api.ingest({}, { key: "k" });
    await api.send("POST", `/alerts/${first.json.id}/dismiss`);
    const again = await api.ingest({}, { key: "k" });
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers).toMatchObject({ "idempotent-replay": "true" });
  });

  test("under another key is 200 with the alert as it is by then, and stays so", async () => {
    const first = await api.ingest({}, { key: "k1" });
    await api.send("POST", `/alerts/${first.json.id}/dismiss`);
    const rows = api.store.rows().length;
    const known = await api.ingest({ amountCents: 1 }, { key: "k2" });
    expect([known.status, known.json.id, known.json.status]).toEqual([200, first.json.id, "dismissed"]);
    expect(known.json.amountCents).toBe(10_000);
    const replay = await api.ingest({ amountCents: 1 }, { key: "k2" });
    expect([replay.status, replay.text]).toEqual([200, known.text]);
    // Its claim, which is forgotten once it need not answer any more, and nothing else.
    expect(api.store.rows().length).toBe(rows + 1);
    const claims = api.store.rows().filter(({ pk }) => pk.startsWith("claim#") && pk.includes("#ingestAlert#"));
    expect(claims.map(({ ttl }) => ttl !== undefined)).toEqual([false, true]);
  });

  test("from another source, or of another tenant, is another alert", async () => {
    const first = await api.ingest();
    const mock = await api.ingest({}, { source: "mock" });
    const { apiKey } = await api.tenant({ slug: "other" });
    const other = await api.ingest({}, { apiKey });
    expect([mock.status, other.status]).toEqual([201, 201]);
    expect(new Set([first.json.id, mock.json.id, other.json.id]).size).toBe(3);
  });

  test("from 32 clients at once, each with a key of its own, is one alert", async () => {
    const { paymentId } = await api.paid();
    const all = await Promise.all(
      Array.from({ length: 32 }, (_, at) => api.ingest({ paymentId, kind: "chargeback" }, { key: `c${at}` })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(31).fill(200), 201]);
    expect(new Set(all.map(({ json }) => json.id)).size).toBe(1);
    expect(api.store.rows().filter(({ type }) => type === "alert")).toHaveLength(1);
    expect(api.store.rows().filter(({ type }) => type === "case")).toHaveLength(1);
  });
});
