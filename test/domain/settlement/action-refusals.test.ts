import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  amountAtStake,
  decideAction,
  openActions,
  type SettlementAction,
} from "../../../functions/domain/settlement/operator-actions.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlement,
  settlementStatuses,
} from "../../../functions/domain/settlement/settlement.ts";
import { aRule, lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { deliveredReserve } from "../../support/settlement/reserve-life.ts";

function at(status: SettlementStatus, change: object = {}): Settlement {
  return settlement.parse({ ...settlementIn(status).settlement, ...change });
}

function decide(name: SettlementAction, state: Settlement, verdict: "pass" | "decline" = "pass") {
  const { invoice } = settlementIn("completed");
  const about = { reference: "WIRE-7", verdict, by: "apr_1", now: later(60) };
  return decideAction(name, { settlement: state, invoice, rule: aRule({ bps: 250, reserveBps: 1000 }), ...about });
}

/** Why it cannot be done; undefined where it can. */
function whyNot(name: SettlementAction, state: Settlement): string | undefined {
  const outcome = decide(name, state);
  return outcome instanceof Refusal ? outcome.message.replace(`${name} is not possible: `, "") : undefined;
}

const everywhere = (words: string) => Object.fromEntries(settlementStatuses.map((status) => [status, words]));
const allOf = (words: string | undefined, ...statuses: SettlementStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, words]));

const unasked = "the rail has not said yet whether it collects; that is asked again by itself";
const blocked = "screening declined the wallet: the money stays blocked, and nobody can overrule that";
const proven =
  "its payout was begun and is not proven: the money may have left, so only the rail can say that it failed";
const noSuch = everywhere("settlements have no such action");
const undecided = everywhere("no wrong amount waits for a decision");
const noMoney = { ...everywhere("no money of the payer's is held"), declined: blocked };

/** For every action and status without anything special about it; undefined where it is open. */
const matrix: Readonly<Record<SettlementAction, Readonly<Record<string, string | undefined>>>> = {
  retry_screen: everywhere("no screen waits for an answer"),
  fail: {
    ...allOf(undefined, "collecting", "screening", "screened", "converting"),
    ...{ created: unasked, settling: proven },
    ...{
      completed: "it has ended as completed",
      declined: "it has ended as declined",
      failed: "it has ended as failed",
    },
  },
  resume: {
    ...allOf(undefined, "collecting", "screening", "screened", "converting", "settling"),
    ...{ created: unasked, completed: "it has ended as completed" },
    ...{ declined: "it has ended as declined", failed: "it has ended as failed" },
  },
  accept: undecided,
  top_up: undecided,
  apply: everywhere("only money that came after its payment was canceled is applied"),
  return: { ...noMoney, failed: "the mock adapter has no leg that returns money to a payer" },
  returned_off_platform: { ...noMoney, failed: undefined },
  verdict: {
    ...everywhere("no screen awaits manual review"),
    completed: "it has ended as completed: a decline is not overruled",
    declined: "it has ended as declined: a decline is not overruled",
    failed: "it has ended as failed: a decline is not overruled",
  },
  resolve: everywhere("nothing is open that does not add up"),
  release_reserve: everywhere("it has no reserve"),
  open_case: noSuch,
  dismiss_alert: noSuch,
  accept_loss: noSuch,
  reported: { ...everywhere("nothing is blocked that has not been reported"), declined: undefined },
};

describe("an operators' action", () => {
  test.each(Object.entries(matrix) as [SettlementAction, Record<string, string | undefined>][])(
    "%s is open where it has an effect, and elsewhere says why it is not",
    (name, words) => {
      for (const status of settlementStatuses) expect(whyNot(name, at(status)), status).toBe(words[status]);
      const named = decide(name, at("created"));
      if (name !== "return" && named instanceof Refusal)
        expect(named).toMatchObject({ code: "action_not_available", detail: { extra: { action: name } } });
    },
  );

  const hold = { creditHold: { program: "visa", since: noon, until: later(900), endedAt: null } };
  const short = { mismatchCents: 4_000 };
  const early = { earlyHash: "0xearly" };
  const waiting = (state: string) => ({ waiting: { state, token: "t" } });
  const unavailable = { stage: "disbursement", round: 1, outcome: "unavailable", ref: null, risk: null, at: noon };
  const silent = { screens: [unavailable] };
  const broken = (kind: string) => ({ reconBreaks: [{ kind, at: noon }] });

  test.each<[SettlementAction, SettlementStatus, object, string | undefined]>([
    [
      "retry_screen",
      "screening",
      { ...silent, ...hold },
      "it is on hold until its return window ends, and screened then",
    ],
    ["retry_screen", "screening", { ...silent, screenDueAt: null }, "the screen is being asked right now"],
    ["retry_screen", "screening", { ...silent, screenDueAt: later(60) }, undefined],
    ["retry_screen", "screening", { ...silent, parked: { reason: "silence", since: noon, until: noon } }, undefined],
    ["fail", "collecting", { ...short, ...early }, "the rail has paid it out already: what came can only be accepted"],
    ["fail", "screening", early, undefined],
    ["resume", "collecting", waiting("collect"), "it waits for the payer's money"],
    ["resume", "screening", waiting("screen"), "it waits for a screen: retry that"],
    [
      "resume",
      "screening",
      { ...waiting("screen"), ...hold },
      "it is on hold until its return window ends, and screened then",
    ],
    ["resume", "settling", waiting("proof"), undefined],
    ["resume", "collecting", { ...waiting("collect"), parked: { reason: "x", since: noon, until: noon } }, undefined],
    ["accept", "collecting", short, undefined],
    ["top_up", "collecting", short, undefined],
    ["top_up", "collecting", { mismatchCents: 10_000 }, "all that was expected has come: there is no rest to wait for"],
    [
      "top_up",
      "collecting",
      { ...short, ...early },
      "the rail has paid it out already: what came can only be accepted",
    ],
    [
      "return",
      "collecting",
      { ...short, ...early, refundable: true },
      "the rail has paid it out already: what came can only be accepted",
    ],
    [
      "return",
      "collecting",
      { ...short, refundable: true, disputes: ["cas_1"] },
      "a dispute case about this payment is open",
    ],
    [
      "return",
      "collecting",
      { ...short, refundable: true, disputesLost: ["cas_1"] },
      "a dispute case about this payment was lost: the network has the money",
    ],
    [
      "return",
      "collecting",
      { ...short, refundable: true, networkRefundCents: 1 },
      "the card network has given it back already",
    ],
    ["return", "collecting", { ...short, refundable: true }, undefined],
    ["verdict", "screening", silent, "the provider has not answered at all: there is nothing to review, ask it again"],
    ["resolve", "completed", broken("payout_amount_mismatch"), undefined],
    ["resolve", "failed", broken("funds_after_failure"), "its money is still held: send that back"],
    [
      "resolve",
      "completed",
      { reconBreaks: [{ kind: "rail_unknown", at: noon, resolvedAt: noon }] },
      "nothing is open that does not add up",
    ],
  ])("%s on a %s one with %j", (name, status, change, words) => {
    const state = at(status, change);
    expect(whyNot(name, state)).toBe(words);
    expect(openActions(state).includes(name)).toBe(words === undefined);
  });

  test("about a reserve is open while it is held and nobody has let it go", () => {
    const held = deliveredReserve();
    expect([whyNot("release_reserve", held), amountAtStake("release_reserve", held)]).toEqual([undefined, 1_000]);
    const released = { ...held, reserve: { ...held.reserve, status: "released" } } as Settlement;
    expect(whyNot("release_reserve", released)).toBe("its reserve is released");
    const change = decide("release_reserve", held);
    if (change instanceof Refusal) throw change;
    const { next, reason } = lastOf(change.settlement);
    expect(reason).toBe("reserve let go by operators (apr_1)");
    expect(whyNot("release_reserve", next)).toBe("it was let go and is about to be looked at");
  });

  test("is about the money that is undecided or held, and most are about none", () => {
    const state = at("collecting", short);
    expect(
      (["accept", "top_up", "return", "returned_off_platform"] as const).map((name) => amountAtStake(name, state)),
    ).toEqual([4_000, 4_000, 4_000, 4_000]);
    expect(
      (["fail", "verdict", "resolve", "release_reserve"] as const).map((name) => amountAtStake(name, state)),
    ).toEqual([null, null, null, null]);
  });

  test("that resolves says what, under which reference and by whom, and leaves held money open", () => {
    const breaks = [
      ...[
        { kind: "rail_unknown", at: noon },
        { kind: "funds_after_failure", at: noon },
      ],
      ...[
        { kind: "return_failed", at: noon },
        { kind: "rail_unknown", at: noon, resolvedAt: noon },
      ],
    ];
    const change = decide("resolve", at("failed", { reconBreaks: breaks }));
    if (change instanceof Refusal) throw change;
    const { next, reason } = lastOf(change.settlement);
    expect(reason).toBe("rail_unknown, return_failed dealt with as WIRE-7 (apr_1)");
    expect(next.reconBreaks.map(({ resolvedAt }) => resolvedAt)).toEqual([later(60), undefined, later(60), noon]);
  });

  test.each([
    ["collecting", "collecting", "resumed by operators (apr_1)"],
    ["converting", "converting", "resumed by operators (apr_1)"],
  ] as const)("that resumes a %s one says so", (status, to, reason) => {
    const change = decide("resume", at(status));
    if (change instanceof Refusal) throw change;
    expect(change.settlement).toMatchObject([{ from: status, to, reason }]);
  });

  test("that gives up says so; a vendor may have converted meanwhile", () => {
    const [screening, converting] = (["screening", "converting"] as const).map((status) => decide("fail", at(status)));
    const given = { to: "failed", reason: "given_up: operators gave this settlement up (apr_1)" };
    expect(screening).toMatchObject({ settlement: [{ ...given, next: { reconBreaks: [] } }] });
    expect(converting).toMatchObject({
      settlement: [{ ...given, next: { reconBreaks: [{ kind: "conversion_unknown", at: later(60) }] } }],
    });
  });
});
