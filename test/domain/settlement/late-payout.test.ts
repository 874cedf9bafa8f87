import { describe, expect, test } from "vitest";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { heldMoney } from "../../../functions/domain/settlement/held-funds.ts";
import {
  isPayoutUnanswered,
  payoutAfterEnd,
  recordPayoutAnswer,
} from "../../../functions/domain/settlement/late-payout.ts";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { isRailSilent, nextSettlementLook, refsInFlight } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

const { invoice } = settlementIn("settling");
const back: RailEvent = { kind: "returned", code: "R10" };
const proof: RailEvent = { kind: "payment_processed", txHash: "0xlate" };
const no: RailEvent = { kind: "failed", code: "undeliverable", leg: "payout" };

/** The rail has taken the payout. */
function submitted(): Settlement {
  const { settlement } = settlementIn("settling");
  const payment = { ...settlement.payment, railRef: "tr_1" };
  return lastOf(recordPayout({ ...settlement, payment }, "t", later(0), "tr_2")).next;
}

function having(state: Settlement, ...events: RailEvent[]): Settlement {
  return railTells(state, invoice, events, later(60)).settlement.at(-1)?.next ?? state;
}

const kinds = (state: Settlement) =>
  state.reconBreaks.map(({ kind, resolvedAt }) => (resolvedAt === undefined ? kind : `${kind}, resolved`));

describe("a payout that the payer's return has overtaken", () => {
  test("is in the queue, and the rail is asked how it ends", () => {
    const state = having(submitted(), back);
    expect(state).toMatchObject({ status: "failed", payment: { status: "returned" } });
    expect(reviewReason(state)).toMatchObject({ kind: "recon_break" });
    expect(refsInFlight(state)).toEqual(["tr_2", "tr_1"]);
    expect(nextSettlementLook(state)?.at).toBe(later(660));
    expect([isRailSilent(state, later(659)), isRailSilent(state, later(660))]).toEqual([false, true]);
  });

  test("proves itself once, and is asked about no more", () => {
    const state = having(submitted(), back, proof, proof);
    expect(kinds(state)).toEqual(["payout_under_way, resolved", "proof_after_return"]);
    expect([refsInFlight(state), nextSettlementLook(state)?.at]).toEqual([[], undefined]);
  });

  test("comes to nothing, and nobody has to do anything", () => {
    const state = having(submitted(), back, no, no);
    expect(kinds(state)).toEqual(["payout_under_way, resolved"]);
    expect([reviewReason(state), nextSettlementLook(state)?.at]).toEqual([null, undefined]);
  });

  test("leaves open what else does not add up", () => {
    const state = having(submitted(), { kind: "returned", code: "R61" }, back, proof);
    expect(kinds(state)).toEqual(["ach_R61", "payout_under_way, resolved", "proof_after_return"]);
  });

  test("that was not taken yet leaves nothing behind", () => {
    expect(kinds(having(settlementIn("settling").settlement, back))).toEqual([]);
  });
});

describe("the rail's answer to a payout whose settlement has ended meanwhile", () => {
  const ended = having(settlementIn("settling").settlement, back);

  test("is kept: its reference, and that somebody must see how it ends", () => {
    const [transition] = payoutAfterEnd(ended, { txHash: null, transferRef: "tr_2" }, later(61));
    expect(transition?.next.payment.payoutRef).toBe("tr_2");
    expect(kinds(transition?.next ?? ended)).toEqual(["payout_under_way"]);
    expect(payoutAfterEnd(transition?.next ?? ended, { txHash: null, transferRef: "tr_2" }, later(62))).toEqual([]);
  });

  test("is shown where the rail gives no reference, and one that is shown already learns it", () => {
    const [shown] = payoutAfterEnd(ended, { txHash: null }, later(61));
    expect(kinds(shown?.next ?? ended)).toEqual(["payout_under_way"]);
    const [named] = payoutAfterEnd(shown?.next ?? ended, { txHash: null, transferRef: "tr_3" }, later(62));
    expect(named?.next).toMatchObject({
      ...{ payment: { payoutRef: "tr_3" }, reconBreaks: [{ kind: "payout_under_way" }] },
    });
  });

  test("is on the ledger where it is a proof", () => {
    const [transition] = payoutAfterEnd(ended, { txHash: "0xlate" }, later(61));
    expect(transition?.postings).toContainEqual({ account: "payout_after_return", amountCents: ended.netCents });
  });

  test("is that it made none, and a proof that comes for all that is on the ledger", () => {
    const state = having(settlementIn("settling").settlement, back);
    const [unmade] = recordPayoutAnswer(state, null, later(7_200));
    expect(unmade).toMatchObject({ reason: "the payout had not been made", next: { txHash: null } });
    const after = unmade?.next ?? state;
    expect([isPayoutUnanswered(after), recordPayoutAnswer(after, null, later(9_000))]).toEqual([false, []]);
    const told = having(after, proof, proof);
    expect([told.txHash, kinds(told)]).toEqual(["0xlate", ["proof_after_return"]]);
  });

  test("is asked for no more where it is a no, and said once", () => {
    const refused = { refused: { code: "undeliverable", reason: "no" } };
    const [transition] = payoutAfterEnd(ended, refused, later(61));
    expect(transition).toMatchObject({ to: "failed", next: { intent: { refused: true } } });
    expect(transition && [isPayoutUnanswered(transition.next), refsInFlight(transition.next)]).toEqual([false, []]);
    expect(transition && payoutAfterEnd(transition.next, refused, later(62))).toEqual([]);
  });

  test("is nothing where no payout was meant", () => {
    const early = having(settlementIn("screening").settlement, back);
    expect(payoutAfterEnd(early, { txHash: null, transferRef: "tr_2" }, later(61))).toEqual([]);
    expect(payoutAfterEnd(settlementIn("completed").settlement, { txHash: "0x" }, later(61))).toEqual([]);
  });
});

describe("a payout that fails", () => {
  test("after its proof leaves the payer's payment as it is, and people look", () => {
    const state = having(settlementIn("completed").settlement, no, no);
    expect(state).toMatchObject({ status: "completed", payment: { status: "succeeded" } });
    expect(kinds(state)).toEqual(["payout_failed_after_proof"]);
  });

  test("while it waits for its proof fails the settlement and leaves the money held", () => {
    const state = having(submitted(), no);
    expect(state).toMatchObject({ status: "failed", payment: { status: "succeeded" } });
    expect(heldMoney(state).tenantPayableCents).toBe(state.fiatInCents);
  });

  test("before any was asked for is nothing", () => {
    const { settlement } = settlementIn("screened");
    expect(having(settlement, no)).toBe(settlement);
  });
});

describe("a rail that pays straight through", () => {
  test.each(["declined", "failed"] as const)(
    "has paid what was %s: on the books, and not to be sent back",
    (status) => {
      const { settlement } = settlementIn(status);
      const straight = { ...settlement, keepsReserve: false, intent: null } as Settlement;
      const state = having(straight, proof);
      expect(state).toMatchObject({ status, txHash: "0xlate", reconBreaks: [{ kind: "proof_after_return" }] });
      expect(heldMoney(state)).toEqual({ tenantPayableCents: 0, unappliedCents: 0 });
    },
  );

  test("and tells of money and payout at once, after its collection was given up, has both on the books", () => {
    const start = settlementIn("collecting");
    const straight = { ...start.settlement, keepsReserve: false } as Settlement;
    const events: RailEvent[] = [{ kind: "failed", code: "x" }, { kind: "funds_received", totalCents: 10_000 }, proof];
    const { settlement: transitions } = railTells(straight, start.invoice, events, later(60));
    const { next } = lastOf(transitions);
    const entries = transitions.map(({ from, to, postings = [] }, seq) => ({
      ...{ aggregateId: next.id, aggregateType: "settlement", tenantId: next.tenantId, seq, from, to },
      ...{ at: later(60), postings: [...postings] },
    }));
    expect(imbalances(next, ledgerOf(entries))).toEqual([]);
    expect(heldMoney(next).tenantPayableCents).toBe(0);
  });
});

describe("a conversion at another vendor than the rail", () => {
  test.each(["converting", "settling"] as const)("is shown when the payer's money goes back while %s", (status) => {
    const { settlement } = settlementIn(status);
    expect(kinds(having({ ...settlement, conversionVendor: "hifi" }, back))).toEqual(["conversion_unknown"]);
    expect(kinds(having(settlement, back))).toEqual([]);
  });
});
