import { beforeEach, describe, expect, test } from "vitest";
import { readCase } from "../../../functions/app/disputes/case-reads.ts";
import { readRatios } from "../../../functions/app/disputes/programs.ts";
import { replaceRules } from "../../../functions/app/disputes/rules.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { DisputedEscrowApi } from "../../support/escrow/disputed-escrow-api.ts";
import { codeOf } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: DisputedEscrowApi;

beforeEach(async () => {
  api = await DisputedEscrowApi.withTenant();
});

async function unauthorized(): Promise<{ count: number; of: number }> {
  const { programs } = await readRatios(api.context, api.tenantId, undefined);
  const found = programs.find(({ program }) => program === "nacha_unauthorized");
  return { count: found?.count ?? -1, of: found?.base ?? -1 };
}

describe("an unauthorized return of a funded escrow's deposit", () => {
  test.each(["R05", "R07", "R10", "R11", "R29", "R51"])("%s raises an alert and opens a case", async (code) => {
    const id = await api.funded();
    await api.returned(id, code);
    expect(await api.state(id)).toMatchObject({ status: "failed", heldCents: 0, returned: { code } });
    const [alert] = await api.alerts();
    expect(alert).toMatchObject({
      ...{ status: "case_opened", source: "network", paymentId: null, escrowId: id, ruleId: "default_case" },
      said: { kind: "ach_return", network: "ach", reasonCode: code, amountCents: 10_000, railRef: `mock_${id}` },
    });
    expect(await api.theCase()).toMatchObject({
      ...{ status: "open", alertId: alert?.id, paymentId: null, escrowId: id, network: "ach", reasonCode: code },
      ...{ category: "debit_not_authorized", amountCents: 10_000, refundedCents: 10_000 },
    });
    expect(api.disputeEvents()).toEqual(["alert.created", "alert.matched", "case.created"]);
  });

  test("is told to the tenant with the escrow's id", async () => {
    const id = await api.funded();
    await api.returned(id);
    const events = api.store.rows().flatMap(({ type, body }) => {
      return type === "entry" ? (body as { events: { name: string; data: object }[] }).events : [];
    });
    const data = (name: string) => events.find((each) => each.name === name)?.data;
    expect(data("alert.matched")).toMatchObject({ escrowId: id, paymentId: null });
    expect(data("case.created")).toMatchObject({ escrowId: id, paymentId: null, reasonCode: "R29" });
    const { json } = await api.get(`/${id}`);
    expect(json).toMatchObject({ status: "failed", returnCode: "R29", returnedAt: api.clock.now() });
  });

  test("counts in Nacha's unauthorized rate, against the debits that escrows brought", async () => {
    const id = await api.funded();
    await api.funded();
    await api.handOn(api.workflows);
    expect(await unauthorized()).toEqual({ count: 0, of: 2 });
    await api.returned(id);
    expect(await unauthorized()).toEqual({ count: 1, of: 2 });
  });

  test("told twice is one alert, one case and one return", async () => {
    const id = await api.funded();
    await api.returned(id);
    await api.returned(id);
    expect([(await api.alerts()).length, (await api.cases()).length, (await unauthorized()).count]).toEqual([1, 1, 1]);
  });

  test("that nobody had heard the money of is counted with its debit", async () => {
    const id = await api.created();
    await api.fund(id, { amountCents: 10_000, source: { type: "ach_push" } });
    await api.returned(id, "R10");
    expect(await api.theCase()).toMatchObject({ escrowId: id, amountCents: 10_000 });
    // It was a transfer: no debit of ours.
    expect(await unauthorized()).toEqual({ count: 0, of: 0 });
  });

  test("has the case say what the service knows of the deposit", async () => {
    const id = await api.funded({ buyerRef: "Anna", reference: "deal-x" });
    await api.returned(id);
    const { id: caseId } = await api.theCase();
    const { found, texts } = await readCase(api.context, { tenantId: api.tenantId, caseId });
    const types = found.state.evidence.map(({ type, status }) => `${type} ${status}`);
    expect(types).toEqual(["receipt provided", "customer_name provided"]);
    expect([...texts.values()].join("\n")).toContain("Escrow deal-x of 100.00 USD");
    expect([...texts.values()].join("\n")).toContain("Deposit of 100.00 USD by ACH debit (CCD)");
  });

  test("goes where the tenant's rules say; a person can still open the case", async () => {
    const when = [{ attribute: "kind" as const, operator: "EqualTo" as const, value: "ach_return" }];
    await replaceRules(api.context, api.tenantId, [{ id: "mine", name: "Look at it", when, action: "review" }]);
    const id = await api.funded();
    await api.returned(id);
    const [alert] = await api.alerts();
    expect(alert).toMatchObject({ status: "in_review", reviewReason: "rule", escrowId: id });
    expect(await api.cases()).toEqual([]);
    const operator = { ...api.context, actor: "operator:one" };
    await takeReviewAction(operator, siblingId(alert?.id ?? "", "rev"), { action: "open_case", note: null });
    expect(await api.theCase()).toMatchObject({ escrowId: id, alertId: alert?.id, refundedCents: 10_000 });
    expect((await api.theCase()).evidence.map(({ type }) => type)).toEqual(["receipt"]);
  });

  test("is refunded by no rule: the bank has the money", async () => {
    const when = [{ attribute: "kind" as const, operator: "EqualTo" as const, value: "ach_return" }];
    await replaceRules(api.context, api.tenantId, [{ id: "mine", name: "Give it back", when, action: "refund" }]);
    await api.returned(await api.funded());
    expect((await api.alerts())[0]).toMatchObject({ status: "in_review", reviewReason: "double_loss" });
  });
});

describe("a return that nobody calls unauthorized", () => {
  test.each(["R01", "R02", "R16"])("%s fails the escrow, is counted, and opens no case", async (code) => {
    const id = await api.funded();
    await api.returned(id, code);
    expect((await api.state(id)).status).toBe("failed");
    expect([await api.alerts(), await api.cases()]).toEqual([[], []]);
    const { programs } = await readRatios(api.context, api.tenantId, undefined);
    expect(programs.find(({ program }) => program === "nacha_overall")).toMatchObject({ count: 1, base: 1 });
  });
});

describe("an unauthorized return after the release", () => {
  test("leaves the escrow released with its loss and its break, and opens the case", async () => {
    const id = await api.funded();
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
    await api.returned(id, "R10");
    expect(await api.state(id)).toMatchObject({ status: "released", shortfallCents: 10_000 });
    expect((await api.state(id)).reconBreaks).toMatchObject([{ kind: "return_after_release" }]);
    expect(await api.theCase()).toMatchObject({ escrowId: id, reasonCode: "R10" });
    expect((await api.theCase()).evidence.map(({ type }) => type)).toContain("delivery_on_chain");
    expect(await listLedger(api, id)).toMatchObject({ return_shortfall: 10_000 });
  });
});
