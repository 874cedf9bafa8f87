import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { openCaseOf } from "../../../functions/app/disputes/alert-decision.ts";
import { loadAlert, readAlert } from "../../../functions/app/disputes/alert-reads.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { loadCase } from "../../../functions/app/disputes/change-case.ts";
import { findDisputedEscrow } from "../../../functions/app/disputes/disputed-escrow.ts";
import { dryRun } from "../../../functions/app/disputes/dry-run-rules.ts";
import { ingestFromSource } from "../../../functions/app/disputes/ingest-alert.ts";
import { recordOutcomeReport, untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { sweepAlert } from "../../../functions/app/disputes/resolve-alert.ts";
import type { Alert, ReportedOutcome } from "../../../functions/domain/disputes/alert.ts";
import type { AlertSourceName } from "../../../functions/domain/disputes/alert-source.ts";
import type { EscrowFacts } from "../../../functions/domain/disputes/disputed-escrow.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { later, noon } from "../../support/core/samples.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open();
});

function escrow(change: Partial<EscrowFacts> = {}): EscrowFacts {
  return {
    ...{ escrowId: "esc_1", tenantId: api.tenantId, amountCents: 7_000, currency: "USD", refundedCents: 0 },
    known: [{ type: "receipt", text: "Deposit of 70.00 USD" }],
    ...change,
  };
}

/** Takes an alert in as a source brings it; the one that there is then. */
async function brought(
  said: Partial<ReportedOutcome>,
  { about, named, source = "manual" }: { about?: EscrowFacts; named?: EscrowFacts; source?: AlertSourceName } = {},
): Promise<Alert> {
  const context = { ...api.context, escrowNamed: async () => named };
  const externalId = said.externalId ?? "A-9";
  const alert = { tenantId: api.tenantId, source, said: aReport({ ...said, externalId }), ...(about && { about }) };
  expect(await ingestFromSource(context, alert)).toBe("created");
  const { data } = (await api.send("GET", "/alerts")).json;
  return api.alert(data.find((each: { externalId: string }) => each.externalId === externalId).id);
}

async function stored(alert: Alert): Promise<void> {
  const made = { next: alert, from: null, to: alert.status, reason: "made" };
  const { writes } = transitionWrites(newAggregate(alertRecordType, alert), [made], api.context);
  await api.store.write(writes, alert.id);
}

const chargeback = { kind: "chargeback", network: "visa", reasonCode: "13.1" } as const;
const disputesOf = async (id: string) => (await findDisputedEscrow(api.context, id))?.state.disputes;

describe("an alert about an escrow's deposit", () => {
  test("that goes on as a case says so beside the escrow", async () => {
    const alert = await brought({ ...chargeback, paymentId: "esc_1" }, { about: escrow() });
    expect(alert).toMatchObject({
      ...{ status: "case_opened", escrowId: "esc_1", paymentId: null, candidates: [] },
      match: { score: 100, method: "auto", at: noon },
    });
    expect(await disputesOf("esc_1")).toEqual([alert.caseId]);
    const { state } = await loadCase(api.context, { tenantId: api.tenantId, caseId: alert.caseId ?? "" });
    expect(state).toMatchObject({ alertId: alert.id, escrowId: "esc_1", paymentId: null, countedBy: alert.id });
    const found = await findDisputedEscrow(api.context, "esc_1");
    expect(found).toMatchObject({ v: 1, state: { ...escrow(), disputes: [alert.caseId] } });
  });

  test("that waits for people keeps what the escrow is to it, of which they open a case", async () => {
    const alert = await brought({}, { named: escrow() });
    expect([alert.status, alert.escrowId, await disputesOf("esc_1")]).toEqual(["in_review", "esc_1", []]);
    const opened = await openCaseOf(api.context, await loadAlert(api.context, null, alert.id));
    if (!("writes" in opened)) throw opened;
    await api.store.write(opened.writes, "open");
    const { caseId } = opened.after.state;
    expect(await disputesOf("esc_1")).toEqual([caseId]);
    const { state } = await loadCase(api.context, { tenantId: null, caseId: caseId ?? "" });
    expect(state).toMatchObject({ escrowId: "esc_1", amountCents: 10_000, evidence: [{ type: "receipt" }] });
    expect(await api.alert(alert.id)).toMatchObject({ status: "case_opened", escrowId: "esc_1" });
    const joined = await brought({ ...chargeback, externalId: "A-10" }, { named: escrow() });
    expect([joined.caseId, await disputesOf("esc_1")]).toEqual([caseId, [caseId]]);
  });

  test("is for a person where it names a payment as well, and keeps what it found", async () => {
    const { paymentId } = await api.paid();
    const alert = await brought({ paymentId }, { named: escrow() });
    expect(alert).toMatchObject({
      ...{ status: "unmatched", escrowId: null, paymentId: null, match: null, candidates: [{ paymentId }] },
    });
    expect(await findDisputedEscrow(api.context, "esc_1")).toBeUndefined();
  });

  test("is the escrow's where a payment is only like it", async () => {
    await api.paid();
    const alert = await brought({ transactionDate: noon }, { named: escrow() });
    expect([alert.status, alert.escrowId, alert.candidates]).toEqual(["in_review", "esc_1", []]);
  });

  test("whose network's window has closed is for a person", async () => {
    const alert = await brought({ ...chargeback, respondBy: later(-1) }, { about: escrow() });
    expect([alert.status, alert.reviewReason, alert.caseId]).toEqual(["in_review", "deadline_passed", null]);
    expect(await disputesOf("esc_1")).toEqual([]);
    expect(await openCaseOf(api.context, await loadAlert(api.context, null, alert.id))).toMatchObject({
      code: "deadline_passed",
    });
  });

  test("that has ended opens no case", async () => {
    const said = aReport({ ...chargeback, respondBy: later(-1) });
    await stored(anAlert({ id: "alr_d", tenantId: api.tenantId, status: "dismissed", said }));
    expect(await openCaseOf(api.context, await loadAlert(api.context, null, "alr_d"))).toMatchObject({
      message: "an alert cannot go from dismissed to case_opened",
    });
  });
});

describe("an alert that is brought", () => {
  test("is told as fetched where a third party raises it, and by nobody else", async () => {
    const [one, other] = [await brought({}, { source: "ethoca" }), await brought({ externalId: "A-2" })];
    expect([one.fetched, other.fetched]).toEqual([true, false]);
  });

  test("in the answer to its key is as it is read, with its history alone", async () => {
    const { paymentId } = await api.paid();
    const { status, json } = await api.ingest({ ...chargeback, paymentId });
    expect([status, json]).toEqual([201, (await api.get(json.id)).json]);
    const { entries } = await readAlert(api.context, null, json.id);
    expect(json.history).toHaveLength(entries.length);
    const again = await api.ingest({ ...chargeback, paymentId });
    expect([again.status, again.json]).toEqual([200, json]);
  });

  test("is named by its key's claim", async () => {
    const { json } = await api.ingest({}, { key: "k" });
    const claims = api.store.rows().filter(({ type }) => type === "claim");
    expect(claims.map(({ body }) => body)).toMatchObject([{ command: { alertId: json.id } }]);
  });
});

describe("the time for an answer", () => {
  const rowOf = async (id: string) => {
    const [row] = await api.store.read([{ pk: id, sk: "row" }]);
    if (!row) throw new Error(`no ${id}`);
    return row;
  };

  test("ends an alert once it has passed, also where somebody else was at it", async () => {
    await stored(anAlert({ id: "alr_e", tenantId: api.tenantId, status: "in_review" }));
    const row = await rowOf("alr_e");
    expect(await sweepAlert(api.context, row)).toBe(false);
    api.pass(60);
    const { calls } = api.store;
    expect(await sweepAlert(api.context, row)).toBe(true);
    expect(api.store.calls - calls).toBe(1);
    expect(await sweepAlert(api.context, row)).toBe(true);
    expect((await api.alert("alr_e")).status).toBe("expired");
    expect(await sweepAlert(api.context, { ...row, type: "case" })).toBe(false);
  });
});

describe("an end that a source is told", () => {
  const ended = (change: Partial<Alert>) =>
    stored(anAlert({ tenantId: api.tenantId, source: "ethoca", fetched: true, ...change }));

  test("is of those that the index lists, at most a hundred", async () => {
    await ended({ id: "alr_a", status: "dismissed", paymentId: null });
    const { page } = api.store;
    const limits: number[] = [];
    api.store.page = (query) => {
      limits.push(query.limit);
      return page.call(api.store, query);
    };
    for (const limit of [500, 7])
      expect(await untoldAlerts(api.context, "ethoca", limit)).toMatchObject([
        { alertId: "alr_a", report: { externalId: "A-1", end: "contested", refund: null } },
      ]);
    expect(limits).toEqual([100, 7]);
  });

  test("is not told again while the index lags", async () => {
    await ended({ id: "alr_a", status: "dismissed", paymentId: null });
    const { page } = api.store;
    const listed = await page.call(api.store, { index: "ref", pk: "alert_untold#ethoca", limit: 9 });
    api.store.page = async () => listed;
    await recordOutcomeReport(api.context, "alr_a", { refused: null });
    expect(listed.map(({ pk }) => pk)).toEqual(["alr_a"]);
    expect(await untoldAlerts(api.context, "ethoca", 9)).toEqual([]);
  });

  test("is kept with the source's word for why, once", async () => {
    await ended({ id: "alr_a", status: "dismissed", paymentId: null });
    await recordOutcomeReport(api.context, "alr_a", { refused: "LATE" });
    await recordOutcomeReport(api.context, "alr_a", { refused: null });
    const { state, entries } = await readAlert(api.context, null, "alr_a");
    expect(state.reportedAt).toBe(noon);
    expect(entries.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      [null, "dismissed", "made"],
      ["dismissed", "dismissed", "ethoca refused it: LATE"],
    ]);
  });
});

describe("a dry run of rules", () => {
  const rule = (id: string, action: DisputeRule["action"], kind: string): DisputeRule => ({
    ...{ id, name: id, action, when: [{ attribute: "kind", operator: "EqualTo", value: kind }] },
  });
  const rules = [rule("r1", "dismiss", "fraud"), rule("r2", "review", "dispute")];
  const run = (input: Partial<Parameters<typeof dryRun>[2]>) =>
    dryRun(api.context, { tenantId: api.tenantId, tenantCreatedAt: noon }, { limit: 10, rules, ...input });
  const at = (id: string, seconds: number, kind: Alert["said"]["kind"]) =>
    stored(anAlert({ id, tenantId: api.tenantId, createdAt: later(seconds), said: aReport({ kind, externalId: id }) }));
  const ids = async (input: Partial<Parameters<typeof dryRun>[2]>) =>
    (await run(input)).data.map(({ alertId }) => alertId);

  beforeEach(async () => {
    await at("alr_1", 10, "fraud");
    await at("alr_2", 20, "inquiry");
    await at("alr_3", 30, "dispute");
    api.pass(60);
  });

  test("says of each alert what the first rule that matches would have done, and how many each", async () => {
    const { data, counts, nextCursor } = await run({});
    const none = { matched: false, conditions: [expect.objectContaining({ held: false })] };
    const held = { matched: true, conditions: [expect.objectContaining({ held: true })] };
    const [r1, r2] = rules.map(({ id }) => ({ ruleId: id, name: id }));
    expect(data).toEqual([
      ...[
        {
          alertId: "alr_3",
          action: "review",
          ruleId: "r2",
          audit: [
            { ...r1, ...none },
            { ...r2, ...held },
          ],
        },
      ],
      ...[
        {
          alertId: "alr_2",
          action: null,
          ruleId: null,
          audit: [
            { ...r1, ...none },
            { ...r2, ...none },
          ],
        },
      ],
      ...[{ alertId: "alr_1", action: "dismiss", ruleId: "r1", audit: [{ ...r1, ...held }] }],
    ]);
    expect(counts).toEqual({ refund: 0, review: 1, open_case: 0, dismiss: 1, notify_iso: 0, none: 1 });
    expect(nextCursor).toBeNull();
  });

  test("is of one rule alone where it is named, which must be in the list", async () => {
    expect((await run({ ruleId: "r2" })).counts).toMatchObject({ review: 1, none: 2 });
    await expect(run({ ruleId: "r9" })).rejects.toMatchObject({
      ...{ code: "validation_error", message: "ruleId: there is no rule r9 in the list" },
      detail: { fields: [{ path: "ruleId", message: "not in the list" }] },
    });
  });

  test("is of the rules in force where none are given", async () => {
    await api.rules(rule("own", "notify_iso", "inquiry"));
    expect((await run({ rules: undefined })).counts).toMatchObject({ notify_iso: 1, none: 2 });
  });

  test("is over the time that is asked for, both ends included", async () => {
    expect(await ids({ from: later(20) })).toEqual(["alr_3", "alr_2"]);
    expect(await ids({ to: later(20) })).toEqual(["alr_2", "alr_1"]);
    expect(await ids({ from: later(20), to: later(20) })).toEqual(["alr_2"]);
    expect(await ids({ from: "2020-01-01T00:00:00.000Z", to: "2040-01-01T00:00:00.000Z" })).toHaveLength(3);
  });

  test("never looks before its tenant was made, nor into the future", async () => {
    await at("alr_0", -10, "fraud");
    await at("alr_9", 3600, "fraud");
    expect(await ids({})).toEqual(["alr_3", "alr_2", "alr_1"]);
    expect(await ids({ from: later(-99), to: later(9999) })).toEqual(["alr_3", "alr_2", "alr_1"]);
  });

  test("goes on from a page's end over the same time alone", async () => {
    const { nextCursor: cursor } = await run({ limit: 1 });
    if (cursor === null) throw new Error("there is more");
    expect(await ids({ limit: 1, cursor })).toEqual(["alr_2"]);
    for (const other of [{ from: later(1) }, { to: later(31) }])
      await expect(run({ limit: 1, cursor, ...other })).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});
