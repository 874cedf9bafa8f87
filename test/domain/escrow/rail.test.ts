import { describe, expect, test } from "vitest";
import { maxCents } from "../../../functions/domain/core/money.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import { askFunding, recordCollectionCancellation, recordFunding } from "../../../functions/domain/escrow/fund.ts";
import { type RailReportResult, receiveEscrowReport } from "../../../functions/domain/escrow/rail.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import {
  awaitedFunding,
  awaiting,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  funds,
  movedBy,
  releasing,
} from "../../support/escrow/escrow-samples.ts";

const tell = (state: Escrow, event: RailEvent, more: Omit<RailReportResult, "events"> = {}, seconds = 9) =>
  receiveEscrowReport(state, { ...more, events: [event] }, later(seconds));
const moved = (state: Escrow, event: RailEvent, more: Omit<RailReportResult, "events"> = {}) =>
  movedBy(state, tell(state, event, more));
const came = (amount: { amountCents?: number; totalCents?: number; bought?: string } = {}) =>
  ({ kind: "funds_received", ...amount }) as const;
const failed = { kind: "failed", code: "closed" } as const;
const returned = (code = "R10") => ({ kind: "returned", code }) as const;
const kindsOf = ({ reconBreaks }: Escrow) => reconBreaks.map(({ kind }) => kind);

const givenUp = (state = awaiting()) => movedBy(state, recordCollectionCancellation(state, noon));
const expired = () => movedBy(givenUp(), agreed(expireEscrow(givenUp(), "asked", noon)));

/** A second collection is waited for after the first was given up. */
function anew(): Escrow {
  const asked = movedBy(givenUp(), askFunding(givenUp(), { ...funds, source: "ach" }, noon).transitions);
  return movedBy(asked, recordFunding(asked, { ...awaitedFunding, railRef: "rail_2" }, noon));
}

describe("a rail that says that money came", () => {
  test("and not how much means all that was missing", () => {
    expect(moved(awaiting(), came())).toMatchObject({ status: "funded", heldCents: 10_000, receivedCents: 10_000 });
    const part = moved(awaiting(), came({ amountCents: 4_000 }));
    expect(moved(part, came())).toMatchObject({ status: "funded", receivedCents: 10_000 });
  });

  test("part by part is believed, but a part that it tells again is not counted again", () => {
    const part = moved(awaiting(), came({ amountCents: 4_000 }));
    expect(part).toMatchObject({ status: "awaiting_funds", receivedCents: 4_000, unappliedCents: 4_000 });
    expect(tell(part, came({ amountCents: 4_000 }))).toEqual([]);
    expect(moved(part, came({ amountCents: 5_000 }))).toMatchObject({ receivedCents: 9_000 });
    const half = moved(awaiting(), came({ amountCents: 5_000 }));
    expect(moved(half, came({ amountCents: 5_000 }))).toMatchObject({ status: "funded", receivedCents: 10_000 });
  });

  test("in all is counted by that, with what it became", () => {
    const part = moved(awaiting(), came({ totalCents: 4_000, bought: "39.000000" }));
    expect(part).toMatchObject({ receivedCents: 4_000, funding: { bought: "39.000000" } });
    expect(tell(part, came({ totalCents: 4_000, bought: "39.000000" }))).toEqual([]);
    const whole = moved(part, came({ totalCents: 10_000, bought: "98.000000" }));
    expect(whole).toMatchObject({ status: "funded", funding: { bought: "98.000000" } });
    expect(moved(whole, came({ totalCents: 12_000 }))).toMatchObject({ heldCents: 10_000, unappliedCents: 2_000 });
    expect(moved(awaiting(), came({ amountCents: 10_000, bought: "99" })).funding?.bought).toBeNull();
  });

  test("is believed without a total only while money is expected, or where none ever came", () => {
    expect(tell(fundedEscrow(), came())).toEqual([]);
    expect(tell(fundedEscrow(), came({ amountCents: 1 }))).toEqual([]);
    expect(tell(escrowIn("released"), came({ amountCents: 1 }))).toEqual([]);
    const late = moved(expired(), came());
    expect(late).toMatchObject({ status: "expired", receivedCents: 10_000, unappliedCents: 10_000 });
    expect(tell(late, came({ amountCents: 70 }))).toEqual([]);
  });

  test("under a collection that was given up counts it there", () => {
    const late = moved(anew(), came(), { railRef: "rail_1" });
    expect(late).toMatchObject({ status: "awaiting_funds", unappliedCents: 10_000 });
    expect(late.pastFundings).toMatchObject([{ railRef: "rail_1", receivedCents: 10_000 }]);
    expect(tell(late, came({ amountCents: 5 }), { railRef: "rail_1" })).toEqual([]);
    expect(moved(late, came(), { railRef: "rail_2" })).toMatchObject({ status: "funded", receivedCents: 20_000 });
  });

  test("of a collection that we do not know, or whose money was taken back, says nothing", () => {
    expect(tell(awaiting(), came(), { railRef: "rail_9" })).toEqual([]);
    expect(tell(createdEscrow(), came())).toEqual([]);
    expect(tell(moved(fundedEscrow(), returned()), came({ totalCents: 20_000 }))).toEqual([]);
    expect(tell(moved(awaiting(), returned()), came())).toEqual([]);
    const past = moved(anew(), returned(), { railRef: "rail_1" });
    expect(tell(past, came(), { railRef: "rail_1" })).toEqual([]);
    expect(moved(past, came(), { railRef: "rail_2" }).status).toBe("funded");
  });

  test("of more than can be counted is shown to operators, and counts nothing", () => {
    expect(moved(awaiting(), came({ totalCents: maxCents })).receivedCents).toBe(maxCents);
    const much = tell(awaiting(), came({ totalCents: maxCents + 1 }));
    expect(much).toMatchObject([{ reason: "rail_unknown", next: { receivedCents: 0 } }]);
    const more = moved(moved(anew(), came({ totalCents: 5 }), { railRef: "rail_1" }), came({ totalCents: maxCents }));
    expect([kindsOf(more), more.receivedCents]).toEqual([["rail_unknown"], 5]);
  });
});

describe("a rail that says that it paid", () => {
  const proof = { kind: "payment_processed", txHash: "0xproof", paid: "97.4" } as const;

  test("is believed of the payout that it names", () => {
    const key = releasing().intent?.key;
    const paid = moved(releasing(), proof, { payout: { key } });
    expect(paid).toMatchObject({ status: "released", releaseTxHash: "0xproof" });
    expect(kindsOf(paid)).toEqual(["payout_amount_mismatch"]);
    expect(tell(releasing(), proof, { payout: { key: "other" } })).toEqual([]);
  });
});

describe("a rail that says no", () => {
  test("to the collection ends what waits for it", () => {
    expect(tell(awaiting(), failed)).toMatchObject([
      {
        ...{ to: "failed", reason: "funding failed: closed" },
        next: { failureCode: "closed", failureReason: "the rail reported a failure" },
      },
    ]);
  });

  test("to the payout leaves it failed, with what is held", () => {
    const no = { to: "failed", next: { heldCents: 10_000, failureReason: "closed: the rail reported a failure" } };
    expect(tell(releasing(), failed)).toMatchObject([{ ...no, reason: "release refused: closed" }]);
    expect(tell(releasing(), failed, { leg: "payout" })).toMatchObject([no]);
    expect(tell(releasing(), { ...failed, leg: "payout" }, { leg: "collection" })).toMatchObject([no]);
    expect(tell(releasing(), failed, { payout: { key: "other" } })).toEqual([]);
  });

  test("to a payout where none is under way means nothing", () => {
    expect(tell(fundedEscrow(), { ...failed, leg: "payout" })).toEqual([]);
    expect(tell(fundedEscrow(), failed, { leg: "payout" })).toEqual([]);
  });

  test("to the collection once money is held is for people, once", () => {
    for (const state of [fundedEscrow(), releasing()]) {
      const shown = moved(state, failed, { leg: "collection" });
      expect([shown.status, kindsOf(shown), shown.heldCents]).toEqual([state.status, ["rail_failed"], 10_000]);
      expect(tell(shown, failed, { leg: "collection" })).toEqual([]);
    }
    expect(tell(expired(), failed)).toEqual([]);
    expect(tell(escrowIn("released"), failed)).toEqual([]);
  });

  test("to a collection that was given up changes nothing of the next", () => {
    expect(tell(anew(), failed, { railRef: "rail_1" })).toEqual([]);
    expect(tell(anew(), failed, { railRef: "rail_2" })).toMatchObject([{ to: "failed" }]);
  });

  test("after the expiry expires what got nothing, and fails what got some", () => {
    const brief = awaiting(createdEscrow({ expiresAt: later(60) }));
    expect(tell(brief, failed, {}, 60)).toMatchObject([
      { to: "expired", reason: "past its expiry, and its deposit is closed" },
    ]);
    expect(tell(brief, failed, {}, 59)).toMatchObject([{ to: "failed" }]);
    expect(tell(moved(brief, came({ amountCents: 1 })), failed, {}, 60)).toMatchObject([{ to: "failed" }]);
    expect(tell(givenUp(brief), failed, {}, 60)).toEqual([]);
  });
});

describe("a rail that says that the payer's bank wants its money", () => {
  const alert = { kind: "raise_escrow_return_alert", escrowId: createdEscrow().id, at: later(9) };

  test("takes what came under that collection, and counts it", () => {
    const [transition] = tell(fundedEscrow(), returned("R01"));
    expect(transition).toMatchObject({ to: "failed", reason: "funding returned R01", next: { heldCents: 0 } });
    expect(tell(fundedEscrow(), { kind: "notification_of_change", code: "R10" })[0]?.follows).toContainEqual({
      ...{ ...alert, tenantId: createdEscrow().tenantId, code: "R10" },
    });
    expect(transition?.follows?.some(({ kind }) => kind === "raise_escrow_return_alert")).toBe(false);
  });

  test("before it came at all fails what waits, with the code, and is over", () => {
    const [transition, ...more] = tell(awaiting(), returned());
    expect(more).toEqual([]);
    expect(transition).toMatchObject({
      ...{ to: "failed", reason: "funding failed: R10", follows: [alert] },
      next: { returned: { code: "R10", at: later(9) }, failureCode: "R10", failureReason: "returned R10" },
    });
    expect(transition && tell(transition.next, returned())).toEqual([]);
  });

  test("of an escrow that has ended without it is written down, once", () => {
    const [transition] = tell(expired(), returned());
    expect(transition).toMatchObject({
      ...{ from: "expired", to: "expired", reason: "returned R10, nothing had come", follows: [alert] },
      next: { returned: { code: "R10", at: later(9) } },
    });
    expect(transition && tell(transition.next, returned())).toEqual([]);
  });

  test("of a collection that had been given up is written down there, once", () => {
    const [transition] = tell(anew(), returned(), { railRef: "rail_1" });
    expect(transition).toMatchObject({ to: "awaiting_funds", reason: "returned R10, nothing had come" });
    expect(transition?.next).toMatchObject({
      ...{ returned: null, pastFundings: [{ returned: { code: "R10", at: later(9) } }] },
    });
    expect(transition && tell(transition.next, returned(), { railRef: "rail_1" })).toEqual([]);
  });

  test("of no money of ours, or only to correct its details, changes nothing", () => {
    expect(tell(fundedEscrow(), returned("C01"))).toEqual([]);
    expect(tell(fundedEscrow(), returned(), { railRef: "rail_9" })).toEqual([]);
    expect(tell(createdEscrow(), returned())).toEqual([]);
  });

  test("by a code between banks shows it to operators", () => {
    const shown = moved(fundedEscrow(), returned("R61"));
    expect([shown.status, kindsOf(shown)]).toEqual(["funded", ["ach_R61"]]);
  });
});

describe("a rail that says several things at once", () => {
  test("is heard in their order, each on what the one before it left", () => {
    const events: RailEvent[] = [came(), { kind: "unknown", state: "odd" }, { kind: "unknown", state: "odd" }];
    const transitions = receiveEscrowReport(awaiting(), { events }, later(9));
    expect(transitions.map(({ reason }) => reason)).toEqual(["funds received", "rail_unknown"]);
    expect(transitions.at(-1)?.next).toMatchObject({
      ...{ status: "funded", heldCents: 10_000, reconBreaks: [{ kind: "rail_unknown", at: later(9) }] },
    });
  });
});
