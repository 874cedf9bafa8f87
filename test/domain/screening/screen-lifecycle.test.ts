import { describe, expect, test } from "vitest";
import {
  askLater,
  isCounted,
  openScreen,
  screenRetryAt,
} from "../../../functions/domain/screening/screen-lifecycle.ts";
import { later, noon } from "../../support/core/samples.ts";
import { answerOf, judgedOf } from "../../support/screening/screen-samples.ts";

const pendingAnswer = answerOf({ status: "pending", ref: "r" });
const made = { id: "scr_1", accountId: "acc_1", indexKeys: ["indexes/a"] };

function opened(exposures = [pendingAnswer]) {
  return openScreen({ ...judgedOf({ exposures }), ...made }, noon);
}

function again(seconds: number, exposures = [pendingAnswer], before = opened().next) {
  return screenRetryAt(before, { ...judgedOf({ exposures }), indexKeys: ["indexes/b"] }, later(seconds));
}

describe("a screen that all have answered", () => {
  test("waits for nobody, counts, and says what it was made with", () => {
    const { next, from, to, reason } = opened([answerOf()]);
    expect(next).toMatchObject({ ...made, askAgainAt: null, createdAt: noon, updatedAt: noon });
    expect([from, to, reason]).toEqual([null, "complete", "wallet screened: allow"]);
    expect(isCounted(next)).toBe(true);
  });
});

describe("a pending screen", () => {
  test("counts, and is looked at again after a minute", () => {
    expect(opened()).toMatchObject({ to: "pending", next: { askAgainAt: later(60) } });
    expect(isCounted(opened().next)).toBe(true);
  });

  test("is asked for after as long again as it has waited, at most an hour, and stays as it was told", () => {
    for (const [waited, next] of [
      [10, 70],
      [60, 120],
      [600, 1_200],
      [7_200, 10_800],
    ] as const) {
      const transition = again(waited);
      expect(transition).toMatchObject({ quiet: true, next: { ...opened().next, askAgainAt: later(next) } });
    }
  });

  test("becomes what its answers and the lists of then say", () => {
    const transition = again(60, [answerOf()]);
    expect(transition).toMatchObject({ from: "pending", to: "complete", reason: "answered: allow" });
    expect(transition.next).toMatchObject({
      indexKeys: ["indexes/b"],
      askAgainAt: null,
      createdAt: noon,
      updatedAt: later(60),
    });
    expect(transition.quiet).toBeUndefined();
  });

  test("is an error after a day, which is no pass", () => {
    expect(again(86_399)).toMatchObject({ to: "pending" });
    const { to, next } = again(86_400);
    expect([to, next.verdict.action, next.askAgainAt, isCounted(next)]).toEqual(["error", "review", null, false]);
  });

  test("that cannot be looked at now is left for a minute", () => {
    expect(askLater(opened().next, later(600))).toMatchObject({ quiet: true, next: { askAgainAt: later(660) } });
  });
});
