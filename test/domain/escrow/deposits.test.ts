import { describe, expect, test } from "vitest";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import {
  askFunding,
  type FundingInput,
  receiveFunding,
  recordCollectionCancellation,
  recordFunding,
  refuseFunding,
  returnUnappliedFunds,
} from "../../../functions/domain/escrow/fund.ts";
import { nextSendBackCents, orderSendBack } from "../../../functions/domain/escrow/send-back.ts";
import { decideIat } from "../../../functions/domain/settlement/entry-terms.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  anew,
  askForFunds,
  awaitedFunding,
  awaiting,
  came,
  collectedFunding,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  funds,
  givenUp,
  movedBy,
  refusal,
  total,
} from "../../support/escrow/escrow-samples.ts";

const { id, tenantId } = createdEscrow();
const domestic = decideIat({ source: "ach", holderType: "business", amountCents: 10_000 }, noon);
describe("a wish to fund", () => {
  test("is on record before the rail is asked", () => {
    const input = { ...funds, fundingRef: "wire-1", depositTxHash: "0x1", partnerCustomerId: "cust_1" };
    const { transitions, no } = askFunding(createdEscrow(), input, later(1));
    expect(no).toBeNull();
    expect(transitions).toMatchObject([
      { to: "awaiting_funds", reason: "funding asked for; no IAT (us_account, rule of 2026-09-18)" },
    ]);
    expect(transitions[0]?.next).toMatchObject({ pastFundings: [], partnerCustomerId: "cust_1" });
    expect(transitions[0]?.next.funding).toEqual({
      ...{ key: `${id}:fund:1`, source: "ach", holderType: "business", fundingRef: "wire-1", depositTxHash: "0x1" },
      ...{ at: later(1), railRef: null, cancelledAt: null, receivedCents: 0, bought: null, sentBackCents: 0 },
      ...{ returnRef: null, returnCost: null, returned: null, iat: domestic, entryDescription: "INVOICE" },
    });
  });

  test.each<[string, Partial<FundingInput>, string, string | null]>([
    [
      "from the buyer's bank abroad",
      { sourceCountry: "CA" },
      "an IAT (source_abroad CA, rule of 2026-09-18)",
      "INVOICE",
    ],
    ["for a tenant abroad", { receiverCountry: "FR" }, "an IAT (receiver_abroad FR, rule of 2026-09-18)", "INVOICE"],
    ["that the buyer sends", { source: "ach_push" }, "no IAT (nothing_abroad_known, rule of 2026-09-18)", null],
  ])("says whether a deposit %s is an international one", (_, change, words, description) => {
    const { transitions } = askFunding(createdEscrow(), { ...funds, ...change }, noon);
    const [asked] = transitions;
    expect(asked?.reason).toBe(`funding asked for; ${words}`);
    expect(asked?.next.funding).toMatchObject({
      iat: { isInternational: words.startsWith("an") },
      entryDescription: description,
    });
  });

  // Midnight of 2026-09-18 in New York is 04:00 UTC.
  test.each([
    ["2026-09-18T03:59:59.999Z", "us_account", "1970-01-01"],
    ["2026-09-18T04:00:00.000Z", "receiver_abroad", "2026-09-18"],
  ])("is decided at %s as %s by the rule of %s", (at, reason, ruleDate) => {
    const { transitions } = askFunding(createdEscrow(), { ...funds, receiverCountry: "FR" }, at);
    expect(transitions[0]?.next.funding?.iat).toMatchObject({ reason, ruleDate });
  });

  test("decides nothing of a deposit that came on chain", () => {
    const input = { ...funds, source: "ach_push", depositTxHash: "0x1", isOnChain: true } as const;
    const { transitions } = askFunding(createdEscrow(), input, noon);
    expect(transitions).toMatchObject([{ reason: "funding asked for" }]);
    expect(transitions[0]?.next.funding).toMatchObject({ iat: null, entryDescription: null });
  });

  test("stays with the customer that it was first for", () => {
    const { transitions } = askFunding(
      { ...givenUp(), partnerCustomerId: "cust_1" },
      { ...funds, partnerCustomerId: "cust_2" },
      noon,
    );
    expect(transitions[0]?.next.partnerCustomerId).toBe("cust_1");
    expect(askForFunds().partnerCustomerId).toBeNull();
  });

  test.each<[string, Escrow, string]>([
    ["after the end", escrowIn("expired"), "from expired to funded"],
    ["after a failure", escrowIn("failed"), "from failed to funded"],
    [
      "while other money is on its way",
      askForFunds(createdEscrow(), { ...funds, fundingRef: "x" }),
      "other money for it is on its way",
    ],
    [
      "while money goes back",
      movedBy(
        givenUp(came(awaiting(), 4_000)),
        orderSendBack(givenUp(came(awaiting(), 4_000)), { by: "anna", closes: false }, noon),
      ),
      "its money is on its way back",
    ],
    [
      "the twenty-first time",
      { ...givenUp(), pastFundings: Array(19).fill(givenUp().funding) },
      "its money was asked for too often",
    ],
  ])("is refused %s, and says why", (_, state, words) => {
    const { transitions, no } = askFunding(state, funds, noon);
    expect([transitions, no?.code]).toEqual([[], "illegal_escrow_transition"]);
    expect(no?.message.endsWith(words)).toBe(true);
  });

  test("of another amount is refused with the right one", () => {
    expect(askFunding(createdEscrow(), { ...funds, amountCents: 9_999 }, noon).no).toMatchObject({
      ...{ code: "amount_mismatch", message: "amountCents: must be the escrow's amount, 10000" },
      detail: {
        fields: [{ path: "amountCents", message: "must be the escrow's amount, 10000" }],
        extra: { expectedCents: 10_000 },
      },
    });
  });

  test("past the expiry expires it with the no", () => {
    const { transitions, no } = askFunding(createdEscrow({ expiresAt: later(60) }), funds, later(60));
    expect(transitions).toMatchObject([{ to: "expired", reason: "past its expiry" }]);
    expect(no?.message).toMatch(/to funded: it is expired$/);
  });
});

describe("the rail's answer to the wish", () => {
  test("that it waits is shown with what the buyer must do", () => {
    expect(recordFunding(askForFunds(), awaitedFunding, later(1))).toMatchObject([
      {
        ...{ to: "awaiting_funds", reason: "the deposit is asked for as rail_1" },
        next: {
          fundingRef: "rail_1",
          instructions: { bank: "b" },
          depositTxHash: null,
          funding: { railRef: "rail_1" },
        },
      },
    ]);
    expect(recordFunding(createdEscrow(), awaitedFunding, noon)).toEqual([]);
    expect(recordFunding(awaiting(), awaitedFunding, noon)).toEqual([]);
  });

  test("that it is there holds it, and counts a debit as one", () => {
    const [transition] = recordFunding(askForFunds(), collectedFunding, later(1));
    const counted = { kind: "count", tenantId, at: later(1) };
    expect(transition).toMatchObject({ reason: "funds received", next: { askedAt: null, expiryLookAt: null } });
    expect(transition?.follows).toEqual([{ ...counted, counts: { payments: 1, paymentCents: 10_000, debits: 1 } }]);
    const [pushed] = receiveFunding(awaiting(), total(10_000), later(1));
    expect(pushed?.follows).toEqual([{ ...counted, counts: { payments: 1, paymentCents: 10_000 } }]);
  });

  test("after its callback is put on record, with what it became where that was not told", () => {
    const untold = movedBy(askForFunds(), receiveFunding(askForFunds(), { totalCents: 10_000 }, later(1)));
    const [late] = recordFunding(untold, collectedFunding, later(2));
    expect(late).toMatchObject({ to: "funded", reason: "the deposit came as rail_1" });
    expect(late?.next.funding).toMatchObject({ railRef: "rail_1", bought: "100.000000", receivedCents: 10_000 });
    const told = movedBy(
      askForFunds(),
      receiveFunding(askForFunds(), { totalCents: 10_000, bought: "99.000000" }, later(1)),
    );
    expect(recordFunding(told, collectedFunding, later(2))[0]?.next.funding?.bought).toBe("99.000000");
  });

  test("after a callback that told of more is put on record all the same", () => {
    const more = movedBy(askForFunds(), receiveFunding(askForFunds(), { totalCents: 12_000 }, later(1)));
    const state = movedBy(more, recordFunding(more, collectedFunding, later(2)));
    expect(state).toMatchObject({ status: "awaiting_funds", receivedCents: 12_000, unappliedCents: 12_000 });
    expect(state.funding).toMatchObject({ railRef: "rail_1", receivedCents: 12_000, bought: null });
  });

  test("that is no ends it with the rail's words", () => {
    expect(refuseFunding(askForFunds(), refusal, later(1))).toMatchObject([
      {
        ...{ to: "failed", reason: "funding failed: payout_rejected" },
        next: { failureCode: "payout_rejected", failureReason: "closed account" },
      },
    ]);
    expect(refuseFunding(fundedEscrow(), refusal, noon)).toEqual([]);
  });
});

describe("money that comes", () => {
  test("is applied to nothing until it is the exact amount", () => {
    expect(receiveFunding(awaiting(), total(4_000), later(1))).toMatchObject([
      {
        reason: "received 4000 cents that are applied to nothing yet",
        postings: transfer("rail_clearing", "unapplied_receipts", 4_000),
        next: { funding: { receivedCents: 4_000, bought: "40.000000" } },
      },
    ]);
    expect(came(anew(), 10_000, "rail_1")).toMatchObject({ status: "awaiting_funds", unappliedCents: 10_000 });
  });

  test("and whose rail tells only later what it became has that on record then, once", () => {
    const untold = movedBy(awaiting(), receiveFunding(awaiting(), { totalCents: 10_000 }, later(1)));
    expect(receiveFunding(untold, { totalCents: 10_000 }, later(2))).toEqual([]);
    expect(receiveFunding(untold, total(9_000), later(2))).toEqual([]);
    const [transition] = receiveFunding(untold, total(10_000), later(2));
    expect(transition).toMatchObject({ to: "funded", reason: "the deposit became 100.000000 USDT" });
    expect(transition?.next.funding?.bought).toBe("100.000000");
    expect(transition && receiveFunding(transition.next, { totalCents: 10_000, bought: "1" }, later(3))).toEqual([]);
  });

  test("is not waited for any more once the rail has given it up", () => {
    const [transition] = recordCollectionCancellation(awaiting(), later(2));
    expect(transition).toMatchObject({ reason: "the deposit is not waited for any more" });
    expect(transition?.next).toMatchObject({ instructions: null, funding: { cancelledAt: later(2) } });
    expect(recordCollectionCancellation(fundedEscrow(), later(2))).toEqual([]);
  });
});

describe("money that operators send back outside the rail", () => {
  const back = (state: Escrow, amountCents: number) =>
    returnUnappliedFunds(state, { amountCents, reference: "WIRE-7", by: "apr_1" }, later(9));

  test("is taken from the oldest collection first", () => {
    const state = came(anew(), 3_000);
    const [transition] = agreed(back(state, 5_000));
    expect(transition).toMatchObject({
      ...{ reason: "5000 cents sent back as WIRE-7 (apr_1)", to: "awaiting_funds" },
      postings: transfer("unapplied_receipts", "rail_clearing", 5_000),
      next: { sentBackCents: 5_000, refundedCents: 5_000, unappliedCents: 2_000, funding: { sentBackCents: 1_000 } },
    });
    expect(transition?.next.pastFundings).toMatchObject([{ sentBackCents: 4_000 }]);
    const rest = transition && agreed(back(transition.next, 2_000))[0]?.next;
    expect(rest).toMatchObject({ sentBackCents: 7_000, refundedCents: 7_000, unappliedCents: 0 });
  });

  test("leaves what is exact held", () => {
    const [transition] = agreed(back(came(awaiting(), 12_000), 2_000));
    expect(transition).toMatchObject({ to: "funded", reason: "2000 cents sent back as WIRE-7 (apr_1)" });
    expect(transition?.postings).toEqual([
      { account: "unapplied_receipts", amountCents: 12_000 },
      { account: "rail_clearing", amountCents: -2_000 },
      { account: "escrow_held", amountCents: -10_000 },
    ]);
  });

  test("is never more than is applied to nothing, nor none", () => {
    const state = came(awaiting(), 4_000);
    for (const cents of [0, 4_001])
      expect(back(state, cents)).toMatchObject({
        code: "action_not_available",
        message: "4000 cents are applied to nothing",
      });
    expect(back(state, 4_000)).toHaveLength(1);
    expect(back(state, 1)).toHaveLength(1);
  });
});

test("the rail would send back the oldest deposit that it can, whole", () => {
  expect(nextSendBackCents(anew())).toBe(4_000);
  expect(nextSendBackCents(came(fundedEscrow(), 12_000))).toBe(0);
  expect(nextSendBackCents(createdEscrow())).toBe(0);
});
