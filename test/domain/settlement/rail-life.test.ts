import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { cancelCollection } from "../../../functions/domain/settlement/collection.ts";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { settlementActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { nextSettlementLook, park, retryDue, stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { isEnded } from "../../../functions/domain/settlement/settlement.ts";
import { waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import type { verdicts } from "../../support/core/samples.ts";
import { rates } from "../../support/core/unit-ledger.ts";
import { RailLife } from "../../support/settlement/rail-life.ts";

const asked = 10_000;

const sums = fc.constantFrom(asked, asked, 4_000, 6_000, 1, 99);

/** Words that move no money. */
const strayWords = fc.constantFrom<RailEvent>(
  { kind: "unknown", state: "in_orbit" },
  { kind: "notification_of_change", code: "C01" },
  { kind: "returned", code: "R61" },
);

const move = fc.oneof(
  fc.record({ kind: fc.constantFrom("pay" as const, "paid" as const), cents: sums }),
  fc.record({ kind: fc.constant("hear" as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant("along" as const), steps: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant("go" as const),
    verdict: fc.constantFrom("pass", "pass", "pass", "silent", "block", "pending") as fc.Arbitrary<
      keyof typeof verdicts
    >,
  }),
  fc.record({
    kind: fc.constantFrom("take_back" as const, "taken_back" as const),
    code: fc.constantFrom("R01", "R10"),
  }),
  fc.record({
    kind: fc.constantFrom("prove" as const, "refuse" as const, "give_up" as const, "cancel" as const, "park" as const),
  }),
  fc.record({ kind: fc.constant("word" as const), event: strayWords }),
  fc.record({ kind: fc.constant("wait" as const), state: fc.constantFrom("collect" as const, "screen" as const) }),
  fc.record({
    kind: fc.constant("act" as const),
    name: fc.constantFrom(...settlementActions, "return" as const, "accept" as const),
    verdict: fc.constantFrom("pass" as const, "decline" as const),
  }),
  fc.record({
    kind: fc.constant("send_back" as const),
    answer: fc.constantFrom("under_way" as const, "sent" as const, "failed" as const),
    heard: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("float" as const), units: fc.constantFrom(0n, 10n ** 12n) }),
  fc.record({ kind: fc.constant("later" as const), seconds: fc.constantFrom(1, 60, 1000, 2000, 90_000, 700_000) }),
);

type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** What a story does to the bank, or lets the settlement hear. */
const moves: { readonly [K in Move["kind"]]: (life: RailLife, step: Extract<Move, { kind: K }>) => void } = {
  pay: ({ bank }, { cents }) => bank.pay(cents),
  paid: (life, { cents }) => {
    life.bank.pay(cents);
    life.hear(life.bank.said.length - 1);
  },
  take_back: ({ bank }, { code }) => bank.takeBack(code),
  taken_back: (life, { code }) => {
    life.bank.takeBack(code);
    life.hear(life.bank.said.length - 1);
  },
  give_up: ({ bank }) => bank.giveUp(),
  // The rail gives up for a tenant only what has brought nothing; what is sent later may come all the same.
  cancel: (life) => {
    if (life.bank.cameCents === 0) life.apply(cancelCollection(life.settlement, life.invoice, life.now));
  },
  prove: ({ bank }) => bank.prove(),
  refuse: ({ bank }) => bank.refuse(),
  hear: (life, { nth }) => life.hear(nth),
  word: (life, { event }) => life.apply(railTells(life.settlement, life.invoice, [event], life.now)),
  go: (life, { verdict }) => life.goOn(verdict),
  along: (life, { steps }) => {
    for (let left = steps; left > 0; left--) life.goOn("pass");
  },
  park: (life) => life.apply(park(life.settlement, "silence", life.now)),
  wait: (life, { state }) => {
    const { status } = life.settlement;
    const isNow = state === "collect" ? status === "collecting" : status !== "collecting" && !isEnded(status);
    if (isNow && status !== "settling")
      life.apply(waitFor(life.settlement, state, `token ${life.atSeconds}`, life.now));
  },
  act: (life, { name, verdict }) => life.act(name, verdict),
  send_back: (life, { answer, heard: report }) => life.sweepSendBack(answer, report),
  float: (life, { units }) => {
    life.operatorUnits = units;
  },
  later: (life, { seconds }) => {
    life.atSeconds += seconds;
    life.apply(stall(life.settlement, life.now));
    life.apply(retryDue(life.settlement, life.now));
  },
};

function play(life: RailLife, step: Move): void {
  life.atSeconds += 1;
  const make = moves[step.kind] as (life: RailLife, step: Move) => void;
  make(life, step);
}

const paid: Move = { kind: "paid", cents: asked };
const short: Move = { kind: "paid", cents: 6_000 };
const along = (steps: number): Move => ({ kind: "along", steps });
const blocked: Move = { kind: "go", verdict: "block" };
const act = (name: (typeof settlementActions)[number]): Move => ({ kind: "act", name, verdict: "decline" });
const told: Move = { kind: "send_back", answer: "under_way", heard: true };
const proven: Move[] = [{ kind: "prove" }, { kind: "hear", nth: 1 }];

/** Where stories begin, so that every depth is reached. */
const beginnings: readonly Move[][] = [
  [],
  [short],
  [short, act("top_up")],
  [short, act("return")],
  [short, act("return"), told],
  [{ kind: "cancel" }],
  [short, act("fail")],
  [act("fail"), paid],
  [paid],
  [paid, along(2)],
  [paid, along(3)],
  [paid, along(4)],
  [paid, along(4), ...proven],
  [paid, along(4), { kind: "refuse" }],
  [paid, paid, along(4), ...proven],
  [paid, blocked],
  [paid, along(2), act("fail")],
  [paid, along(2), act("fail"), act("return"), told],
  [paid, paid, along(2), act("return")],
];

/** What must hold after every step. Plain comparisons, because they are made a hundred thousand times. */
function expectSound(life: RailLife): void {
  const { settlement: state, entries, bank } = life;
  const ledger = ledgerOf(entries);
  deepEqual(imbalances(state, ledger), []);
  life.units.check(state);
  const isOver = isEnded(state.status);
  ok(isOver || nextSettlementLook(state) !== undefined, `nobody looks at it again: ${state.status}`);
  const { tenant_payable: payable = 0, unapplied_receipts: unapplied = 0 } = ledger.balances;
  // Nobody has this money yet.
  const keptCents = 0 - payable - unapplied;
  ok((isOver && keptCents <= 0) || reviewReason(state) !== null, `in nobody's queue: ${state.status}`);
  const paidOut = bank.payout === "under_way" || bank.payout === "paid" ? state.netCents : 0;
  ok(paidOut + bank.sentBackCents + life.offRailCents <= bank.cameCents, "more is let go than came");
  ok(ledger.collected.amountCents <= bank.cameCents, "more is booked than the rail has");
}

/** Once everything has been heard, the ledger says where the money really is. */
function expectTruth(life: RailLife): void {
  const { bank, settlement, offRailCents } = life;
  const out = (bank.payout === "paid" ? settlement.netCents : 0) + bank.sentBackCents + offRailCents;
  const here = bank.takenBack ? 0 : bank.cameCents;
  const unknown = settlement.reconBreaks.some(({ kind }) => kind === "return_unknown");
  const ledger = ledgerOf(life.entries).balances;
  const exchangeCents = ledger.fx_gain_loss ?? 0;
  if (!unknown) equal(ledger.rail_clearing ?? 0, here - out - exchangeCents);
  const transit = life.units.on("wallet_in_transit");
  const paid = bank.payout === "paid" ? unitsOf(settlement.usdtOut ?? "0") : 0n;
  if (!unknown && settlement.bought !== null) equal(life.units.on("rail_wallet") + transit, bank.wallet - paid);
}

describe("a settlement on a rail, whatever the rail says in whatever order and whatever operators do", () => {
  test("balances, is looked at again or in the queue, and never lets go of more than came", () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), fc.array(move, { maxLength: 14 }), rates, (begun, played, rate) => {
        const life = new RailLife(asked, "ach_push", rate);
        for (const step of begun) play(life, step);
        for (const step of played) {
          play(life, step);
          expectSound(life);
        }
        life.end();
        expectSound(life);
        expectTruth(life);
        const { status, payment } = life.settlement;
        for (const word of [status, payment.status, life.bank.payout]) ends.set(word, (ends.get(word) ?? 0) + 1);
      }),
      { numRuns: heavyRuns },
    );
    // Stories that never got anywhere would prove nothing.
    for (const word of ["completed", "declined", "returned", "canceled", "refunded", "refused", "settling"])
      expect(ends.get(word), word).toBeGreaterThan(heavyRuns / 200);
  });
});
