import { describe, expect, test } from "vitest";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { recordCollection } from "../../../functions/domain/settlement/collection.ts";
import { type Settlement, settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout, waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

interface Pair {
  readonly settlement: Settlement;
  readonly invoice: Invoice;
}

const says = {
  funds: { kind: "funds_received" },
  processed: { kind: "payment_processed", txHash: "0xrail" },
  failed: { kind: "failed", code: "rail_failed" },
  returned: { kind: "returned", code: "R03" },
  change: { kind: "notification_of_change", code: "C01" },
  nonsense: { kind: "unknown", state: "in_orbit" },
} as const satisfies Record<string, RailEvent>;

type Word = keyof typeof says;

/** The pair after some words of the rail, one after the other. */
function having(pair: Pair, ...labels: Word[]): Pair {
  return labels.reduce((now, word) => {
    const change = receiveRailEvent(now.settlement, now.invoice, says[word], later(1));
    return {
      settlement: change.settlement.at(-1)?.next ?? now.settlement,
      invoice: change.invoice.at(-1)?.next ?? now.invoice,
    };
  }, pair);
}

/** What a word does: statuses before and after, the payment's status, and the events; `-` when nothing is written. */
function effect(pair: Pair, word: Word): string {
  const { settlement: transitions } = receiveRailEvent(pair.settlement, pair.invoice, says[word], later(1));
  if (transitions.length === 0) return "-";
  const { from, to, next } = lastOf(transitions);
  const events = transitions
    .flatMap((transition) => transition.events ?? [])
    .map(({ name }) => name.replace("settlement.", ""));
  return `${from === to ? "stays" : to}, payment ${next.payment.status}${events.length > 0 ? `, ${events.join(" ")}` : ""}`;
}

const failed = "failed, payment failed, failed";
const broke = "failed, payment succeeded, failed";
const bounced = "failed, payment returned, failed";
const noted = { change: "stays, payment succeeded", nonsense: "stays, payment succeeded, rail_unknown" };
const notedEarly = { change: "stays, payment processing", nonsense: "stays, payment processing, rail_unknown" };
const midway = { funds: "-", processed: "-", failed: broke, returned: bounced, ...noted };

// Every state, every word: what the rail's callback does to it.
const table: Readonly<Record<Settlement["status"], Readonly<Record<Word, string>>>> = {
  created: { funds: "-", processed: "-", failed, returned: bounced, ...notedEarly },
  collecting: { funds: "screening, payment succeeded", processed: "-", failed, returned: bounced, ...notedEarly },
  screening: midway,
  screened: midway,
  converting: midway,
  settling: { ...midway, processed: "completed, payment succeeded, completed" },
  completed: {
    funds: "-",
    processed: "-",
    failed: "stays, payment returned, returned_after_disbursement",
    returned: "stays, payment returned, returned_after_disbursement",
    ...noted,
  },
  declined: { funds: "-", processed: "-", failed: "-", returned: "stays, payment returned", ...noted },
  failed: {
    funds: "-",
    processed: "stays, payment succeeded",
    failed: "-",
    returned: "stays, payment returned",
    ...noted,
  },
};

const cells = settlementStatuses.flatMap((status) =>
  Object.entries(table[status]).map(([word, what]) => [status, word as Word, what] as const),
);

describe("the rail's word, in every state", () => {
  test.each(cells)("%s: %s -> %s", (status, word, what) => {
    expect(effect(settlementIn(status), word)).toBe(what);
  });

  test.each(cells)("%s: %s, said again, changes nothing", (status, word) => {
    const once = having(settlementIn(status), word);
    expect(receiveRailEvent(once.settlement, once.invoice, says[word], later(2))).toEqual({
      settlement: [],
      invoice: [],
    });
  });
});

describe("funds", () => {
  test("of the exact amount count on the invoice at once", () => {
    const { invoice } = having(settlementIn("collecting"), "funds");
    expect(invoice).toMatchObject({ status: "paid", amountPaidCents: 10_000, amountProcessingCents: 0 });
  });

  test.each([9999, 10_001])("of %i cents instead of 10,000 park it, with one event and nothing counted", (cents) => {
    const { settlement, invoice } = settlementIn("collecting");
    const event = { kind: "funds_received", amountCents: cents } as const;
    const change = receiveRailEvent(settlement, invoice, event, later(1));
    const transition = lastOf(change.settlement);
    expect(transition).toMatchObject({ from: "collecting", to: "collecting", next: { mismatchCents: cents } });
    expect(transition.events?.map(({ data }) => data)).toMatchObject([{ expectedCents: 10_000, receivedCents: cents }]);
    expect(change.invoice).toEqual([]);
    expect(receiveRailEvent(transition.next, invoice, event, later(2)).settlement).toEqual([]);
  });

  test("wake the machine that waits for them", () => {
    const { settlement, invoice } = settlementIn("collecting");
    const waiting = lastOf(waitFor(settlement, "collect", "TOKEN", later(0))).next;
    const transition = lastOf(receiveRailEvent(waiting, invoice, says.funds, later(1)).settlement);
    expect(transition.follows).toContainEqual({ kind: "answer_token", token: "TOKEN" });
    expect(transition.next.waiting).toBeNull();
  });

  test("that come after the collection had failed are booked and shown as a break, once", () => {
    const gone = having(settlementIn("collecting"), "failed");
    const change = receiveRailEvent(gone.settlement, gone.invoice, says.funds, later(1));
    const transition = lastOf(change.settlement);
    expect(transition.next.reconBreaks).toMatchObject([{ kind: "funds_after_failure" }]);
    expect(transition.postings).toContainEqual({ account: "rail_clearing", amountCents: 10_000 });
    expect(change.invoice).toEqual([]);
    expect(receiveRailEvent(transition.next, gone.invoice, says.funds, later(2)).settlement).toEqual([]);
  });

  test("that came after a failure and are then returned leave the ledger again", () => {
    const late = having(settlementIn("collecting"), "failed", "funds");
    const change = receiveRailEvent(late.settlement, late.invoice, says.returned, later(3));
    const transition = lastOf(change.settlement);
    expect(transition.next.payment).toMatchObject({ status: "returned", returnCode: "R03" });
    expect(transition.postings).toContainEqual({ account: "rail_clearing", amountCents: -10_000 });
    expect(change.invoice).toEqual([]);
  });

  test("that were short, then failed, then returned leave the ledger again", () => {
    const { settlement, invoice } = settlementIn("collecting");
    const short = lastOf(
      receiveRailEvent(settlement, invoice, { kind: "funds_received", amountCents: 4_000 }, later(1)).settlement,
    );
    expect(short.postings).toContainEqual({ account: "unapplied_receipts", amountCents: -4_000 });
    const failed = lastOf(receiveRailEvent(short.next, invoice, says.failed, later(2)).settlement);
    const transition = lastOf(receiveRailEvent(failed.next, invoice, says.returned, later(3)).settlement);
    expect(transition.postings).toContainEqual({ account: "unapplied_receipts", amountCents: 4_000 });
    expect(transition.next.payment.status).toBe("returned");
  });

  test("that never came cannot be returned once the collection has failed", () => {
    expect(effect(having(settlementIn("collecting"), "failed"), "returned")).toBe("-");
  });

  test("that come after their own return are nothing", () => {
    const back = having(settlementIn("collecting"), "returned");
    expect(effect(back, "funds")).toBe("-");
  });
});

describe("a return", () => {
  test("before the funds gives the invoice back what was set aside", () => {
    const { invoice } = having(settlementIn("collecting"), "returned");
    expect(invoice).toMatchObject({ status: "sent", amountPaidCents: 0, amountProcessingCents: 0 });
  });

  test.each(["screening", "screened", "converting", "settling"] as const)(
    "while %s fails the settlement, moves the invoice back and takes everything off the books",
    (status) => {
      const { settlement, invoice } = settlementIn(status);
      const change = receiveRailEvent(settlement, invoice, says.returned, later(1));
      expect(lastOf(change.settlement).next).toMatchObject({ status: "failed", failureCode: "payment_returned" });
      expect(lastOf(change.invoice)).toMatchObject({ from: "paid", to: "sent", next: { amountPaidCents: 0 } });
    },
  );

  test("after delivery leaves it completed and says how much is short", () => {
    const { settlement, invoice } = settlementIn("completed");
    const change = receiveRailEvent(settlement, invoice, says.returned, later(1));
    const transition = lastOf(change.settlement);
    expect(transition.next).toMatchObject({ status: "completed", payment: { status: "returned", returnCode: "R03" } });
    expect(transition.events?.[0]?.data).toMatchObject({
      returnCode: "R03",
      shortfallCents: 10_000,
      status: "completed",
    });
    expect(transition.postings).toContainEqual({ account: "return_shortfall", amountCents: 10_000 });
    expect(lastOf(change.invoice).next).toMatchObject({ status: "sent", amountPaidCents: 0 });
  });

  test("of a payout without proof counts as before delivery; its late proof is a break and changes no status", () => {
    const submitted = lastOf(recordPayout(settlementIn("settling").settlement, "T", later(0))).next;
    const back = having({ ...settlementIn("settling"), settlement: submitted }, "returned");
    const change = receiveRailEvent(back.settlement, back.invoice, says.processed, later(2));
    const transition = lastOf(change.settlement);
    expect(transition).toMatchObject({ from: "failed", to: "failed", next: { txHash: "0xrail" } });
    expect(transition.next.reconBreaks).toMatchObject([
      { kind: "payout_under_way", at: later(1), resolvedAt: later(2) },
      { kind: "proof_after_return", at: later(2) },
    ]);
    expect(transition.postings).toContainEqual({ account: "payout_after_return", amountCents: 8775 });
    expect(transition.events).toEqual([]);
    expect(change.invoice).toEqual([]);
    expect(effect({ settlement: transition.next, invoice: back.invoice }, "processed")).toBe("-");
  });

  test("before any payout was intended takes no proof at all", () => {
    expect(effect(having(settlementIn("screening"), "returned"), "processed")).toBe("-");
  });
});

describe("a collection", () => {
  const reply = { railRef: "r1", instructions: null } as const;

  test("on a rail that waits for the payer is one hop, and the invoice waits", () => {
    const { settlement, invoice } = settlementIn("created");
    const change = recordCollection(settlement, invoice, { ...reply, state: "awaiting_funds" }, later(1));
    expect(change.settlement.map(({ from, to }) => `${from} ${to}`)).toEqual(["created collecting"]);
    expect(change.invoice).toEqual([]);
    expect(
      recordCollection(lastOf(change.settlement).next, invoice, { ...reply, state: "awaiting_funds" }, later(2)),
    ).toEqual({ settlement: [], invoice: [] });
  });

  test("on a rail that collects at once is two hops, and the invoice is paid", () => {
    const { settlement, invoice } = settlementIn("created");
    const change = recordCollection(settlement, invoice, { ...reply, state: "funds_received" }, later(1));
    expect(change.settlement.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "created collecting",
      "collecting screening",
    ]);
    expect(lastOf(change.invoice).next.status).toBe("paid");
  });

  test("that was already recorded changes nothing", () => {
    const { settlement, invoice } = settlementIn("collecting");
    const change = recordCollection(settlement, invoice, { ...reply, state: "funds_received" }, later(1));
    expect(change).toEqual({ settlement: [], invoice: [] });
  });
});
