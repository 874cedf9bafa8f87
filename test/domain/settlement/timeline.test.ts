import { describe, expect, test } from "vitest";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import { declineReasons, whyEnded } from "../../../functions/domain/settlement/decline-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { type TimelineEntry, timelineOf } from "../../../functions/domain/settlement/timeline.ts";
import { endAttempt, exhaust, newDelivery } from "../../../functions/domain/webhooks/webhook.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function entry(
  from: string | null,
  to: string,
  reason: string,
  at = noon,
  more: Partial<TimelineEntry> = {},
): TimelineEntry {
  return { at, from, to, reason, actor: "system:settlement", postings: [], ...more };
}

const made = newDelivery(
  {
    id: "dlv_1",
    tenantId: "ten_1",
    endpointId: "whe_1",
    eventId: "evt_1",
    event: "settlement.completed",
    url: "https://hooks.acme.test/",
    body: "{}",
  },
  later(20),
);

describe("a timeline", () => {
  const { settlement } = settlementIn("completed");

  test("tells hops, screens, intents, the rail's words and deliveries in the order of time", () => {
    const answered = { status: 500, durationMs: 12, excerpt: "" };
    const failed = endAttempt({ ...made, attemptsMade: 1 }, answered, later(21), true, later(22));
    const delivered = endAttempt(
      { ...failed, attemptsMade: 2 },
      { status: 200, durationMs: 9, excerpt: "" },
      later(90),
      true,
      later(91),
    );
    const lines = timelineOf(
      settlement,
      [
        entry(null, "created", "payment accepted"),
        entry("created", "collecting", "collection began as rail_1", later(1)),
        entry("collecting", "screening", "funds received", later(2), {
          postings: transfer("rail_clearing", "tenant_payable", 10_000),
        }),
        entry("screening", "screened", "screen passed, round 1", later(3)),
        entry("screened", "converting", "conversion started", later(4)),
        entry("converting", "settling", "converted at 1", later(5)),
        entry("settling", "completed", "proof arrived", later(20)),
      ],
      [delivered],
    );
    expect(lines.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
      "screen: Wallet screened before collection, round 1: passed, risk low",
      "hop: Payment accepted; the amount is set aside on the invoice (payment accepted)",
      "intent: On record before the call: ask the rail to collect, key stl_01K00000000000000000000000:collect:1, no answer on record yet",
      "screen: Wallet screened before payout, round 1: passed, risk low",
      "rail: Collection began (collection began as rail_1)",
      "rail: The payer's money is here; the wallet is screened before payout (funds received) [booked: 100.00 at the rail, -100.00 owed to the tenant]",
      "hop: The wallet passed; it may be converted (screen passed, round 1)",
      "hop: Conversion began (conversion started)",
      "intent: On record before the call: ask the conversion vendor to convert",
      "hop: Converted; the payout is under way (converted at 1)",
      "intent: On record before the call: ask the rail to pay out",
      "rail: Delivered: the proof is on chain (proof arrived)",
      "delivery: settlement.completed sent to https://hooks.acme.test/, attempt 1: answered 500 after 12 ms",
      "delivery: settlement.completed sent to https://hooks.acme.test/, attempt 2: answered 200 after 9 ms",
    ]);
  });

  test("tells what a delivery waits for and why it was given up", () => {
    const response = (deliveries: Parameters<typeof timelineOf>[2]) =>
      timelineOf({ ...settlement, screens: [] }, [], deliveries).map(({ what }) => what);
    expect(response([made])).toEqual([
      `settlement.completed to https://hooks.acme.test/ waits for its next attempt at ${later(20)}`,
    ]);
    expect(response([exhaust(made, "endpoint_gone", later(30))])).toEqual([
      "settlement.completed to https://hooks.acme.test/ given up after 0 attempts (endpoint_gone)",
    ]);
  });

  test("tells a note as a sentence, and who wrote it", () => {
    const [line] = timelineOf(
      { ...settlement, screens: [] },
      [entry("completed", "completed", "payment returned R01 after delivery", noon, { actor: "rail:mock" })],
      [],
    );
    expect(line).toEqual({
      at: noon,
      kind: "rail",
      what: "Payment returned R01 after delivery",
      actor: "rail:mock",
      ref: null,
    });
  });
});

describe("why a settlement ended", () => {
  const declined = settlementIn("declined").settlement;
  const failed = settlementIn("failed").settlement;
  const with_ = (state: Settlement, more: object) => ({ ...state, ...more }) as Settlement;

  test("has words of its own for every reason of a decline", () => {
    const reply = declineReasons.map((code) => whyEnded(with_(declined, { declineReason: code })));
    expect(reply.map((why) => why?.code)).toEqual([...declineReasons]);
    expect(new Set(reply.map((why) => why?.words)).size).toBe(declineReasons.length);
    for (const why of reply) expect(why?.words).toMatch(/^The .*held\.$/s);
  });

  test("tells an operators' decline from the provider's", () => {
    const verdict = {
      stage: "disbursement",
      round: 2,
      outcome: "declined",
      ref: null,
      risk: null,
      at: noon,
      source: "operator",
    };
    const why = whyEnded(with_(declined, { screens: [verdict] }));
    expect(why?.words).toMatch(/^Operators reviewed/);
  });

  test("says what a return code means and what became of the money", () => {
    const payment = { ...failed.payment, status: "returned", returnCode: "R01" };
    expect(whyEnded(with_(failed, { payment }))?.words).toBe(
      "The payer's bank took the payment back: R01, insufficient funds. Nothing was delivered, and the invoice is open again.",
    );
    expect(whyEnded(with_(failed, { payment: { ...payment, returnCode: "R02" } }))?.words).toMatch(
      /R02, account closed \(new details\)\. Nothing was delivered/,
    );
    const { settlement: completed } = settlementIn("completed");
    expect(whyEnded(with_(completed, { payment: { ...payment, returnCode: "R99" } }))?.words).toMatch(
      /R99\. The stablecoin had been delivered/,
    );
  });

  test("gives a failure the vendor's words, and one that we do not know its code", () => {
    const refused = whyEnded(with_(failed, { failureCode: "conversion_failed", failureReason: "no liquidity" }));
    expect(refused?.words).toMatch(/^The conversion vendor refused.*\(no liquidity\)$/);
    expect(whyEnded(with_(failed, { failureCode: "rail_E17", failureReason: null }))).toEqual({
      code: "rail_E17",
      words: "It failed as rail_E17.",
    });
  });

  test("is nothing where nothing went wrong", () => {
    for (const status of ["created", "collecting", "screening", "settling", "completed"] as const)
      expect(whyEnded(settlementIn(status).settlement)).toBeNull();
  });
});
