import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import type { ScreenOutcome } from "../../../functions/domain/gate/payout-gate.ts";
import {
  applySweepScreen,
  awaitSweepProof,
  countSweepScreen,
  decideSweepAction,
  type FeeSweep,
  feeSweepKey,
  feeSweepPosition,
  feeSweepReview,
  feeSweepStatuses,
  isOpenSweep,
  isSweepDue,
  needsSecondForSweep,
  nextSweepLook,
  openFeeSweep,
  recordSweepAnswer,
  sweepReason,
  takeSweepBack,
} from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { isSweepBooked } from "../../../functions/domain/reconciliation/fee-sweep-break.ts";
import type { RecordAction } from "../../../functions/domain/review/review-reason-code.ts";
import type { LedgerEntry } from "../../../functions/domain/settlement/ledger.ts";

const now = "2026-11-22T00:15:00.000Z";
const at = (seconds: number) => addSeconds(now, seconds);
const proof = { txHash: "0xabc", transferRef: "tr_9" };
const opened = openFeeSweep(
  {
    ...{ id: "fsw_1", tenantId: "ten_1", date: "2026-11-21", toAddress: "0xOURS", units: "45.000000" },
    ...{ amountCents: 4_500, floatUnits: "5.000000" },
    ...{ rail: "bridge", customer: "cust_1", chain: "base", stable: "USDC" },
  },
  now,
).next;

/** The sweep after a decision that makes one transition. */
function nextOf(transitions: readonly Transition<FeeSweep>[] | Refusal): FeeSweep {
  if (transitions instanceof Refusal) throw transitions;
  const [only, ...others] = transitions;
  if (!only || others.length > 0) throw new Error(`${transitions.length} transitions`);
  return only.next;
}

function screened(outcome: ScreenOutcome, ours = 50_000_000n): FeeSweep {
  return nextOf(applySweepScreen(nextOf(countSweepScreen(opened, now)), outcome, ours, now));
}

const ordered = screened("pass");
const inEachStatus: Record<FeeSweep["status"], FeeSweep> = {
  screening: opened,
  declined: screened("declined"),
  ordered,
  proven: nextOf(recordSweepAnswer(ordered, proof, at(60))),
  refused: nextOf(recordSweepAnswer(ordered, { refused: { code: "no", reason: "" } }, at(60))),
  canceled: screened("pass", 49_999_999n),
};

describe("a new sweep", () => {
  test("is due at once, counts its screens without a line on the trail, and holds nothing of the wallet", () => {
    expect(nextSweepLook(opened)).toEqual({ at: now, asks: true });
    const [counted] = countSweepScreen(opened, now);
    expect(counted).toMatchObject({ quiet: true, next: { screens: 1, lookAt: at(300) } });
    expect(feeSweepPosition(opened)).toBeNull();
    expect(feeSweepKey(opened)).toBe("fsw_1:sweep:1");
  });

  test("is ordered by a pass where it and the float are ours, and by nothing else", () => {
    expect(ordered).toMatchObject({ status: "ordered", orderedAt: now, toldAt: now, lookAt: at(600), reason: null });
    expect(inEachStatus.canceled).toMatchObject({ status: "canceled", orderedAt: null, lookAt: null });
    expect(inEachStatus.declined).toMatchObject({ status: "declined", orderedAt: null, lookAt: null });
    for (const outcome of ["pending", "unavailable"] as const)
      expect(applySweepScreen(opened, outcome, 50_000_000n, now)).toEqual([]);
  });
});

describe("an ordered sweep", () => {
  test("is on its way out of the wallet, and gone from what is ours there with its proof", () => {
    const units = { here: -45_000_000n, clients: 0n, wallet: "bridge/cust_1/base/USDC" };
    expect(feeSweepPosition(ordered)).toEqual({ ...units, transit: 45_000_000n });
    const [proven] = recordSweepAnswer(ordered, proof, at(60));
    expect(proven).toMatchObject({ next: { ...proof, status: "proven", lookAt: null } });
    expect(proven?.postings).toEqual([
      { account: "operator_wallet", amountCents: 4_500 },
      { account: "rail_clearing", amountCents: -4_500 },
    ]);
    expect(proven && feeSweepPosition(proven.next)).toEqual({ ...units, transit: 0n });
    expect(feeSweepPosition(inEachStatus.refused)).toBeNull();
  });

  test("is asked about every ten minutes, and is late after half an hour, once", () => {
    const [waits] = recordSweepAnswer(ordered, { txHash: null, transferRef: "tr_9" }, at(600));
    expect(waits).toMatchObject({ quiet: true, next: { transferRef: "tr_9", stalledAt: null, lookAt: at(1_200) } });
    const late = nextOf(awaitSweepProof(ordered, at(1_800)));
    expect(late).toMatchObject({ stalledAt: at(1_800) });
    expect(feeSweepReview(late)).toMatchObject({ kind: "fee_sweep", since: at(1_800), actions: ["note", "assign"] });
    expect(awaitSweepProof(late, at(2_400))).toMatchObject([{ quiet: true, next: { stalledAt: at(1_800) } }]);
  });

  test("that the rail does not know is screened again once no order can be on its way, under the same key", () => {
    expect(takeSweepBack(ordered, at(1_199))).toMatchObject([{ quiet: true, next: { status: "ordered" } }]);
    const back = nextOf(takeSweepBack(ordered, at(1_200)));
    expect(back).toMatchObject({ status: "screening", orderedAt: now, lookAt: at(1_200), stalledAt: null });
    const again = nextOf(applySweepScreen(back, "pass", 50_000_000n, at(1_801)));
    expect(again).toMatchObject({ orderedAt: now, toldAt: at(1_801) });
    expect(feeSweepKey(again)).toBe(feeSweepKey(ordered));
  });
});

describe("a sweep of which the rail says another amount than was ordered", () => {
  const clearing = (amountCents: number) => ({ account: "rail_clearing", amountCents });
  const ours = { account: "operator_wallet", amountCents: 4_500 };

  test.each([
    [{ paid: "45.00", cost: "45.250000" }, "45.250000", 25, "45.250000 left and 45.00 came"],
    [{ paid: "44.9" }, "44.9", -10, "44.9 left and 44.9 came"],
    [{ cost: "44.9" }, "44.9", -10, "44.9 left and nothing of what came"],
  ])("is booked at what left, the difference at a dollar a unit: %j", (told, left, lostCents, text) => {
    const [proven] = recordSweepAnswer(ordered, { ...proof, ...told }, at(60)) as [Transition<FeeSweep>];
    expect(proven.next).toMatchObject({ status: "proven", units: "45.000000", paidOut: left });
    expect(proven.postings).toEqual([
      ours,
      clearing(-4_500 - lostCents),
      { account: "fx_gain_loss", amountCents: lostCents },
    ]);
    expect(feeSweepPosition(proven.next)).toMatchObject({ here: -unitsOf(left), transit: 0n, clients: 0n });
    expect(proven.next.reason).toContain(`45.000000 ordered, the rail says ${text}`);
    expect(isSweepBooked(proven.next, [{ postings: proven.postings ?? [] } as unknown as LedgerEntry])).toBe(true);
    expect(isSweepBooked(ordered, [{ postings: proven.postings ?? [] } as unknown as LedgerEntry])).toBe(false);
  });

  test("stands in the queue until two operators have put it away, and is no loss where only what came differs", () => {
    const proven = nextOf(recordSweepAnswer(ordered, { ...proof, paid: "44.9", cost: "45" }, at(60)));
    expect(proven).not.toHaveProperty("paidOut");
    expect(feeSweepReview(proven)).toMatchObject({
      ...{ kind: "fee_sweep", since: at(60), actions: ["note", "assign", "resolve"] },
      reason: expect.stringContaining("fees left in another amount"),
    });
    const away = nextOf(decideSweepAction(proven, "resolve", "apr_1", at(90)));
    expect(away).toMatchObject({ status: "proven", resolvedAt: at(90) });
    expect(feeSweepReview(away)).toBeNull();
  });

  test("as ordered, in any spelling, leaves nothing to look into", () => {
    const proven = nextOf(recordSweepAnswer(ordered, { ...proof, paid: "45.0", cost: "45.000000" }, at(60)));
    expect(proven).toEqual(inEachStatus.proven);
    expect(feeSweepReview(proven)).toBeNull();
  });
});

describe("operators", () => {
  const actions: Record<FeeSweep["status"], readonly RecordAction[]> = {
    ...{ screening: [], ordered: [], proven: [], canceled: [] },
    ...{ declined: ["retry_screen", "fail"], refused: ["resolve"] },
  };

  test.each(feeSweepStatuses)("have the actions of a sweep that is %s, and no other", (status) => {
    const state = inEachStatus[status];
    expect(feeSweepReview(state)?.actions ?? []).toEqual(
      actions[status].length === 0 ? [] : ["note", "assign", ...actions[status]],
    );
    for (const action of ["retry_screen", "fail", "resolve", "return"] as const)
      expect(decideSweepAction(state, action, "", now) instanceof Refusal, action).toBe(
        !actions[status].includes(action),
      );
  });

  test("have a declined one screened again alone, and give it up or put a refused one away by two", () => {
    expect(
      ["retry_screen", "fail", "resolve", "return"].map((each) => needsSecondForSweep(each as RecordAction)),
    ).toEqual([false, true, true, false]);
    const { declined, refused } = inEachStatus;
    expect(nextOf(decideSweepAction(declined, "retry_screen", "", at(9)))).toMatchObject({
      ...{ status: "screening", reason: null, lookAt: at(9) },
    });
    const [given] = decideSweepAction(declined, "fail", "apr_1", at(9)) as Transition<FeeSweep>[];
    expect(given).toMatchObject({ to: "canceled", reason: "given up by operators (apr_1)", next: { lookAt: null } });
    const away = nextOf(decideSweepAction(refused, "resolve", "apr_1", at(9)));
    expect(away).toMatchObject({ status: "refused", resolvedAt: at(9) });
    expect(feeSweepReview(away)).toBeNull();
  });
});

describe("a sweep in any status", () => {
  test("is open while it may still leave, and due only when its look is", () => {
    const open = feeSweepStatuses.filter((status) => isOpenSweep(inEachStatus[status]));
    expect(open).toEqual(["screening", "declined", "ordered"]);
    expect(isSweepDue(ordered, at(599))).toBe(false);
    expect(isSweepDue(ordered, at(600))).toBe(true);
    expect(isSweepDue(inEachStatus.proven, at(600))).toBe(false);
    expect(nextSweepLook(inEachStatus.refused)).toBeUndefined();
  });

  test("hears nothing that is not for it", () => {
    for (const state of feeSweepStatuses
      .filter((status) => status !== "ordered")
      .map((status) => inEachStatus[status])) {
      expect(recordSweepAnswer(state, proof, now)).toEqual([]);
      expect(takeSweepBack(state, at(9_999))).toEqual([]);
      expect(awaitSweepProof(state, at(9_999))).toEqual([]);
    }
    for (const state of feeSweepStatuses
      .filter((status) => status !== "screening")
      .map((status) => inEachStatus[status])) {
      expect(countSweepScreen(state, now)).toEqual([]);
      expect(applySweepScreen(state, "pass", 50_000_000n, now)).toEqual([]);
    }
  });
});

describe("a sweep's trail", () => {
  const trail = (transitions: readonly Transition<FeeSweep>[] | Refusal) => {
    if (transitions instanceof Refusal) throw transitions;
    return transitions.map(({ from, to, reason, quiet = false }) => [from, to, reason, quiet]);
  };
  const { declined, refused } = inEachStatus;
  const input = { rail: "bridge", customer: "c", chain: "base", stable: "USDC", id: "f", tenantId: "t" };
  const more = { date: "2026-11-21", toAddress: "0x", units: "1", amountCents: 100, floatUnits: "0" };

  test.each<[() => readonly Transition<FeeSweep>[] | Refusal, unknown[]]>([
    [
      () => [openFeeSweep({ ...input, ...more }, now)],
      [null, "screening", "fees of 2026-11-21 and before are to leave", false],
    ],
    [() => countSweepScreen(opened, now), ["screening", "screening", "its wallet is screened", true]],
    [
      () => applySweepScreen(opened, "pass", 50_000_000n, now),
      ["screening", "ordered", "our own wallet passed its screen", false],
    ],
    [
      () => applySweepScreen(opened, "declined", 0n, now),
      ["screening", "declined", "our own wallet did not pass its screen", false],
    ],
    [
      () => applySweepScreen(opened, "pass", 0n, now),
      ["screening", "canceled", "less than that is ours in the wallet by now", false],
    ],
    [
      () => recordSweepAnswer(ordered, proof, now),
      ["ordered", "proven", "fees left for our own wallet, proof arrived", false],
    ],
    [
      () => recordSweepAnswer(ordered, { refused: { code: "no", reason: "" } }, now),
      ["ordered", "refused", "the rail refused it: no", false],
    ],
    [() => recordSweepAnswer(ordered, { txHash: null }, now), ["ordered", "ordered", "it has no proof yet", true]],
    [() => awaitSweepProof(ordered, at(1_800)), ["ordered", "ordered", "it has no proof yet", false]],
    [() => takeSweepBack(ordered, at(1_200)), ["ordered", "screening", "the rail had not made it", false]],
    [
      () => decideSweepAction(declined, "retry_screen", "", now),
      ["declined", "screening", "operators have it screened again", false],
    ],
    [() => decideSweepAction(declined, "fail", "", now), ["declined", "canceled", "given up by operators", false]],
    [
      () => decideSweepAction(refused, "resolve", "apr_1", now),
      ["refused", "refused", "operators looked into it (apr_1)", false],
    ],
  ])("says what happened and why", (decide, line) => {
    expect(trail(decide())).toEqual([line]);
  });

  test("begins with all that it needs", () => {
    expect(openFeeSweep({ ...input, ...more }, now).next).toEqual({
      ...{ ...input, ...more, status: "screening", screens: 0, orderedAt: null, toldAt: null, transferRef: null },
      ...{ txHash: null, reason: null, stalledAt: null, resolvedAt: null, lookAt: now, createdAt: now, updatedAt: now },
    });
  });

  test("is told to operators by what it waits for", () => {
    expect(
      [declined, refused, { ...ordered, stalledAt: at(1_800) }, ordered].map((each) => sweepReason(each)?.reason),
    ).toEqual([
      "fees stay at the rail: our own wallet did not pass its screen",
      "fees stay at the rail: the rail refused it: no",
      "a sweep of fees has no proof",
      undefined,
    ]);
    expect(sweepReason(refused)).toMatchObject({ kind: "fee_sweep", since: at(60), deadline: null });
    expect(sweepReason({ ...opened, stalledAt: now })).toBeNull();
    expect(decideSweepAction(ordered, "fail", "", now)).toMatchObject({
      ...{ code: "action_not_available", message: "fail is not possible: the sweep is ordered" },
    });
  });

  test("keeps the rail's reference where the next answer names none", () => {
    const known = nextOf(recordSweepAnswer(ordered, { txHash: null, transferRef: "tr_9" }, at(9)));
    expect(nextOf(recordSweepAnswer(known, { txHash: "0x1" }, at(10)))).toMatchObject({ transferRef: "tr_9" });
    const untold = { ...ordered, toldAt: null };
    expect(takeSweepBack(untold, at(1))).toMatchObject([{ to: "screening" }]);
    expect(awaitSweepProof(untold, at(1_799))).toMatchObject([{ quiet: true }]);
  });
});
