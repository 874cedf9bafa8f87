import { beforeEach, describe, expect, test } from "vitest";
import { signupRecordType } from "../../../functions/app/access/request-access.ts";
import { overview } from "../../../functions/app/console/overview.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { closeDue } from "../../../functions/app/reconciliation/close.ts";
import { approvalRecordType } from "../../../functions/app/review/records.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { takeSignup } from "../../../functions/domain/access/signup.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { askApproval } from "../../../functions/domain/review/approval.ts";
import { lateConversion } from "../../../functions/domain/settlement/conversion.ts";
import { stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout } from "../../../functions/domain/settlement/transitions.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { awaiting } from "../../support/escrow/escrow-samples.ts";
import { anInvitation } from "../../support/onboarding/kyb-samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

let api: TestApi;
let nth: number;

beforeEach(() => {
  api = new TestApi();
  nth = 0;
});

const nothing = { count: 0, cents: 0 };
const noFlow = { in_flight: nothing, delivered: nothing, stopped: nothing, returned: nothing };
const noHours = Array.from({ length: 24 }, () => noFlow);

/** A settlement of 100.00 as it stands in a status, begun so many seconds before noon. */
async function settlement(status: SettlementStatus, secondsAgo = 0): Promise<void> {
  nth += 1;
  const number = String(nth).padStart(26, "0");
  const createdAt = addSeconds(noon, -secondsAgo);
  const own = { id: `stl_${number}`, createdAt, updatedAt: createdAt };
  const { settlement: state } = settlementIn(status);
  await putRecord(api, settlementRecordType, { ...state, ...own });
}

/** One whose proof has been late since noon. */
async function stalled(): Promise<void> {
  const paidOut = lastOf(recordPayout(settlementIn("settling").settlement, "TOKEN", later(1))).next;
  nth += 1;
  const state = { ...lastOf(stall(paidOut, later(1800))).next, id: `stl_${String(nth).padStart(26, "0")}` };
  await putRecord(api, settlementRecordType, state);
}

describe("what is going on", () => {
  test("is nothing where nothing is", async () => {
    expect(await overview(api.context)).toEqual({
      attention: [],
      approvals: { count: 0, more: false },
      requests: { count: 0, more: false },
      applications: { count: 0, more: false },
      lastClose: undefined,
      underWay: { statuses: [], more: false },
      today: { total: noFlow, hours: noHours, date: "2026-11-21", more: false },
    });
  });

  test("needs somebody for each reason but being under way, the most urgent first, since the first of it", async () => {
    await settlement("collecting");
    await settlement("failed", 60);
    await settlement("failed", 30);
    await stalled();
    const { attention } = await overview(api.context);
    expect(attention).toEqual([
      { kind: "held", since: addSeconds(noon, -60), count: 2, more: false },
      { kind: "stalled", since: noon, count: 1, more: false },
    ]);
  });

  test("is counted up to a hundred of each reason, past which there are more", async () => {
    for (let held = 0; held < 99; held += 1) await settlement("failed");
    expect((await overview(api.context)).attention).toMatchObject([{ count: 99, more: false }]);
    await settlement("failed");
    expect((await overview(api.context)).attention).toMatchObject([{ count: 100, more: true }]);
  });

  test("is under way by status, in the order of a settlement's way, whatever list it stands in", async () => {
    await settlement("settling");
    await settlement("collecting", 3600);
    await settlement("collecting", 86_400);
    await settlement("created");
    await settlement("completed");
    await settlement("failed");
    await stalled();
    const { underWay } = await overview(api.context);
    expect(underWay).toEqual({
      statuses: [
        { status: "created", count: 1, cents: 10_000, overHour: 0, overDay: 0, oldest: noon },
        { status: "collecting", count: 2, cents: 20_000, overHour: 2, overDay: 1, oldest: addSeconds(noon, -86_400) },
        { status: "settling", count: 2, cents: 20_000, overHour: 0, overDay: 0, oldest: noon },
      ],
      more: false,
    });
  });

  test("is nothing that has ended, though it stands in the queue, and no escrow, which is not even read", async () => {
    const { settlement: state } = settlementIn("failed");
    const change: object = { intent: { leg: "convert", key: "k", at: noon }, fxRate: null };
    const failed = { ...state, ...change } as Settlement;
    await putRecord(api, settlementRecordType, lastOf(lateConversion(failed, { rate: "1" }, later(3))).next);
    const { attention, underWay } = await overview(api.context);
    expect([attention.map(({ kind }) => kind), underWay.statuses]).toEqual([["recon_break"], []]);
    const other = new TestApi();
    await overview(other.context);
    const { calls } = other.store;
    await putRecord(other, escrowRecordType, awaiting());
    const before = other.store.calls;
    await overview(other.context);
    expect(other.store.calls - before).toBe(calls);
  });

  test("is looked at up to five hundred of each list, past which there are more", async () => {
    for (let flying = 0; flying < 499; flying += 1) await settlement("collecting", 86_400);
    expect((await overview(api.context)).underWay).toMatchObject({ statuses: [{ count: 499 }], more: false });
    await settlement("collecting", 86_400);
    await settlement("collecting", 86_400);
    await stalled();
    const { underWay } = await overview(api.context);
    expect(underWay).toMatchObject({ statuses: [{ count: 500 }, { status: "settling", count: 1 }], more: true });
  });

  test("has the money that began today, by hour, and no other day's", async () => {
    await settlement("completed", 3600);
    await settlement("collecting", 43_200);
    await settlement("collecting", 43_201);
    const { today } = await overview(api.context);
    const one = { count: 1, cents: 10_000 };
    const hours = [...noHours];
    hours[0] = { ...noFlow, in_flight: one };
    hours[11] = { ...noFlow, delivered: one };
    expect(today).toEqual({
      ...{ date: "2026-11-21", more: false, hours },
      total: { ...noFlow, in_flight: one, delivered: one },
    });
  });

  test("looks no further back than to the first page with an older one", async () => {
    const callsWith = async (howMany: number) => {
      for (let old = 0; old < howMany; old += 1) await settlement("completed", 86_400);
      const before = api.store.calls;
      await overview(api.context);
      return api.store.calls - before;
    };
    expect(await callsWith(250)).toBe(await callsWith(250));
  });

  test("has five hundred of today's settlements, past which there are more", async () => {
    for (let begun = 0; begun < 500; begun += 1) await settlement("completed", begun);
    expect((await overview(api.context)).today).toMatchObject({ total: { delivered: { count: 500 } }, more: false });
    await settlement("completed");
    expect((await overview(api.context)).today).toMatchObject({ total: { delivered: { count: 500 } }, more: true });
  });
});

describe("what waits for an operator's word", () => {
  test("are approvals that are still pending", async () => {
    const subject = { reviewId: "rev_1", subjectId: "stl_1", tenantId: "ten_1", note: null, askedBy: "operator:one" };
    const input = { action: "return", input: {}, amountCents: 100, ...subject } as const;
    const asked = askApproval({ id: "apr_1", ...input }, noon).next;
    await putRecord(api, approvalRecordType, asked);
    await putRecord(api, approvalRecordType, { ...asked, id: "apr_2", status: "approved" });
    expect((await overview(api.context)).approvals).toEqual({ count: 1, more: false });
  });

  test("are requests for access that nobody has decided", async () => {
    const who = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" };
    const { next } = takeSignup(who, { id: "sgn_1", locale: "en" }, noon);
    await putRecord(api, signupRecordType, next);
    await putRecord(api, signupRecordType, { ...next, id: "sgn_2", status: "declined" });
    expect((await overview(api.context)).requests).toEqual({ count: 1, more: false });
  });

  test("are applications that the partner has, looked at yet or not", async () => {
    const application = anInvitation();
    await putRecord(api, kybRecordType, { ...application, id: "kyb_1", status: "submitted" });
    await putRecord(api, kybRecordType, { ...application, id: "kyb_2", status: "under_review" });
    await putRecord(api, kybRecordType, { ...application, id: "kyb_3", status: "approved" });
    await putRecord(api, kybRecordType, application);
    expect((await overview(api.context)).applications).toEqual({ count: 2, more: false });
  });

  test("is counted up to a hundred applications of a status, past which there are more", async () => {
    for (let at = 0; at < 101; at += 1)
      await putRecord(api, kybRecordType, { ...anInvitation(), id: `kyb_${at}`, status: "under_review" });
    expect((await overview(api.context)).applications).toEqual({ count: 100, more: true });
  });
});

describe("the books' last day", () => {
  test("is the last one of everybody's that is closed before today", async () => {
    const books = new BooksApi();
    await books.owner();
    expect((await overview(books.context)).lastClose).toBeUndefined();
    books.toNextDay();
    await closeDue(books.reports());
    const today = books.clock.now();
    expect((await overview(books.context)).lastClose).toMatchObject({
      figures: { date: "2026-11-21", tenantId: null },
      closedAt: today,
    });
  });
});
