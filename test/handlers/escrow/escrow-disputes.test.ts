import { beforeEach, describe, expect, test } from "vitest";
import { listAlerts } from "../../../functions/app/disputes/alert-reads.ts";
import { takeCaseAction } from "../../../functions/app/disputes/case-actions.ts";
import { listCases, readCase } from "../../../functions/app/disputes/case-reads.ts";
import { packetSource } from "../../../functions/app/disputes/packet-source.ts";
import { readRatios } from "../../../functions/app/disputes/programs.ts";
import { replaceRules } from "../../../functions/app/disputes/rules.ts";
import { startCase } from "../../../functions/app/disputes/start-case.ts";
import { packetLink } from "../../../functions/app/disputes/submit-case.ts";
import { disputedEscrowOf } from "../../../functions/app/escrow/disputes.ts";
import { inspectEscrow } from "../../../functions/app/escrow/operator-reads.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const asker = () => ({ tenantId: api.tenantId, tenantCreatedAt: api.clock.now() });
const alerts = async () => (await listAlerts(api.context, asker(), { limit: 10 })).data;
const cases = async () => (await listCases(api.context, asker(), { limit: 10 })).data;

async function theCase(): Promise<DisputeCase> {
  const [found, ...more] = await cases();
  if (!found || more.length > 0) throw new Error(`${more.length + 1} cases`);
  return found;
}

async function returned(id: string, returnCode = "R29"): Promise<void> {
  await api.callback(id, { state: "returned", return_code: returnCode });
  await api.handOn(api.workflows);
}

/** The names of all events about alerts and cases, in order. */
function told(): string[] {
  return api.store.rows().flatMap(({ type, body }) => {
    const { events = [] } = type === "entry" ? (body as { events?: { name: string }[] }) : {};
    return events.flatMap(({ name }) => (/^(alert|case)\./.test(name) ? [name] : []));
  });
}

async function unauthorized(): Promise<{ count: number; of: number }> {
  const { programs } = await readRatios(api.context, api.tenantId, undefined);
  const found = programs.find(({ program }) => program === "nacha_unauthorized");
  return { count: found?.count ?? -1, of: found?.base ?? -1 };
}

async function disputed(id: string): Promise<string> {
  const about = await disputedEscrowOf(api.context, api.tenantId, id);
  const nothing = { network: null, reasonCode: null, amountCents: null, currency: null, networkDueBy: null };
  const input = { alertId: null, paymentId: null, stage: null, ...nothing };
  return (await startCase(api.context, api.tenantId, input, about)).state.id;
}

const withdraw = (caseId: string) =>
  takeCaseAction(api.context, { tenantId: api.tenantId, caseId }, { act: "withdraw" });

describe("an unauthorized return of a funded escrow's deposit", () => {
  test.each(["R05", "R07", "R10", "R11", "R29", "R51"])("%s raises an alert and opens a case", async (code) => {
    const id = await api.funded();
    await returned(id, code);
    expect(await api.state(id)).toMatchObject({ status: "failed", heldCents: 0, returned: { code } });
    const [alert] = await alerts();
    expect(alert).toMatchObject({
      ...{ status: "case_opened", source: "network", paymentId: null, escrowId: id, ruleId: "default_case" },
      said: { kind: "ach_return", network: "ach", reasonCode: code, amountCents: 10_000, railRef: `mock_${id}` },
    });
    expect(await theCase()).toMatchObject({
      ...{ status: "open", alertId: alert?.id, paymentId: null, escrowId: id, network: "ach", reasonCode: code },
      ...{ category: "debit_not_authorized", amountCents: 10_000, refundedCents: 10_000 },
    });
    expect(told()).toEqual(["alert.created", "alert.matched", "case.created"]);
  });

  test("is told to the tenant with the escrow's id", async () => {
    const id = await api.funded();
    await returned(id);
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
    await returned(id);
    expect(await unauthorized()).toEqual({ count: 1, of: 2 });
  });

  test("told twice is one alert, one case and one return", async () => {
    const id = await api.funded();
    await returned(id);
    await returned(id);
    expect([(await alerts()).length, (await cases()).length, (await unauthorized()).count]).toEqual([1, 1, 1]);
  });

  test("that nobody had heard the money of is counted with its debit", async () => {
    const id = await api.created();
    await api.fund(id, { amountCents: 10_000, source: { type: "ach_push" } });
    await returned(id, "R10");
    expect(await theCase()).toMatchObject({ escrowId: id, amountCents: 10_000 });
    // It was a transfer: no debit of ours.
    expect(await unauthorized()).toEqual({ count: 0, of: 0 });
  });

  test("has the case say what the service knows of the deposit", async () => {
    const id = await api.funded({ buyerRef: "Anna", reference: "deal-x" });
    await returned(id);
    const { id: caseId } = await theCase();
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
    await returned(id);
    const [alert] = await alerts();
    expect(alert).toMatchObject({ status: "in_review", reviewReason: "rule", escrowId: id });
    expect(await cases()).toEqual([]);
    const operator = { ...api.context, actor: "operator:one" };
    await takeReviewAction(operator, siblingId(alert?.id ?? "", "rev"), { action: "open_case", note: null });
    expect(await theCase()).toMatchObject({ escrowId: id, alertId: alert?.id, refundedCents: 10_000 });
    expect((await theCase()).evidence.map(({ type }) => type)).toEqual(["receipt"]);
  });

  test("is refunded by no rule: the bank has the money", async () => {
    const when = [{ attribute: "kind" as const, operator: "EqualTo" as const, value: "ach_return" }];
    await replaceRules(api.context, api.tenantId, [{ id: "mine", name: "Give it back", when, action: "refund" }]);
    await returned(await api.funded());
    expect((await alerts())[0]).toMatchObject({ status: "in_review", reviewReason: "double_loss" });
  });
});

describe("a return that nobody calls unauthorized", () => {
  test.each(["R01", "R02", "R16"])("%s fails the escrow, is counted, and opens no case", async (code) => {
    const id = await api.funded();
    await returned(id, code);
    expect((await api.state(id)).status).toBe("failed");
    expect([await alerts(), await cases()]).toEqual([[], []]);
    const { programs } = await readRatios(api.context, api.tenantId, undefined);
    expect(programs.find(({ program }) => program === "nacha_overall")).toMatchObject({ count: 1, base: 1 });
  });
});

describe("an unauthorized return after the release", () => {
  test("leaves the escrow released with its loss and its break, and opens the case", async () => {
    const id = await api.funded();
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
    await returned(id, "R10");
    expect(await api.state(id)).toMatchObject({ status: "released", shortfallCents: 10_000 });
    expect((await api.state(id)).reconBreaks).toMatchObject([{ kind: "return_after_release" }]);
    expect(await theCase()).toMatchObject({ escrowId: id, reasonCode: "R10" });
    expect((await theCase()).evidence.map(({ type }) => type)).toContain("delivery_on_chain");
    expect(await listLedger(api, id)).toMatchObject({ return_shortfall: 10_000 });
  });
});

describe("an escrow with an open dispute", () => {
  test.each([
    ["manual", []],
    ["milestone", ["milestones_incomplete:1"]],
    ["dual_approval", ["approvals_missing:2"]],
    ["compliance_gate", []],
  ] as const)("is not released under %s", async (releaseRule, before) => {
    const milestones = releaseRule === "milestone" ? [{ description: "all of it" }] : [];
    const id = await api.funded({ releaseRule, milestones });
    await disputed(id);
    const { status, json } = await api.release(id);
    expect([status, json.code, json.unmet]).toEqual([409, "release_conditions_unmet", [...before, "dispute_open"]]);
    const conditions = await api.get(`/${id}/conditions`);
    expect(conditions.json).toMatchObject({ releasable: false, unmet: [...before, "dispute_open"] });
    expect((await api.events(id)).at(-1)).toBe("escrow.release_blocked");
  });

  test("is released once the dispute has ended", async () => {
    const id = await api.funded();
    const caseId = await disputed(id);
    expect(await codeOf(api.release(id))).toEqual([409, "release_conditions_unmet"]);
    await withdraw(caseId);
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
  });

  test("is blocked again where its case goes on at a later stage", async () => {
    const id = await api.funded();
    const caseId = await disputed(id);
    const named = { tenantId: api.tenantId, caseId };
    await takeCaseAction(api.context, named, { act: "accept" });
    await takeCaseAction(api.context, named, { act: "escalate", input: { stage: "arbitration" } });
    expect((await api.release(id)).json.unmet).toEqual(["dispute_open"]);
  });

  test("is not refunded: the buyer would have it twice", async () => {
    const id = await api.funded();
    const caseId = await disputed(id);
    expect(await codeOf(api.refund(id))).toEqual([409, "action_not_available"]);
    await withdraw(caseId);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
  });

  test("has one: whoever opens a second is answered with it", async () => {
    const id = await api.funded();
    expect(await disputed(id)).toBe(await disputed(id));
  });

  test("shows it to operators, and a packet names it", async () => {
    const id = await api.funded();
    const caseId = await disputed(id);
    const { disputes } = await inspectEscrow({ store: api.store, deliveries: api.railStore }, id);
    expect(disputes).toEqual([caseId]);
    const named = { tenantId: api.tenantId, caseId };
    await takeCaseAction(api.context, named, { act: "gather" });
    const evidence = { read: async () => null, write: async () => undefined, link: async () => "" } as never;
    await packetLink({ ...api.context, evidence, invoicePdf: async () => new Uint8Array(), log: api.log }, named);
    expect((await packetSource(api.context).asked(named))?.facts).toMatchObject({ escrowId: id, paymentId: null });
  });

  test("stops a release that was decided before it was opened", async () => {
    const id = await api.funded();
    let isOpened = false;
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = async (input) => {
      if (!isOpened) await disputed(id);
      isOpened = true;
      return screen(input);
    };
    const { status, json } = await api.release(id);
    expect([status, json.unmet]).toEqual([409, ["dispute_open"]]);
    expect((await api.state(id)).intent).toBeNull();
  });

  test("stops a release that is just being written", async () => {
    const id = await api.funded();
    const write = api.store.write.bind(api.store);
    let caseId = "";
    api.store.write = async (writes, nonce) => {
      if (caseId === "" && JSON.stringify(writes).includes(`${id}:release:1`)) {
        caseId = "being opened";
        caseId = await disputed(id);
      }
      return write(writes, nonce);
    };
    const { status, json } = await api.release(id);
    expect([status, json.unmet, caseId.slice(0, 4)]).toEqual([409, ["dispute_open"], "cas_"]);
    expect((await api.state(id)).intent).toBeNull();
  });

  test("stops a release on its way to the rail, whose order is taken back", async () => {
    const id = await api.funded();
    api.railThat({
      payoutOf: () => Promise.reject(new Error("no answer")),
      disburse: () => Promise.reject(new Error("x")),
    });
    expect((await api.release(id)).status).toBe(503);
    expect((await api.state(id)).intent?.leg).toBe("release");
    await disputed(id);
    api.reached = api.holding;
    api.pass(120);
    const { status, json } = await api.release(id);
    expect([status, json.unmet]).toEqual([409, ["dispute_open"]]);
    expect(await api.state(id)).toMatchObject({ status: "release_pending", intent: null, unmet: ["dispute_open"] });
  });
});

describe("a dispute case about an escrow", () => {
  test("is not opened where nothing was ever paid in, nor about another tenant's", async () => {
    const id = await api.created();
    await expect(disputed(id)).rejects.toMatchObject({ code: "validation_error" });
    await expect(disputedEscrowOf(api.context, "ten_01K00000000000000000000009", id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
