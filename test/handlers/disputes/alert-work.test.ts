import { beforeEach, describe, expect, test } from "vitest";
import { saidAsked } from "../../../functions/api/disputes/alert-query.ts";
import { ingestSourced } from "../../../functions/app/disputes/ingest-alert.ts";
import { keepTold, untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { actOnReview } from "../../../functions/app/review/actions.ts";
import { getReview, listReview } from "../../../functions/app/review/review.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { newAlert } from "../../../functions/contract/disputes/alert-body.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { later } from "../../support/core/samples.ts";
import { AlertDoor } from "../../support/disputes/alert-door.ts";

let door: AlertDoor;

beforeEach(async () => {
  door = await AlertDoor.open({ isoRef: "iso-7" });
});

const operator = "operator:anna";

function end(id: string, how: "resolve" | "dismiss", body?: unknown) {
  return door.send("POST", `/alerts/${id}/${how}`, { body });
}

describe("an alert that waits for people", () => {
  test.each(["refunded", "not_found", "other"])(
    "is resolved as %s, and again unchanged",
    async (resolution) => {
      const { json } = await door.ingest();
      const done = await end(json.id, "resolve", { resolution, note: "seen" });
      expect([done.status, done.json.status, done.json.resolution]).toEqual([200, "resolved", resolution]);
      expect(done.json.history.at(-1)).toMatchObject({ from: "unmatched", to: "resolved" });
      expect(done.json.history.at(-1).reason).toContain("seen");
      expect((await end(json.id, "resolve", { resolution })).text).toBe(done.text);
    },
  );

  test("that has ended stays as it ended", async () => {
    const { json } = await door.ingest();
    await end(json.id, "dismiss");
    expect((await end(json.id, "dismiss")).status).toBe(200);
    const said = await end(json.id, "resolve", { resolution: "refunded" });
    expect([said.status, said.json.code, said.json.from, said.json.to]).toEqual([
      ...[409, "invalid_state_transition", "dismissed", "resolved"],
    ]);
  });

  test("is in the operators' queue until then, with its deadline", async () => {
    const respondBy = later(3600);
    const { json } = await door.ingest({ respondBy });
    const item = (await listReview(door.desk, { limit: 10 })).data[0];
    expect(item).toMatchObject({
      ...{ kind: "alert", subjectId: json.id, status: "unmatched", deadline: respondBy },
      actions: ["note", "assign", "dismiss_alert", "open_case"],
    });
    await end(json.id, "dismiss");
    expect((await listReview(door.desk, { limit: 10 })).data).toEqual([]);
  });
});

describe("an operator", () => {
  const desk = () => ({ ...door.desk, actor: operator });
  const item = (id: string) => siblingId(id, "rev");

  test("dismisses an alert at once, with a note, and it leaves the queue", async () => {
    const { json } = await door.ingest();
    const acted = await actOnReview(desk(), item(json.id), { action: "dismiss_alert", note: "a test" });
    expect(acted).toMatchObject({ item: { status: "dismissed", actions: [] } });
    await expect(getReview(door.desk, item(json.id))).rejects.toMatchObject({ code: "not_found" });
    expect((await door.get(json.id)).json.history.at(-1)).toMatchObject({ to: "dismissed", actor: operator });
  });

  test("opens a case for one, also where no payment is known", async () => {
    const { json } = await door.ingest({ network: "visa", reasonCode: "13.1" });
    await actOnReview(desk(), item(json.id), { action: "open_case", note: null });
    const { status, caseId } = await door.alert(json.id);
    expect([status, caseId?.slice(0, 4)]).toEqual(["case_opened", "cas_"]);
  });

  test("cannot do to an alert what is done to payments, nor to a payment what is done to alerts", async () => {
    const { json } = await door.ingest();
    const { settlementId } = await door.paid();
    for (const [id, action] of [
      [json.id, "fail"],
      [settlementId, "dismiss_alert"],
      [settlementId, "open_case"],
    ] as const)
      await expect(actOnReview(desk(), item(id), { action, note: null })).rejects.toMatchObject({
        code: "action_not_available",
      });
  });
});

describe("the time for an answer", () => {
  test("ends what is in review and what a reseller was told of, and nothing else", async () => {
    const { paymentId } = await door.paid();
    const respondBy = later(3600);
    const review = await door.ingest({ paymentId, respondBy });
    const unmatched = await door.ingest({ externalId: "A-2", respondBy });
    const open = await door.ingest({ externalId: "A-3", paymentId });
    door.pass(3599);
    await door.sweep();
    expect((await door.alert(review.json.id)).status).toBe("in_review");
    door.pass(1);
    await door.sweep();
    const statuses = await Promise.all(
      [review, unmatched, open].map(async ({ json }) => (await door.alert(json.id)).status),
    );
    expect(statuses).toEqual(["expired", "unmatched", "in_review"]);
  });
});

describe("a debit that came back as not authorized", () => {
  test.each(["R05", "R07", "R10", "R11", "R29", "R51"])("%s raises one alert and one case", async (code) => {
    const paid = await door.paid();
    await door.returned(paid, code);
    await door.handOn();
    await door.handOn();
    const { data } = (await door.send("GET", "/alerts?kind=ach_return")).json;
    expect(data).toMatchObject([
      {
        ...{ externalId: `return:${paid.settlementId}:${code}`, source: "network", network: "ach" },
        ...{ reasonCode: code, status: "case_opened", paymentId: paid.paymentId },
      },
    ]);
    expect((await door.settlement(paid.settlementId)).disputes).toEqual([data[0].caseId]);
    const cases = door.book.rows().filter(({ type }) => type === "case");
    expect(cases).toHaveLength(1);
    expect(cases[0]?.body).toMatchObject({
      state: { category: "debit_not_authorized", stage: "chargeback" },
    });
  });

  test("for want of funds raises none", async () => {
    await door.returned(await door.paid(), "R02");
    await door.handOn();
    expect((await door.send("GET", "/alerts")).json.data).toEqual([]);
  });

  test("is never refunded by a rule", async () => {
    const refund: DisputeRule = {
      id: "r",
      name: "r",
      when: [{ attribute: "kind", operator: "EqualTo", value: "ach_return" }],
      action: "refund",
    };
    await door.rules(refund);
    await door.returned(await door.paid(), "R10");
    await door.handOn();
    expect((await door.send("GET", "/alerts")).json.data).toMatchObject([
      { status: "in_review", reviewReason: "refund_unsupported" },
    ]);
  });

  test("opens its case although none of the tenant's own rules matches it", async () => {
    const inquiries = [{ attribute: "kind", operator: "EqualTo", value: "inquiry" }] as const;
    await door.rules({ id: "r", name: "r", when: [...inquiries], action: "dismiss" });
    await door.returned(await door.paid(), "R29");
    await door.handOn();
    expect((await door.send("GET", "/alerts")).json.data).toMatchObject([
      { status: "case_opened", ruleId: null, caseId: expect.stringMatching(/^cas_/) },
    ]);
  });
});

describe("an alert that is fetched from its source", () => {
  const bring = () => {
    const body = newAlert.parse({ externalId: "E-1", kind: "fraud", amountCents: 10_000 });
    const said = saidAsked(body, door.clock.now());
    return ingestSourced(
      { ...door.desk, actor: "system:alerts" },
      { tenantId: door.tenantId, source: "ethoca", said },
    );
  };

  test("is told there what it came to, once", async () => {
    await bring();
    expect(await untoldAlerts(door.desk, "ethoca", 100)).toEqual([]);
    const { data } = (await door.send("GET", "/alerts?source=ethoca")).json;
    await end(data[0].id, "resolve", { resolution: "not_found" });
    const untold = await untoldAlerts(door.desk, "ethoca", 100);
    expect(untold).toMatchObject([{ alertId: data[0].id, report: { externalId: "E-1", end: "not_found" } }]);
    for (let times = 0; times < 2; times++) await keepTold(door.desk, data[0].id, { refused: null });
    expect(await untoldAlerts(door.desk, "ethoca", 100)).toEqual([]);
    expect((await door.get(data[0].id)).json.history.at(-1).reason).toBe("ethoca was told");
  });

  test("is kept once, however often and however many at once it comes", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, bring));
    expect(all.filter((each) => each === "created")).toHaveLength(1);
    expect(await bring()).toBe("duplicate");
    expect((await door.send("GET", "/alerts?source=ethoca")).json.data).toHaveLength(1);
  });
});

describe("a suspended tenant", () => {
  test("still has its alerts taken in; nothing is refunded for it", async () => {
    door = await AlertDoor.open({ destWallet: "0xFAILCONVERT" }, { refunds: true });
    const { paymentId, settlementId } = await door.held();
    await changeTenant(door.desk, door.tenantId, { status: "suspended" });
    const { status, json } = await door.ingest({ paymentId });
    expect([status, json.reviewReason]).toEqual([201, "tenant_suspended"]);
    expect((await door.settlement(settlementId)).sendBack).toBeNull();
  });
});

describe("a tenant's rules", () => {
  const rule = (id: string, change: Partial<DisputeRule> = {}): DisputeRule => ({
    ...{
      id,
      name: id,
      when: [{ attribute: "kind", operator: "EqualTo", value: "fraud" }],
      action: "dismiss",
    },
    ...change,
  });
  const put = (...rules: unknown[]) => door.send("PUT", "/rules", { body: { rules } });

  test("are the default ones until it puts its own; each list has a number", async () => {
    const before = (await door.send("GET", "/rules")).json;
    expect([before.version, before.rules.length > 0]).toEqual([null, true]);
    expect((await put(rule("a"))).json).toMatchObject({ version: 1, rules: [rule("a")] });
    expect((await put(rule("a"))).json.version).toBe(1);
    expect((await put()).json).toMatchObject({ version: 2, rules: [] });
    expect((await door.send("GET", "/rules")).json).toMatchObject({ version: 2, rules: [] });
  });

  test.each([
    ["an id twice", [rule("a"), rule("a")]],
    ["over a hundred rules", Array.from({ length: 101 }, (_, at) => rule(`r${at}`))],
    [
      "an attribute that there is not",
      [{ ...rule("a"), when: [{ attribute: "mood", operator: "EqualTo", value: "x" }] }],
    ],
    [
      "an operator that does not fit",
      [{ ...rule("a"), when: [{ attribute: "kind", operator: "GreaterThan", value: 1 }] }],
    ],
    ["no conditions", [rule("a", { when: [] })]],
    [
      "more conditions than can be kept",
      Array.from({ length: 11 }, (_, at) => rule(`r${at}`, { when: Array(20).fill(rule("x").when[0]) })),
    ],
  ])("with %s are refused, and the list before stays", async (_, rules) => {
    await put(rule("kept"));
    const said = await put(...rules);
    expect([said.status, said.json.code]).toEqual([400, "validation_error"]);
    expect((await door.send("GET", "/rules")).json.rules).toEqual([rule("kept")]);
  });

  test("are tried on past alerts without changing anything", async () => {
    for (const [at, kind] of ["fraud", "dispute", "fraud"].entries()) {
      await door.ingest({ externalId: `A-${at}`, kind });
      door.pass(1);
    }
    const rows = door.book.rows().length;
    const body = { rules: [rule("a")], limit: 2 };
    const first = (await door.send("POST", "/rules/dry-run", { body })).json;
    expect(
      first.data.map(({ action, ruleId }: { action: string; ruleId: string }) => [action, ruleId]),
    ).toEqual([
      ["dismiss", "a"],
      [null, null],
    ]);
    expect(first.counts).toMatchObject({ dismiss: 1, none: 1, refund: 0 });
    expect(first.data[1].audit[0].conditions).toMatchObject([{ actual: "dispute", held: false }]);
    const next = await door.send("POST", "/rules/dry-run", { body: { ...body, cursor: first.nextCursor } });
    expect(next.json).toMatchObject({ data: [{ action: "dismiss" }], nextCursor: null });
    expect(door.book.rows().length).toBe(rows);
  });

  test("are tried one alone, and over a time", async () => {
    await door.ingest({ kind: "fraud" });
    door.pass(86_400);
    await door.ingest({ externalId: "A-2", kind: "fraud" });
    await put(rule("a"), rule("b"));
    const dry = async (body: unknown) => door.send("POST", "/rules/dry-run", { body });
    expect((await dry({ ruleId: "b" })).json.data.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      "b",
      "b",
    ]);
    expect((await dry({ from: later(3600) })).json.data).toHaveLength(1);
    expect((await dry({ to: later(3600) })).json.data).toHaveLength(1);
    expect((await dry({ ruleId: "c" })).json).toMatchObject({
      code: "validation_error",
      fields: [{ path: "ruleId" }],
    });
    expect((await dry({ cursor: "nonsense" })).json.code).toBe("invalid_cursor");
  });

  test("are tried over a time that is longer than all alerts without a read for each of its months", async () => {
    await door.ingest();
    const { calls } = door.book;
    const body = { from: "0000-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" };
    const { status, json } = await door.send("POST", "/rules/dry-run", { body });
    expect([status, json.data.length]).toEqual([200, 1]);
    expect(door.book.calls - calls).toBeLessThan(10);
  });
});
