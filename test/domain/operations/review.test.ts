import { describe, expect, test } from "vitest";
import { reviewReasonCodes } from "../../../functions/domain/review/review-reason-code.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { lateConversion } from "../../../functions/domain/settlement/conversion.ts";
import { park, stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewOf } from "../../../functions/domain/settlement/review-item.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout, recordScreen, waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}): Settlement {
  return { ...settlementIn(status).settlement, ...change } as Settlement;
}

/** A settlement after the rail has said something. */
function told(
  status: SettlementStatus,
  event: Parameters<typeof receiveRailEvent>[2],
  change: object = {},
): Settlement {
  const { invoice } = settlementIn(status);
  return lastOf(receiveRailEvent(at(status, change), invoice, event, later(1)).settlement).next;
}

const afterScreen = (verdict: keyof typeof verdicts, state = at("screening")) =>
  lastOf(recordScreen(state, verdicts[verdict], 1, later(1))).next;
const paidOut = lastOf(recordPayout(at("settling"), "TOKEN", later(1))).next;

describe("a settlement in which nothing is wrong", () => {
  test.each(["created", "collecting", "screening", "screened", "converting", "settling"] as const)(
    "is in the queue as in flight while %s, since it was made",
    (status) => {
      expect(reviewOf(at(status))).toMatchObject({ kind: "in_flight", since: noon });
    },
  );

  test("is not there any more once it is completed", () => {
    expect(reviewOf(at("completed"))).toBeNull();
  });

  test("keeps its place in the queue from hop to hop, so that the index is not written again", () => {
    const places = (["created", "collecting", "screening", "screened", "settling"] as const).map((status) => {
      const { kind, since } = reviewReason(at(status, { updatedAt: later(99) })) ?? {};
      return `${kind} ${since}`;
    });
    expect(new Set(places).size).toBe(1);
  });

  test.each(settlementStatuses)("can have notes and somebody named for it while %s", (status) => {
    expect(reviewOf(at(status))?.actions.slice(0, 2) ?? ["note", "assign"]).toEqual(["note", "assign"]);
  });
});

describe("a settlement in which something is wrong", () => {
  test("because another amount came can be accepted, topped up, sent back or given up", () => {
    const seen = reviewOf(told("collecting", { kind: "funds_received", amountCents: 9_900 }));
    expect(seen).toMatchObject({ kind: "amount_mismatch", since: later(1), deadline: null });
    expect(seen?.reason).toContain("99.00 USD came where 100.00 USD was expected");
    expect(seen?.actions).toEqual(expect.arrayContaining(["accept", "top_up", "returned_off_platform", "fail"]));
  });

  test("because too much came has no rest to wait for", () => {
    const seen = reviewOf(told("collecting", { kind: "funds_received", amountCents: 10_100 }));
    expect(seen?.actions).toContain("accept");
    expect(seen?.actions).not.toContain("top_up");
  });

  test("because the rail said an unknown word is shown until something happens", () => {
    const odd = told("collecting", { kind: "unknown", state: "in_orbit" });
    expect(reviewOf(odd)).toMatchObject({ kind: "rail_unknown", since: later(1) });
    expect(reviewOf({ ...odd, updatedAt: later(9) })).toMatchObject({ kind: "in_flight" });
  });

  test.each([
    ["silent", ["retry_screen"]],
    ["pending", ["retry_screen", "verdict"]],
  ] as const)("because its screen is %s has 24 hours", (verdict, actions) => {
    const seen = reviewOf(afterScreen(verdict));
    expect(seen).toMatchObject({ kind: "screening", since: later(1), deadline: later(86_401) });
    expect(seen?.actions.filter((each) => ["retry_screen", "verdict"].includes(each))).toEqual(actions);
  });

  test("because its screen is silent counts from the first silence", () => {
    const again = lastOf(recordScreen(afterScreen("silent"), verdicts.pending, 2, later(60))).next;
    expect(reviewOf(again)).toMatchObject({ since: later(1), deadline: later(86_401) });
  });

  test("because a vendor gives no answer is parked until it is asked again", () => {
    const parked = lastOf(park(at("converting"), "States.Timeout", later(1))).next;
    expect(reviewOf(parked)).toMatchObject({
      kind: "parked",
      since: later(1),
      deadline: later(301),
      actions: expect.arrayContaining(["resume", "fail"]),
    });
  });

  test("because its proof is late is stalled after half an hour, and cannot be failed", () => {
    expect(reviewOf(paidOut)).toMatchObject({ kind: "in_flight", deadline: later(86_400) });
    expect(stall(paidOut, later(1799))).toEqual([]);
    const seen = reviewOf(lastOf(stall(paidOut, later(1800))).next);
    expect(seen).toMatchObject({ kind: "stalled", since: noon, deadline: later(86_400) });
    expect(seen?.actions).toContain("resume");
    expect(seen?.actions).not.toContain("fail");
  });

  test("because the vendor converted after the end stays until that is dealt with", () => {
    const failed = at("failed", { intent: { leg: "convert", key: "k", at: noon }, fxRate: null });
    const seen = reviewOf(lastOf(lateConversion(failed, { rate: "1" }, later(3))).next);
    expect(seen).toMatchObject({ kind: "recon_break", since: later(3), actions: expect.arrayContaining(["resolve"]) });
  });
});

describe("the money of a settlement that ended otherwise", () => {
  test("is held, and can be sent back", () => {
    const seen = reviewOf(at("failed", { updatedAt: later(7) }));
    expect(seen).toMatchObject({ kind: "held", since: later(7), actions: ["note", "assign", "returned_off_platform"] });
    expect(seen?.reason).toContain("100.00 USD");
  });

  test.each(["screening_unavailable", "screening_incomplete"])("declined as %s can be sent back", (why) => {
    expect(reviewOf(at("declined", { declineReason: why }))?.actions).toContain("returned_off_platform");
  });

  test("declined by a block is open to nobody: no verdict, no return, a report alone", () => {
    const blocked = lastOf(recordScreen(at("screening"), verdicts.block, 1, later(1))).next;
    const seen = reviewOf(blocked);
    expect(seen).toMatchObject({ kind: "held", actions: ["note", "assign", "reported"] });
    expect(seen?.reason).toContain("blocked");
  });

  test.each(["returned", "refunded", "canceled"] as const)("that was %s is held no more", (status) => {
    const { payment } = at("failed");
    expect(reviewOf(at("failed", { payment: { ...payment, status } }))).toBeNull();
  });

  test("that was never collected is none", () => {
    const { payment } = at("failed");
    const never = { ...payment, status: "failed", receivedCents: null };
    expect(reviewOf(at("failed", { payment: never }))).toBeNull();
  });

  test("that came after its collection had failed is held", () => {
    const failed = told("collecting", { kind: "failed", code: "R02" });
    const { invoice } = settlementIn("collecting");
    const late = lastOf(receiveRailEvent(failed, invoice, { kind: "funds_received" }, later(9)).settlement).next;
    expect(reviewOf(late)).toMatchObject({ kind: "recon_break", actions: ["note", "assign", "returned_off_platform"] });
    const back = lastOf(receiveRailEvent(late, invoice, { kind: "returned", code: "R03" }, later(10)).settlement).next;
    expect(reviewOf(back)).toBeNull();
  });
});

test("kinds come in the order of their urgency, and each speaks plainly", () => {
  expect(reviewReasonCodes[0]).toBe("listed");
  expect(reviewReasonCodes.at(-1)).toBe("in_flight");
  const both = afterScreen("silent", lastOf(park(at("screening"), "no answer", noon)).next);
  expect(reviewOf(both)?.kind).toBe("screening");
  const waiting = lastOf(waitFor(at("collecting"), "collect", "TOKEN", noon)).next;
  expect(reviewOf(waiting)?.actions).not.toContain("resume");
});
