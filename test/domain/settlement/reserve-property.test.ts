import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addSeconds } from "../../../functions/domain/core/time.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import {
  blockReserve,
  keepReserve,
  letReserveGo,
  lookAtDue,
  releaseReserve,
  reserveFacts,
} from "../../../functions/domain/settlement/reserve.ts";
import {
  awaitReserveProof,
  recordNoReservePayout,
  recordReservePayout,
  recordReserveRefusal,
} from "../../../functions/domain/settlement/reserve-payout.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { aTenant, noon, settlementIn } from "../../support/core/samples.ts";
import { deliveredReserve, fair } from "../../support/settlement/reserve-life.ts";

interface Life {
  state: Settlement;
  invoice: Invoice;
  now: string;
  /** What the ledger says, begun with the delivery's own postings. */
  readonly ledger: { tenant_reserve: number; tenant_payable: number; return_shortfall: number };
  readonly events: string[];
}

function born(): Life {
  const state = deliveredReserve();
  const ledger = { tenant_reserve: -state.reserveCents, tenant_payable: 0, return_shortfall: 0 };
  return { state, invoice: settlementIn("completed").invoice, now: noon, ledger, events: [] };
}

function add(life: Life, transitions: readonly Transition<Settlement>[]): void {
  for (const { next, postings = [], events = [] } of transitions) {
    life.state = next;
    for (const { account, amountCents } of postings)
      if (account in life.ledger) life.ledger[account as keyof Life["ledger"]] += amountCents;
    life.events.push(...events.map((each) => ("reason" in each.data ? `${each.data.reason}` : each.name)));
  }
}

function facts(state: Settlement, ratioBreached: boolean) {
  return reserveFacts(state, aTenant({ ratioBreached }), { keepsReserve: true });
}

const commands = {
  wait: (life: Life, days: number) => {
    life.now = addDays(life.now, days);
  },
  look: (life: Life, breached: boolean) => add(life, lookAtDue(life.state, facts(life.state, breached), life.now)),
  unscreened: (life: Life) => add(life, blockReserve(life.state, "screening_unavailable", life.now)),
  release: (life: Life) => add(life, releaseReserve(life.state, life.now)),
  taken: (life: Life) => add(life, awaitReserveProof(life.state, "tr_9", life.now)),
  paid: (life: Life) => add(life, recordReservePayout(life.state, { txHash: "0xr" }, life.now)),
  refused: (life: Life) => add(life, recordReserveRefusal(life.state, "frozen", life.now)),
  neverMade: (life: Life) => add(life, recordNoReservePayout(life.state, life.now)),
  hold: (life: Life) => add(life, keepReserve(life.state, life.now)),
  letGo: (life: Life) => {
    life.events.push("let go");
    add(life, letReserveGo(life.state, "approval", life.now));
  },
  returned: (life: Life) => {
    const change = railTells(life.state, life.invoice, [{ kind: "returned", code: "R10" }], life.now);
    add(life, change.settlement);
    life.invoice = change.invoice.at(-1)?.next ?? life.invoice;
  },
  dispute: (life: Life, open: boolean) => {
    life.state = { ...life.state, disputes: open ? ["cas_1"] : [] };
  },
};

const command = fc.oneof(
  fc.tuple(fc.constant("wait" as const), fc.integer({ min: 0, max: 40 })),
  fc.tuple(fc.constantFrom("look" as const, "dispute" as const), fc.boolean()),
  fc.tuple(
    fc.constantFrom(
      ...(["unscreened", "release", "taken", "paid", "refused", "neverMade"] as const),
      ...(["hold", "letGo", "returned", "look", "release"] as const),
    ),
    fc.constant(false),
  ),
);

function run(life: Life, [name, detail]: [keyof typeof commands, number | boolean]): void {
  (commands[name] as (life: Life, detail: number | boolean) => void)(life, detail);
}

/** Cents without a sign on nothing. */
const cents = (amountCents = 0) => amountCents || 0;

function expectAgreement({ state, ledger }: Life): void {
  const is = Object.entries(ledger).map(([account, amountCents]) => [account, cents(amountCents)]);
  const response: Partial<Record<string, number>> = expectedBalances(state);
  expect(is).toEqual(Object.keys(ledger).map((account) => [account, cents(response[account])]));
  expect(ledger.tenant_reserve).toBeLessThanOrEqual(0);
  expect(ledger.tenant_reserve).toBeGreaterThanOrEqual(-state.reserveCents);
  expect(ledger.tenant_payable).toBeLessThanOrEqual(0);
}

/** Whatever still keeps it ends, and the rail pays. */
function end(life: Life): void {
  commands.dispute(life, false);
  commands.paid(life);
  commands.letGo(life);
  life.now = addSeconds(addDays(life.now, 40), 1);
  add(life, lookAtDue(life.state, fair, life.now));
  commands.release(life);
  commands.paid(life);
}

test("whatever happens to a reserve, its accounts never go below nothing, agree with the record after every step, and are even in the end", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (sequence) => {
      const life = born();
      for (const each of sequence) {
        run(life, each);
        expectAgreement(life);
      }
      end(life);
      expectAgreement(life);
      const { reserve, payment } = life.state;
      const { tenant_reserve, tenant_payable } = life.ledger;
      expect([reserve?.heldCents, cents(tenant_reserve), cents(tenant_payable)]).toEqual([0, 0, 0]);
      expect(reserve?.usedCents === 0 ? "released" : "used").toBe(reserve?.status);
      if (reserve?.status === "used") expect(payment.status).toBe("returned");
      // Nothing is said twice in a row.
      const twice = life.events.some((reply, at) => reply !== "let go" && reply === life.events[at - 1]);
      expect(twice).toBe(false);
    }),
    { numRuns: 400 },
  );
});
