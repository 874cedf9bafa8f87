import { describe, expect, test } from "vitest";
import { createEscrow, type NewEscrow } from "../../../functions/domain/escrow/create.ts";
import { expireEscrow, isPastExpiry, postponeExpiry } from "../../../functions/domain/escrow/expire.ts";
import {
  askFunding,
  receiveFunding,
  recordCollectionCancellation,
  recordFunding,
  refuseFunding,
  returnUnappliedFunds,
} from "../../../functions/domain/escrow/fund.ts";
import { escrowImbalances } from "../../../functions/domain/escrow/ledger.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import {
  isEscrowRailSilent,
  nextEscrowLook,
  recordEscrowRailQuery,
} from "../../../functions/domain/escrow/retry-schedule.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { agreed, aRule, lastOf, later, noon } from "../../support/core/samples.ts";
import {
  awaitedFunding,
  awaiting,
  collectedFunding,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  funds,
  movedBy,
  origin,
  refusal,
  total,
  wish,
} from "../../support/escrow/escrow-samples.ts";

const create = (change: Partial<NewEscrow> = {}, rule = origin.rule) =>
  createEscrow(wish(change), { ...origin, rule }, noon);

describe("an escrow that is created", () => {
  test("waits for its money, with its fee and net, and says so", () => {
    const [transition] = agreed(create());
    expect(transition).toMatchObject({
      ...{ from: null, to: "awaiting_funds", next: { feeCents: 250, netCents: 9750, heldCents: 0 } },
      events: [{ name: "escrow.created", data: { status: "awaiting_funds", feeCents: 250, netCents: 9750 } }],
    });
  });

  test("keeps no reserve back, whatever the rule says of settlements", () => {
    const [transition] = agreed(create({}, aRule({ bps: 100, reserveBps: 1000 })));
    expect(transition?.next).toMatchObject({ feeCents: 100, netCents: 9900 });
  });

  test.each([
    ["nothing left after the fee", {}, "amount_too_small", aRule({ bps: 10_000 })],
    ["an expiry in the past", { expiresAt: later(-1) }, "validation_error", undefined],
    ["an expiry now", { expiresAt: noon }, "validation_error", undefined],
    ["no beneficiary on stablecoin", { payoutAddress: null }, "validation_error", undefined],
    ["the milestone rule without one", { releaseRule: "milestone" }, "validation_error", undefined],
    ["51 milestones", { milestones: steps(51) }, "validation_error", undefined],
    ["a seq used twice", { milestones: [step(1, 2), step(2, 2)] }, "validation_error", undefined],
    ["a default seq used twice", { milestones: [step(1, 2), step(2)] }, "validation_error", undefined],
    ["a sum too small", { milestones: [step(1, 1, 9_999)] }, "milestone_sum_mismatch", undefined],
    [
      ...["an amount on some only", { milestones: [step(1, 1, 10_000), step(2, 2)] }],
      ...["milestone_sum_mismatch", undefined],
    ],
  ] as [string, Partial<NewEscrow>, string, undefined | ReturnType<typeof aRule>][])(
    "with %s is refused",
    (_, change, code, rule) => {
      expect(create(change, rule)).toMatchObject({ code });
    },
  );

  test("keeps its milestones in their order", () => {
    const milestones = [step(1, 2, 4_000), step(2, 1, 6_000)];
    const { next } = lastOf(agreed(create({ milestones })));
    expect(next.milestones).toMatchObject([
      { id: "mil_2", seq: 1, amountCents: 6_000, status: "pending" },
      { id: "mil_1", seq: 2, amountCents: 4_000 },
    ]);
    const fiat = agreed(create({ rail: "fiat", payoutAddress: null, milestones: [step(1)] }));
    expect(lastOf(fiat).next.milestones).toMatchObject([{ seq: 1, amountCents: null }]);
  });
});

function step(at: number, seq?: number, amountCents?: number): NewEscrow["milestones"][number] {
  return { description: `step ${at}`, seq, amountCents };
}

function steps(count: number): NewEscrow["milestones"] {
  return Array.from({ length: count }, (_, at) => step(at));
}

describe("an escrow that waits for its money", () => {
  test("is funded by the exact amount, at once where the rail has it", () => {
    const input = movedBy(createdEscrow(), askFunding(createdEscrow(), funds, noon).transitions);
    const [transition] = recordFunding(input, collectedFunding, noon);
    expect(transition).toMatchObject({
      ...{ to: "funded", next: { heldCents: 10_000, fundedAt: noon } },
      events: [{ name: "escrow.funded", data: { fundingRef: "rail_1", status: "funded" } }],
      postings: [
        { account: "rail_clearing", amountCents: 10_000 },
        { account: "escrow_held", amountCents: -10_000 },
      ],
    });
    expect(recordFunding(movedBy(input, transition ? [transition] : []), collectedFunding, noon)).toEqual([]);
  });

  test.each([9_999, 10_001, 1])("refuses %i cents, in any status", (amountCents) => {
    for (const state of [createdEscrow(), fundedEscrow(), escrowIn("released")])
      expect(askFunding(state, { ...funds, amountCents }, noon)).toMatchObject({
        ...{ transitions: [], no: { code: "amount_mismatch" } },
      });
  });

  test("asks the rail once; the same wish goes on, another is refused", () => {
    const input = movedBy(
      createdEscrow(),
      askFunding(createdEscrow(), { ...funds, fundingRef: "wire-1" }, noon).transitions,
    );
    expect(input.funding).toMatchObject({ key: `${input.id}:fund:1`, fundingRef: "wire-1", railRef: null });
    expect(askFunding(input, { ...funds, fundingRef: "wire-1" }, noon)).toEqual({ transitions: [], no: null });
    for (const other of [{ fundingRef: "wire-2" }, { depositTxHash: "0x1" }, {}])
      expect(askFunding(input, { ...funds, ...other }, noon).no?.code).toBe("illegal_escrow_transition");
    const response = movedBy(input, recordFunding(input, collectedFunding, noon));
    expect(response.fundingRef).toBe("wire-1");
  });

  test("shows what the rail says about the deposit, and holds it once it is exact", () => {
    const state = awaiting();
    expect(state).toMatchObject({ status: "awaiting_funds", instructions: awaitedFunding.instructions });
    const part = movedBy(state, receiveFunding(state, total(4_000), later(1)));
    expect(part).toMatchObject({ status: "awaiting_funds", unappliedCents: 4_000, heldCents: 0 });
    expect(receiveFunding(part, total(4_000), later(2))).toEqual([]);
    expect(receiveFunding(part, total(3_000), later(2))).toEqual([]);
    const [transition] = receiveFunding(part, total(10_000), later(3));
    expect(transition?.postings).toEqual([
      { account: "rail_clearing", amountCents: 6_000 },
      { account: "unapplied_receipts", amountCents: 4_000 },
      { account: "escrow_held", amountCents: -10_000 },
    ]);
    expect(transition?.next).toMatchObject({ status: "funded", unappliedCents: 0, heldCents: 10_000 });
  });

  test("is funded by a callback that comes before the rail's answer", () => {
    const input = movedBy(createdEscrow(), askFunding(createdEscrow(), funds, noon).transitions);
    const early = movedBy(input, receiveFunding(input, total(10_000), noon));
    expect(early.status).toBe("funded");
    const response = recordFunding(early, collectedFunding, later(1));
    expect(response).toMatchObject([{ from: "funded", to: "funded", next: { heldCents: 10_000 } }]);
    expect(response[0]?.postings).toBeUndefined();
  });

  test("holds nothing of too much until operators have sent the rest back", () => {
    const over = movedBy(awaiting(), receiveFunding(awaiting(), total(12_000), later(1)));
    expect(over).toMatchObject({ status: "awaiting_funds", unappliedCents: 12_000 });
    const back = { amountCents: 2_000, reference: "wire-9", by: "operator:anna" };
    const [transition] = agreed(returnUnappliedFunds(over, back, later(2)));
    expect(transition).toMatchObject({ to: "funded", next: { heldCents: 10_000, unappliedCents: 0 } });
    const all = agreed(returnUnappliedFunds(over, { ...back, amountCents: 12_000 }, later(2)));
    expect(all).toMatchObject([{ to: "awaiting_funds", next: { unappliedCents: 0, heldCents: 0 } }]);
    expect(returnUnappliedFunds(over, { ...back, amountCents: 12_001 }, noon)).toMatchObject({
      code: "action_not_available",
    });
  });

  test("fails when the rail will not collect, and can only be closed", () => {
    const failed = movedBy(awaiting(), refuseFunding(awaiting(), refusal, later(1)));
    expect(failed).toMatchObject({ status: "failed", failureCode: refusal.code, heldCents: 0 });
    expect(refuseFunding(failed, refusal, later(2))).toEqual([]);
    expect(refuseFunding(createdEscrow(), refusal, later(2))).toEqual([]);
    const closed = agreed(startRefund(failed, { reason: null, refundAddress: null }, later(3)));
    expect(closed).toMatchObject([
      { to: "refunded", events: [{ name: "escrow.refunded", data: { refundTxHash: null, reason: null } }] },
    ]);
  });

  test("is not closed while its money is on its way, unless the rail has given it up", () => {
    const state = awaiting();
    const no = { code: "illegal_escrow_transition" };
    expect(expireEscrow(state, "asked", noon)).toMatchObject(no);
    expect(startRefund(state, { reason: null, refundAddress: null }, noon)).toMatchObject(no);
    const free = movedBy(state, recordCollectionCancellation(state, noon));
    expect(agreed(expireEscrow(free, "asked", noon))).toMatchObject([{ to: "expired" }]);
    expect(recordCollectionCancellation(free, noon)).toEqual([]);
    const ended = movedBy(free, agreed(expireEscrow(free, "asked", noon)));
    const late = movedBy(ended, receiveFunding(ended, total(10_000), later(9)));
    expect(late).toMatchObject({ status: "expired", unappliedCents: 10_000, heldCents: 0 });
  });
});

describe("the expiry", () => {
  const brief = () => createdEscrow({ expiresAt: later(60) });

  test("is due at its moment and not before", () => {
    expect([isPastExpiry(brief(), later(59)), isPastExpiry(brief(), later(60))]).toEqual([false, true]);
    expect(nextEscrowLook(brief())?.at).toBe(later(60));
    const [transition] = agreed(expireEscrow(brief(), "past its expiry", later(60)));
    expect(transition).toMatchObject({ events: [{ name: "escrow.expired", data: { expiresAt: later(60) } }] });
  });

  test("ends what is funded too late, and refuses that", () => {
    const { transitions, no } = askFunding(brief(), funds, later(60));
    expect(transitions).toMatchObject([{ to: "expired" }]);
    expect(no?.code).toBe("illegal_escrow_transition");
  });

  test("is over once it is funded", () => {
    const state = fundedEscrow({ expiresAt: later(60) });
    expect(isPastExpiry(state, later(99))).toBe(false);
    expect(nextEscrowLook(state)?.at).toBeUndefined();
    expect(expireEscrow(state, "asked", later(99))).toMatchObject({
      message: expect.stringContaining("must be refunded"),
    });
  });

  test("is put off while money is on its way", () => {
    const state = awaiting(brief());
    expect(postponeExpiry(state, later(59))).toEqual([]);
    const off = movedBy(state, postponeExpiry(state, later(60)));
    expect(nextEscrowLook(off)?.at).toBe(later(360));
  });
});

describe("a deposit that the rail is silent about", () => {
  test("is asked about after an hour, and then less and less often", () => {
    const state = awaiting();
    expect(nextEscrowLook(state)?.at).toBe(later(3600));
    expect([isEscrowRailSilent(state, later(3599)), isEscrowRailSilent(state, later(3600))]).toEqual([false, true]);
    const input = movedBy(state, recordEscrowRailQuery(state, later(40_000)));
    expect(nextEscrowLook(input)?.at).toBe(later(160_000));
    expect(isEscrowRailSilent(createdEscrow(), later(999_999))).toBe(false);
  });
});

describe("money that the payer's bank takes back", () => {
  test("while it is held fails the escrow, once", () => {
    const [transition, ...more] = recordFundingReturn(fundedEscrow(), "R10", later(1));
    expect(more).toEqual([]);
    expect(transition).toMatchObject({
      ...{ to: "failed", next: { heldCents: 0, failureCode: "funding_returned" } },
      postings: [
        { account: "escrow_held", amountCents: 10_000 },
        { account: "rail_clearing", amountCents: -10_000 },
      ],
    });
    expect(transition && recordFundingReturn(transition.next, "R10", later(2))).toEqual([]);
    expect(recordFundingReturn(createdEscrow(), "R10", later(2))).toEqual([]);
  });

  test.each(["released", "refunded"] as const)("after it was %s is a shortfall and a break", (status) => {
    const [transition] = recordFundingReturn(escrowIn(status), "R10", later(1));
    expect(transition).toMatchObject({
      ...{ to: status, next: { shortfallCents: 10_000 } },
      postings: [
        { account: "return_shortfall", amountCents: 10_000 },
        { account: "rail_clearing", amountCents: -10_000 },
      ],
    });
    expect(transition?.next.reconBreaks).toMatchObject([
      { kind: status === "released" ? "return_after_release" : "return_after_refund" },
    ]);
  });

  test("of a part takes the part, and what operators had sent back of it is lost", () => {
    const part = movedBy(awaiting(), receiveFunding(awaiting(), total(4_000), noon));
    const back = { amountCents: 1_000, reference: "w", by: "operator:anna" };
    const less = movedBy(part, agreed(returnUnappliedFunds(part, back, noon)));
    expect(recordFundingReturn(less, "R10", later(1))).toMatchObject([
      { to: "failed", next: { unappliedCents: 0, shortfallCents: 1_000 } },
    ]);
  });
});

test("reconciliation finds a ledger that differs from the record by a cent", () => {
  const state = fundedEscrow();
  const balances = { escrow_held: -10_000, rail_clearing: 10_000 };
  expect(escrowImbalances(state, { balances, lopsided: [] })).toEqual([]);
  const off = { balances: { ...balances, escrow_held: -9_999, odd: 1 }, lopsided: [2] };
  expect(escrowImbalances(state, off)).toEqual(["entry_2_unbalanced", "escrow_held", "odd"]);
  expect(escrowImbalances({ ...state, feeCents: 1 }, { balances, lopsided: [] })).toEqual(["record_split"]);
});
