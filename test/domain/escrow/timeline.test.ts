import { describe, expect, test } from "vitest";
import { transfer } from "../../../functions/domain/core/ledger.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { escrowTimeline } from "../../../functions/domain/escrow/timeline.ts";
import type { TimelineEntry } from "../../../functions/domain/settlement/timeline.ts";
import { endAttempt, newDelivery } from "../../../functions/domain/webhooks/webhook.ts";
import { later, noon } from "../../support/core/samples.ts";
import { beneficiary, fundedEscrow, screenedEscrow } from "../../support/escrow/escrow-samples.ts";

function entry(from: string | null, to: string, reason: string, more: Partial<TimelineEntry> = {}) {
  return { at: noon, from, to, reason, actor: "system:escrow", postings: [], ...more };
}

function told(entries: readonly TimelineEntry[], state: Escrow = fundedEscrow()) {
  return escrowTimeline(state, entries, []).map(({ kind, what, ref }) => [kind, what, ref]);
}

describe("an escrow's timeline", () => {
  test.each([
    [null, "awaiting_funds", "escrow created", "hop", "Created; it waits for the buyer's money (escrow created)"],
    ["awaiting_funds", "funded", "funds received", "rail", "Funded: the whole amount is held (funds received)"],
    ["funded", "funded", "milestone 2 completed", "hop", "Milestone 2 completed"],
    ["funded", "funded", "release submitted, waiting for proof", "rail", "Release submitted, waiting for proof"],
    ["funded", "failed", "release refused: x", "rail", "Failed (release refused: x)"],
    ["awaiting_funds", "awaiting_funds", "the deposit is asked for as r", "rail", "The deposit is asked for as r"],
    ["funded", "failed", "funding returned R01", "rail", "Failed (funding returned R01)"],
    ["awaiting_funds", "expired", "past its expiry", "hop", "Expired (past its expiry)"],
    ["funded", "refunded", "refund proven", "rail", "Refunded (refund proven)"],
  ])("from %s to %s: %s", (from, to, reason, kind, what) => {
    expect(told([entry(from, to, reason)])).toEqual([[kind, what, null]]);
  });

  test("tells a payout as what was on record before the call", () => {
    const ordered = entry("funded", "funded", "release ordered as esc_1:release:1");
    expect(told([ordered])).toEqual([["intent", "On record before the call: release under key esc_1:release:1", null]]);
    const refund = entry("funded", "funded", "refund ordered as esc_1:refund:1: late: by a month");
    expect(told([refund])).toEqual([["intent", "On record before the call: refund under key esc_1:refund:1", null]]);
  });

  test("tells a screen by its record, and one that is not kept any more by its entry", () => {
    const state = screenedEscrow(fundedEscrow(), "pass", beneficiary);
    const [screen] = state.screens;
    const reply = told(
      [
        entry("funded", "funded", "release screen pass, round 1"),
        entry("funded", "funded", "check screen pass, round 9"),
      ],
      state,
    );
    expect(reply[0]?.[1]).toBe("Payout address screened before the release, round 1: passed, risk low");
    expect(reply[0]?.[2]).toBe(screen?.ref);
    expect(reply[1]).toEqual(["screen", "Check screen pass, round 9", null]);
    const byPeople: Escrow = {
      ...state,
      screens: state.screens.map((each) => ({ ...each, risk: null, source: "operator" })),
    };
    expect(told([entry("funded", "funded", "release screen pass, round 1")], byPeople)[0]?.[1]).toMatch(
      /: passed by operators' review$/,
    );
  });

  test("says what was booked, and leaves out entries that only carry a second event", () => {
    const postings = transfer("rail_clearing", "escrow_held", 10_000);
    expect(
      told([
        entry("awaiting_funds", "funded", "funds received", { postings }),
        entry("funded", "funded", "escrow.release_blocked"),
      ]),
    ).toEqual([
      [
        "rail",
        "Funded: the whole amount is held (funds received) [booked: 100.00 at the rail, -100.00 held in escrow]",
        null,
      ],
    ]);
  });

  test("has deliveries between the entries, by their time", () => {
    const made = newDelivery(
      {
        ...{ id: "dlv_1", tenantId: "ten_1", endpointId: "whe_1", eventId: "evt_1", event: "escrow.created" },
        ...{ url: "https://hooks.acme.test/", body: "{}" },
      },
      later(1),
    );
    const sent = endAttempt(
      { ...made, attemptsMade: 1 },
      { status: 200, durationMs: 9, excerpt: "" },
      later(1),
      true,
      later(1),
    );
    const lines = escrowTimeline(
      fundedEscrow(),
      [entry("awaiting_funds", "funded", "funds received", { at: later(2) }), entry(null, "awaiting_funds", "x")],
      [sent],
    );
    expect(lines.map(({ kind }) => kind)).toEqual(["hop", "delivery", "rail"]);
  });
});
