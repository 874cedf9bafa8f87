import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxCents } from "../../../functions/domain/core/money.ts";
import { type BridgeState, bridgeEvents } from "../../../functions/domain/rails/bridge-state.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";
import { RailLife } from "../../support/settlement/rail-life.ts";

const asked = 10_000;

/** A transfer into our hold as it stood at one moment: its state, and all that came by then. */
interface Moment {
  readonly state: BridgeState;
  readonly cents: number | null;
}

function words({ state, cents }: Moment): readonly RailEvent[] {
  return bridgeEvents({ leg: "hold", state, receivedCents: cents, txHash: null, returnCode: "R10" });
}

/** A life that has heard of these moments, in this order. */
function having(moments: readonly Moment[]): RailLife {
  const life = new RailLife(asked);
  for (const moment of moments) {
    life.atSeconds += 1;
    life.apply(railTells(life.settlement, life.invoice, words(moment), life.now));
  }
  return life;
}

function ledger({ entries }: RailLife): Record<string, number> {
  const { balances } = ledgerOf(entries);
  return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0));
}

/** How it ended, as far as money goes. */
function ending(life: RailLife) {
  const { settlement, invoice } = life;
  const { status, receivedCents } = settlement.payment;
  return {
    ...{ balances: ledger(life), settlement: settlement.status, payment: status, receivedCents },
    ...{ paid: invoice.amountPaidCents, processing: invoice.amountProcessingCents },
  };
}

const ends: readonly BridgeState[] = ["payment_processed", "returned", "refunded", "canceled", "undeliverable"];

/** What a transfer goes through; `upTo` bounds what comes in all. */
function transfer(upTo: number): fc.Arbitrary<Moment[]> {
  return fc
    .record({ deposits: fc.array(fc.integer({ min: 1, max: upTo }), { maxLength: 3 }), end: fc.constantFrom(...ends) })
    .map(({ deposits, end }) => {
      const totals = [...new Set(deposits)].sort((one, other) => one - other);
      const moments: Moment[] = [{ state: "awaiting_funds", cents: null }];
      for (const cents of totals)
        moments.push({ state: "funds_received", cents }, { state: "payment_processed", cents });
      if (totals.length > 0 || end === "canceled") moments.push({ state: end, cents: totals.at(-1) ?? null });
      return moments;
    });
}

/** The moments in any order, some of them more than once, none left out. */
function anyhow(moments: readonly Moment[]): fc.Arbitrary<Moment[]> {
  return fc
    .array(fc.constantFrom(...moments), { maxLength: 6 })
    .chain((again) => fc.shuffledSubarray([...moments, ...again], { minLength: moments.length + again.length }));
}

describe("what a rail says of one transfer, in any order and however often", () => {
  const story = (upTo: number) =>
    transfer(upTo).chain((moments) => fc.record({ moments: fc.constant(moments), heard: anyhow(moments) }));

  test("ends as it does in the order of its truth, to the cent", () => {
    fc.assert(
      fc.property(story(asked), ({ moments, heard: report }) =>
        deepEqual(ending(having(report)), ending(having(moments))),
      ),
      { numRuns: heavyRuns },
    );
  });

  test("has on the books what is really there, though more came than was asked", () => {
    fc.assert(
      fc.property(story(2 * asked), ({ moments, heard: report }) => {
        const life = having(report);
        const { state, cents } = lastOf(moments);
        const isGone = state === "returned" || state === "refunded";
        deepEqual(ledger(life).rail_clearing ?? 0, isGone ? 0 : (cents ?? 0));
        deepEqual(imbalances(life.settlement, ledgerOf(life.entries)), []);
      }),
      { numRuns: heavyRuns },
    );
  });

  test("is not money that we have, where it went back before we heard that it came", () => {
    const came: Moment = { state: "payment_processed", cents: asked };
    const gone: Moment = { state: "returned", cents: asked };
    const life = having([gone, came]);
    expect(ending(life)).toEqual(ending(having([came, gone])));
    expect([ledger(life), reviewReason(life.settlement)]).toEqual([{}, null]);
  });

  test("is held where the rail could not deliver it and its coming was never heard of", () => {
    const life = having([{ state: "undeliverable", cents: asked }]);
    expect(ending(life)).toMatchObject({ settlement: "failed", payment: "succeeded", paid: asked });
    expect(reviewReason(life.settlement)).toMatchObject({ kind: "held" });
  });
});

function heard(state: Settlement, ...events: RailEvent[]): Settlement {
  const change = railTells(state, settlementIn("collecting").invoice, events, later(60));
  return schema.parse(change.settlement.at(-1)?.next ?? state);
}

describe("a word that moves no money:", () => {
  test.each(["collecting", "screening", "settling", "completed", "failed"] as const)(
    "a notification of change, while %s, changes the code that is kept and nothing else",
    (status) => {
      const { settlement } = settlementIn(status);
      const state = heard(settlement, { kind: "notification_of_change", code: "C02" });
      expect(state).toEqual({ ...settlement, payment: { ...settlement.payment, correctionCode: "C02" } });
      expect(viewPayment(state).correctionCode).toBe("C02");
    },
  );

  test("a notification of change says in the history what is to be corrected", () => {
    const { settlement, invoice } = settlementIn("completed");
    const change = railTells(settlement, invoice, [{ kind: "notification_of_change", code: "C02" }], later(60));
    expect(change.settlement.map(({ reason }) => reason)).toEqual(["notification of change C02: routing number"]);
  });

  test("an unknown one comes into the queue, another one anew, and tenants are told of the first alone", () => {
    const { settlement, invoice } = settlementIn("collecting");
    const reply = ["in_orbit", "in_orbit", "on_the_moon", "on_the_moon"].map(
      (state) => ({ kind: "unknown", state }) as const,
    );
    const transitions = railTells(settlement, invoice, reply, later(60)).settlement;
    expect(transitions.map(({ events = [] }) => events.map(({ name }) => name))).toEqual([
      ["settlement.rail_unknown"],
      [],
    ]);
    const again = railTells(transitions[0]?.next ?? settlement, invoice, reply.slice(2), later(90));
    const state = lastOf(again.settlement).next;
    expect(state).toMatchObject({ unknownRailState: "on_the_moon", unknownRailAt: later(90) });
    expect(reviewReason(state)).toMatchObject({ kind: "rail_unknown", reason: expect.stringContaining("on_the_moon") });
  });

  test("an unknown one stays in the queue when a notification of change follows", () => {
    const { settlement } = settlementIn("collecting");
    const unknown = heard(settlement, { kind: "unknown", state: "in_orbit" });
    const state = heard(unknown, { kind: "notification_of_change", code: "C02" });
    expect(reviewReason(state)).toMatchObject({ kind: "rail_unknown" });
  });

  test("an unknown one after the end is a break for people, once, whatever was unknown before", () => {
    const stuck = bridgeEvents({
      ...{ leg: "hold", state: "refund_failed", receivedCents: asked, txHash: null, returnCode: null },
    });
    for (const before of [[], [{ kind: "unknown" as const, state: "in_orbit" }]]) {
      const state = heard(settlementIn("screening").settlement, ...before, ...stuck, ...stuck);
      expect(state).toMatchObject({ status: "failed", reconBreaks: [{ kind: "rail_unknown" }] });
      expect(reviewReason(state)).toMatchObject({ kind: "recon_break" });
    }
  });

  test("more than any record may carry is unknown, and the record can still be read", () => {
    const { settlement } = settlementIn("collecting");
    const waiting = { ...settlement, payment: { ...settlement.payment, receivedCents: 1 }, unappliedCents: 1 };
    for (const event of [{ amountCents: maxCents }, { totalCents: maxCents + 1 }])
      expect(heard(waiting, { kind: "funds_received", ...event })).toMatchObject({
        ...{ status: "collecting", unknownRailState: "more money than a record can carry" },
      });
  });
});

describe("a rail that tells each deposit by itself, once operators wait for the rest", () => {
  /** Of 10,000 cents so many came, and operators wait for the rest. */
  function waitingFor(cents: number): Settlement {
    const { settlement } = settlementIn("collecting");
    const payment = { ...settlement.payment, receivedCents: cents, receivedAt: later(1) };
    return { ...settlement, payment, unappliedCents: cents };
  }

  test("tells a repeat when it names the same amount again", () => {
    const state = waitingFor(6_000);
    expect(heard(state, { kind: "funds_received", amountCents: 6_000 })).toEqual(state);
  });

  test("tells the rest when that is the very same amount", () => {
    const state = heard(waitingFor(5_000), { kind: "funds_received", amountCents: 5_000 });
    expect(state).toMatchObject({ status: "screening", unappliedCents: 0 });
  });

  test("tells another part, which is wrong again", () => {
    const state = heard(waitingFor(6_000), { kind: "funds_received", amountCents: 1_000 });
    expect(state).toMatchObject({ status: "collecting", mismatchCents: 7_000, unappliedCents: 0 });
  });
});
