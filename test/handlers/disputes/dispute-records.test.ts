import { describe, expect, test } from "vitest";
import { entriesIn, newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { dueIndex } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { alertRecordType, externalKey, externalWrite } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType, textKey, textOf } from "../../../functions/app/disputes/case-record.ts";
import { countedDays, counterAdditions, counterKeys, lookedAt } from "../../../functions/app/disputes/counters.ts";
import { returnReport } from "../../../functions/app/disputes/ingest-alert.ts";
import { caseOfAlert } from "../../../functions/app/disputes/open-case.ts";
import { alertSubject, caseSubject } from "../../../functions/app/disputes/review-subjects.ts";
import { readRules, replaceRules, rulesIn } from "../../../functions/app/disputes/rules.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import { defaultRules } from "../../../functions/domain/disputes/rule.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { aCase, aFilePiece, aPiece } from "../../support/disputes/case-samples.ts";

const key = (pk: string) => ({ pk, sk: "row" });

describe("where an alert is listed", () => {
  const lists = {
    list: ["ten_1#alert#2026-11", `${noon}#alr_1`],
    group: ["ten_1#alert_kind#dispute#2026-11", `${noon}#alr_1`],
  };

  test("is by month, status and kind, and by when it is looked at again", () => {
    expect(alertRecordType.index?.(anAlert())).toEqual({
      ...{ ...lists, status: ["ten_1#alert#matched#2026-11", `${noon}#alr_1`] },
      due: dueIndex(key("alr_1"), later(60)),
    });
  });

  test("is the queue while people are to look", () => {
    expect(alertRecordType.index?.(anAlert({ status: "unmatched" }))).toEqual({
      ...{ ...lists, status: ["ten_1#alert#unmatched#2026-11", `${noon}#alr_1`] },
      review: ["review#alert", `${noon}#alr_1`],
    });
  });

  test("is with what a third party is to be told, until it was, first what must be answered first", () => {
    const ended = { status: "dismissed", source: "ethoca", fetched: true } as const;
    const refOf = (change: Partial<Alert>) => alertRecordType.index?.(anAlert({ ...ended, ...change })).ref;
    expect(refOf({})).toEqual(["alert_untold#ethoca", `${later(60)}#alr_1`]);
    expect(refOf({ said: aReport({ respondBy: null }) })).toEqual(["alert_untold#ethoca", `${noon}#alr_1`]);
    for (const change of [
      ...[{ reportedAt: noon }, { fetched: false }, { source: "manual" as const }, { status: "matched" as const }],
    ])
      expect(refOf(change), JSON.stringify(change)).toBeUndefined();
  });

  test("is also under its sender's words, its payment and its escrow", () => {
    const said = aReport({ externalId: "A-7", arn: "7401" });
    const place = { list: [expect.stringMatching(/^all#alert#\d+#2026-11$/), `${noon}#alr_1`] };
    expect(alertRecordType.pointers?.(anAlert({ said, paymentId: "pay_1", escrowId: "esc_1" }))).toEqual([
      ...[{ value: "7401" }, { value: "pay_1" }, { value: "esc_1" }],
      { value: "A-7", index: place },
    ]);
    const bare = anAlert({ said: aReport(), paymentId: null });
    expect(alertRecordType.pointers?.(bare)).toEqual([{ value: "A-1", index: place }]);
    expect(externalWrite(anAlert({ said }))).toEqual({
      put: { ...key("alert#ten_1#manual#A-7"), v: 1, type: "alert_external", body: { alertId: "alr_1" } },
      expect: "absent",
    });
    expect(externalKey("ten_1", "mock", "x")).toEqual(key("alert#ten_1#mock#x"));
  });

  test("is shown on its trail without what would outgrow it", () => {
    const candidates = [{ paymentId: "pay_1", score: 50, reasons: [] }];
    const ruleAudit = [{ ruleId: "r", name: "r", matched: false, conditions: [] }];
    const shown = alertRecordType.shown?.(anAlert({ candidates, ruleAudit, said: aReport({ raw: { a: 1 } }) }));
    expect(shown).toMatchObject({ id: "alr_1", candidates: 1, rulesEvaluated: 1, said: { externalId: "A-1" } });
    expect(shown).not.toHaveProperty("ruleAudit");
    expect(shown?.said).not.toHaveProperty("raw");
  });
});

describe("where a case is listed", () => {
  const lists = { list: ["ten_1#case#2026-11", `${noon}#cas_1`] };
  const [due, ours] = [addDays(noon, 30), addDays(noon, 27)];

  test("is by month and status, and in the queue by our own deadline", () => {
    expect(caseRecordType.index?.(aCase())).toEqual({
      ...{ ...lists, status: ["ten_1#case#open#2026-11", `${noon}#cas_1`] },
      ...{ due: dueIndex(key("cas_1"), due), review: ["review#dispute", `${ours}#cas_1`] },
    });
    expect(caseRecordType.index?.({ ...aCase(), status: "won" })).toEqual({
      ...{ ...lists, status: ["ten_1#case#won#2026-11", `${noon}#cas_1`] },
    });
  });

  test("is also under what it is about, and its texts lie with it", () => {
    const all = { value: "case#cas_1", index: { list: [expect.stringMatching(/^all#case#\d+#/), `${noon}#cas_1`] } };
    expect(caseRecordType.pointers?.({ ...aCase(), alertId: "alr_1", escrowId: "esc_1" })).toEqual([
      ...[{ value: "alr_1" }, { value: "pay_1" }, { value: "esc_1" }],
      all,
    ]);
    expect(caseRecordType.pointers?.({ ...aCase(), paymentId: null })).toEqual([all]);
    expect(textKey("cas_1", "evd_1")).toEqual({ pk: "cas_1", sk: "text#evd_1" });
    expect([textOf(textKey("cas_1", "evd_1")), textOf(key("cas_1"))]).toEqual(["evd_1", undefined]);
  });

  test("is shown on its trail by its pieces' names and its narrative's length", () => {
    const [text, file] = [aPiece("receipt", { id: "evd_a" }), aFilePiece("invoice", { id: "evd_b" })];
    const shown = caseRecordType.shown?.({ ...aCase(), evidence: [text, file], narrative: "so it was" });
    expect(shown).toMatchObject({
      ...{ id: "cas_1", evidence: ["evd_a receipt provided", "evd_b invoice pending"], narrative: "9 characters" },
    });
    expect(caseRecordType.shown?.(aCase())).toMatchObject({ narrative: null, evidence: [] });
    expect(caseRecordType.shows?.(null, aCase(), noon)).toEqual({
      ...{ disputes: 1, "disputes.totalCents": 5_000, "disputes.open": 1 },
    });
  });
});

describe("a tenant's counters", () => {
  const counted = (counts: Record<string, number>, at = noon) => ({ tenantId: "ten_1", at, counts });
  const added = (row: Row | undefined, ...input: ReturnType<typeof counted>[]) => {
    const [adding] = counterAdditions(input, "req_A", noon);
    if (!adding) throw new Error("something is counted");
    return adding.add(row);
  };

  test("are four rows a month, by what spreads them", () => {
    expect(counterKeys("ten_1", ["2026-11"]).map(({ pk }) => pk)).toEqual([
      ...["tally#ten_1#2026-11#0", "tally#ten_1#2026-11#1", "tally#ten_1#2026-11#2", "tally#ten_1#2026-11#3"],
    ]);
    const keysOf = (spread: string, ...at: string[]) =>
      counterAdditions(
        at.map((each) => counted({ payments: 1 }, each)),
        spread,
        noon,
      ).map((each) => each.key.pk);
    expect(keysOf("req_A", noon, later(5))).toEqual(["tally#ten_1#2026-11#2"]);
    expect(keysOf("req_B", noon, addDays(noon, 30))).toEqual(["tally#ten_1#2026-11#3", "tally#ten_1#2026-12#3"]);
  });

  test("add up by day, and are looked at within half a minute where that can breach a limit", () => {
    const first = added(undefined, counted({ payments: 1 }), counted({ payments: 2 }, later(86_400)));
    expect(first).toEqual({
      ...{ ...key("tally#ten_1#2026-11#2"), v: 1, type: "tally" },
      body: {
        ...{ tenantId: "ten_1", month: "2026-11", shard: 2 },
        days: { "2026-11-21": { payments: 1 }, "2026-11-22": { payments: 2 } },
      },
    });
    const second = added(first, counted({ visaChargebacks: 1 }));
    const due = dueIndex(key("tally#ten_1#2026-11#2"), later(30));
    expect(second).toMatchObject({ v: 2, index: { due } });
    const third = added(second, counted({ payments: 4 }));
    expect(third).toMatchObject({ v: 3, index: { due } });
    expect(countedDays([third, undefined])["2026-11-21"]).toEqual({ payments: 5, visaChargebacks: 1 });
    const { index: _, ...rest } = third;
    expect(lookedAt(third)).toEqual([{ put: { ...rest, v: 4 }, expect: 3 }]);
    expect([lookedAt(first), lookedAt(undefined)]).toEqual([[], []]);
  });
});

describe("the case that an alert calls for", () => {
  const called = (change: Partial<Alert["said"]>) => caseOfAlert(anAlert({ said: aReport(change) }), {});

  test("has what the alert said, and no deadline of a complaint's", () => {
    expect(called({ network: "visa", reasonCode: "13.1" })).toEqual({
      ...{ tenantId: "ten_1", alertId: "alr_1", settlement: null, escrow: null, reasonCode: "13.1" },
      ...{ amountCents: 10_000, currency: "USD", receivedAt: noon, network: "visa", stage: "chargeback" },
      ...{ networkDueBy: null, countedAt: null },
    });
  });

  test.each([
    ["chargeback", "visa", { stage: "chargeback", networkDueBy: later(60), countedAt: noon }],
    ["chargeback", null, { stage: "chargeback", networkDueBy: later(60), countedAt: null, network: null }],
    ["inquiry", "visa", { stage: "inquiry", networkDueBy: later(60), countedAt: null }],
    ["ach_return", null, { stage: "chargeback", networkDueBy: null, network: "ach", countedAt: null }],
    ["fraud_report", "visa", { stage: "chargeback", networkDueBy: null, countedAt: null }],
  ] as const)("of a %s at %s is %j", (kind, network, what) => {
    expect(called({ kind, network })).toMatchObject(what);
  });

  test("of a bank's return is told in an alert's words", () => {
    const facts = {
      ...{ amountCents: 700, currency: "USD", paymentId: "pay_1", railRef: "tr_1", purchaseIdentifier: "A-1" },
      ...{ receivedAt: noon, transactionDate: "2026-11-20" },
    };
    expect(returnReport("stl_1", "R10", facts)).toEqual({
      ...{ ...facts, externalId: "return:stl_1:R10", kind: "ach_return", network: "ach", reasonCode: "R10" },
      ...{ arn: null, authCode: null, cardLast4: null, cardBin: null, respondBy: null, refundedByNetwork: false },
      ...{ networkRef: null, isoRef: null, raw: null, descriptor: expect.stringMatching(/authorized/) },
    });
  });
});

describe("a tenant's rules", () => {
  const one = { id: "r1", name: "one", when: [], action: "review" as const };

  test("are the default ones until it has its own, of which an empty list is one", async () => {
    const { context } = new TestApi();
    expect(rulesIn(undefined)).toEqual({ rules: defaultRules, version: null, updatedAt: null });
    expect(await replaceRules(context, "ten_1", [])).toMatchObject({ rules: [], version: 1, updatedAt: noon });
    expect(await readRules(context, "ten_1")).toMatchObject({ rules: [], version: 1 });
    expect(await readRules(context, "ten_2")).toMatchObject({ version: null });
  });

  test("are a version more with every other list, and its trail names what is in it", async () => {
    const api = new TestApi();
    const context = { ...api.context, actor: "operator:anna" };
    const when = [{ attribute: "arn" as const, operator: "IsBlank" as const }];
    await replaceRules(context, "ten_1", [{ ...one, when }]);
    const { commits } = api.store;
    expect((await replaceRules(context, "ten_1", [{ ...one, when }])).version).toBe(1);
    expect(api.store.commits).toBe(commits);
    expect((await replaceRules(context, "ten_1", [])).version).toBe(2);
    const about = { aggregateId: "dispute_rules#ten_1", aggregateType: "dispute_rules", tenantId: "ten_1" };
    expect(entriesIn(api.store.rows())).toMatchObject([about, about]);
    expect(entriesIn(api.store.rows()).map(({ from, to, reason, after }) => ({ from, to, reason, after }))).toEqual([
      {
        ...{ from: null, to: "version 1", reason: "1 dispute rules" },
        after: { tenantId: "ten_1", version: 1, updatedAt: noon, rules: ["r1 review"] },
      },
      { from: "version 1", to: "version 2", reason: "0 dispute rules", after: { version: 2, rules: [] } },
    ]);
  });
});

describe("in the review queue", () => {
  const api = new TestApi();
  const rowOf = <S>(kind: Parameters<typeof newAggregate<S>>[0], state: S): Row => {
    const made = { next: state, from: null, to: "there", reason: "made" };
    const [write] = transitionWrites(newAggregate(kind, state), [made], api.context).writes;
    if (!write || !("put" in write)) throw new Error("it is a row");
    return write.put;
  };
  const ask = { input: {}, by: "apr_1", screen: null };

  test("an alert takes one operator, and is about no money", async () => {
    const subject = alertSubject(rowOf(alertRecordType, anAlert({ status: "in_review" })));
    if (!subject) throw new Error("it is an alert");
    expect(subject).toMatchObject({ id: "alr_1", tenantId: "ten_1", status: "in_review" });
    expect([subject.needsSecond("dismiss_alert"), subject.amountAtStake("dismiss_alert")]).toEqual([false, null]);
    expect([subject.cameUpSince("dismiss_alert", noon), subject.review(noon)?.kind]).toEqual([false, "alert"]);
    expect(await subject.decide(api.context, { ...ask, action: "dismiss_alert" })).toMatchObject({
      after: { status: "dismissed" },
    });
    expect(await subject.decide(api.context, { ...ask, action: "fail" })).toMatchObject({
      message: "fail is not possible: alerts have no such action",
    });
    const ended = alertSubject(rowOf(alertRecordType, anAlert({ status: "expired" })));
    expect(await ended?.decide(api.context, { ...ask, action: "dismiss_alert" })).toMatchObject({
      message: "dismiss_alert is not possible: an alert cannot go from expired to dismissed",
    });
    expect(alertSubject({ ...rowOf(alertRecordType, anAlert()), type: "case" })).toBeUndefined();
  });

  test("a case's loss takes two, who agree on its amount", async () => {
    const subject = caseSubject(rowOf(caseRecordType, { ...aCase(), paymentId: null }));
    if (!subject) throw new Error("it is a case");
    expect([subject.needsSecond("accept_loss"), subject.amountAtStake("accept_loss")]).toEqual([true, 5_000]);
    expect([subject.needsSecond("resolve"), subject.amountAtStake("resolve")]).toEqual([false, null]);
    expect([subject.cameUpSince("accept_loss", noon), subject.review(noon)?.kind]).toEqual([false, "dispute"]);
    const acted = await subject.decide(api.context, { ...ask, action: "accept_loss" });
    if (!("writes" in acted)) throw acted;
    expect(acted.after.status).toBe("accepted");
    const [entry] = entriesIn(acted.writes.flatMap((write) => ("put" in write ? [write.put] : [])));
    expect(entry?.reason).toBe("the loss is accepted (apr_1)");
    expect(await subject.decide(api.context, { ...ask, action: "resolve" })).toMatchObject({
      message: "resolve is not possible: cases have no such action",
    });
    const won = caseSubject(rowOf(caseRecordType, { ...aCase(), status: "won" }));
    expect(await won?.decide(api.context, { ...ask, action: "accept_loss" })).toMatchObject({
      message: "accept_loss is not possible: a case cannot go from won to accepted",
    });
  });
});
