import { withBreak } from "../core/record-break.ts";
import { Refusal } from "../core/refusal.ts";
import type { Transition } from "../core/transition.ts";
import { notAvailable } from "../review/not-available.ts";
import { recordActions, type Verdict } from "../review/review-reason-code.ts";
import { whyNotApply } from "./apply-late-funds.ts";
import { refuseCollection } from "./collection.ts";
import { isOnHold } from "./credit-suspension.ts";
import { waitsForFloat } from "./float.ts";
import { openBreaks } from "./held-funds.ts";
import {
  acceptAmount,
  awaitRest,
  type MoneyCase,
  returnableCents,
  returnOffPlatform,
  undecidedCents,
  whyNotAccept,
  whyNotReturn,
  whyNotTopUp,
  whyOnlyAccept,
} from "./operator-money-actions.ts";
import { askSendBack, whyNotSendBack } from "./payer-refund.ts";
import { letReserveGo, whyNotRelease } from "./reserve.ts";
import { representPayment } from "./retry-schedule.ts";
import { isUnscreened } from "./review-reason.ts";
import { recordReport, whyNotReported } from "./sanctions-hit.ts";
import { isEnded, type Settlement, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";
import { failSettlement, gateOutcome, pendingScreen, recordScreen, screenRound, wake } from "./transitions.ts";

export const settlementActions = recordActions;
export type SettlementAction = (typeof settlementActions)[number];

export interface ActionCase extends MoneyCase {
  readonly verdict: Verdict;
}

interface Act {
  /** Whether a second operator must agree. */
  readonly second: boolean;
  /** The money that maker and checker agree on; by then it must be the same. */
  readonly amountCents?: (state: Settlement) => number | undefined;
  /** Why it cannot be done as the settlement stands; undefined where it can. */
  readonly whyNot: (state: Settlement) => string | undefined;
  readonly decide: (input: ActionCase) => SettlementChange | Refusal;
}

/** An action on records of another kind; one operator does it. */
const elsewhere = { second: false, whyNot: () => "settlements have no such action", decide: () => nothing };

/** The table of actions; a new one is a line here and a body in the contract. */
export const settlementDecisions = {
  retry_screen: { second: false, whyNot: whyNotRetry, decide: retryScreen },
  fail: { second: true, whyNot: whyNotFail, decide: giveUp },
  resume: { second: true, whyNot: whyNotResume, decide: resume },
  accept: { second: true, amountCents: undecidedCents, whyNot: whyNotAccept, decide: acceptAmount },
  top_up: { second: true, amountCents: undecidedCents, whyNot: whyNotTopUp, decide: awaitRest },
  // Decided with the invoice that it goes to (`applyLateFunds`).
  apply: { second: true, amountCents: returnableCents, whyNot: whyNotApply, decide: () => nothing },
  return: { second: true, amountCents: returnableCents, whyNot: whyNotReturn, decide: returnByRail },
  returned_off_platform: {
    second: true,
    amountCents: returnableCents,
    whyNot: whyNotReturn,
    decide: returnOffPlatform,
  },
  verdict: { second: true, whyNot: whyNotVerdict, decide: recordVerdict },
  resolve: { second: true, whyNot: whyNotResolve, decide: resolveBreaks },
  release_reserve: {
    second: true,
    amountCents: ({ reserve }: Settlement) => reserve?.heldCents,
    whyNot: whyNotRelease,
    decide: ({ settlement, by, now }: ActionCase) => alone(...letReserveGo(settlement, by, now)),
  },
  open_case: elsewhere,
  dismiss_alert: elsewhere,
  accept_loss: { ...elsewhere, second: true },
  reported: {
    second: true,
    whyNot: whyNotReported,
    decide: ({ settlement, reference, by, now }: ActionCase) => alone(recordReport(settlement, reference, by, now)),
  },
} as const satisfies Record<SettlementAction, Act>;

/** What an action comes to as the settlement stands now. Refuses what cannot be done, with the reason. */
export function decideAction(name: SettlementAction, input: ActionCase): SettlementChange | Refusal {
  const why = whyNotAction(name, input.settlement);
  return why === undefined ? settlementDecisions[name].decide(input) : notAvailable(name, why);
}

/** Nobody decides about money that the rail is sending back; where it has not been told, for want of our own balance, it can go back outside the rail. */
export function whyNotAction(name: SettlementAction, state: Settlement): string | undefined {
  const act: Act = settlementDecisions[name];
  const aboutMoney = act.amountCents !== undefined && name !== "release_reserve";
  const isOutside = name === "returned_off_platform" && waitsForFloat(state);
  if (aboutMoney && state.sendBack !== null && !isOutside) return "it is being sent back already";
  return act.whyNot(state);
}

/** The money that an action is about, in cents; null where it is about none. */
export function amountAtStake(name: SettlementAction, state: Settlement): number | null {
  const act: Act = settlementDecisions[name];
  return act.amountCents?.(state) ?? null;
}

/** The actions that are open; only some rails have a leg that returns money. */
export function openActions(state: Settlement): SettlementAction[] {
  return settlementActions.filter(
    (name) => whyNotAction(name, state) === undefined && (name !== "return" || !whyNotSendBack(state)),
  );
}

function alone(...transitions: Transition<Settlement>[]): SettlementChange {
  return { settlement: transitions, invoice: [] };
}

const heldBack = "it is on hold until its return window ends, and screened then";

function whyNotRetry(state: Settlement): string | undefined {
  if (isOnHold(state)) return heldBack;
  if (!isUnscreened(state)) return "no screen waits for an answer";
  return state.screenDueAt === null && state.parked === null ? "the screen is being asked right now" : undefined;
}

/** Buys a screen at once under the next round, by the machine that waits or by a new one. */
function retryScreen({ settlement, now }: ActionCase): SettlementChange {
  const screenGivenUp = pendingScreen(settlement);
  const state = screenGivenUp === undefined ? settlement : { ...settlement, screenGivenUp };
  const reason = "screen asked again by an operator";
  if (state.waiting?.state !== "screen") return alone(representPayment(state, now, reason));
  const next = { ...state, waiting: null, screenDueAt: null };
  return alone(settlementTransition(state, next, now, { reason, follows: wake(state) }));
}

function whyNotFail(state: Settlement): string | undefined {
  if (isEnded(state.status)) return `it has ended as ${state.status}`;
  if (state.status === "created") return "the rail has not said yet whether it collects; that is asked again by itself";
  return state.status === "settling"
    ? "its payout was begun and is not proven: the money may have left, so only the rail can say that it failed"
    : whyOnlyAccept(state);
}

/** Gives a settlement up. What was collected is held; what a vendor may have converted stays in the queue. */
function giveUp({ settlement: state, invoice, by, now }: ActionCase): SettlementChange {
  const no = { code: "given_up", reason: `operators gave this settlement up (${by})` };
  if (state.status === "collecting") return refuseCollection(state, invoice, no, now);
  if (state.status !== "converting") return alone(failSettlement(state, no, now));
  const reconBreaks = withBreak(state.reconBreaks, "conversion_unknown", now);
  return alone(failSettlement({ ...state, reconBreaks }, no, now));
}

function whyNotResume(state: Settlement): string | undefined {
  if (isEnded(state.status)) return `it has ended as ${state.status}`;
  if (state.status === "created") return "the rail has not said yet whether it collects; that is asked again by itself";
  const waits = state.waiting?.state;
  if (state.parked !== null || waits === undefined || waits === "proof") return undefined;
  if (isOnHold(state)) return heldBack;
  return waits === "collect" ? "it waits for the payer's money" : "it waits for a screen: retry that";
}

function resume({ settlement: state, by, now }: ActionCase): SettlementChange {
  return alone(representPayment(state, now, `resumed by operators (${by})`));
}

function returnByRail({ settlement, by, now }: ActionCase): SettlementChange | Refusal {
  const transition = askSendBack(settlement, by, now);
  return transition instanceof Refusal ? transition : alone(transition);
}

function whyNotVerdict(state: Settlement): string | undefined {
  const { status } = state;
  if (isEnded(status)) return `it has ended as ${status}: a decline is not overruled`;
  if (status === "created" || status === "collecting" || !isUnscreened(state)) return "no screen awaits manual review";
  return gateOutcome(state) === "pending"
    ? undefined
    : "the provider has not answered at all: there is nothing to review, ask it again";
}

/** A manual review's verdict: a screen of its own round, good for as long as any pass, or a decline. */
function recordVerdict({ settlement: state, verdict, by, now }: ActionCase): SettlementChange {
  const last = state.screens.at(-1);
  const report = {
    status: "complete",
    action: verdict === "pass" ? "allow" : "block",
    ref: last?.ref ?? null,
    riskLevel: null,
  } as const;
  const [transition] = recordScreen(state, report, screenRound(state, now), now, "operator");
  if (!transition) throw new Error("a verdict is a hop");
  const reason = `manual review: ${verdict} (${by})`;
  if (verdict === "decline") return alone({ ...transition, reason, follows: wake(state) });
  if (state.waiting?.state === "screen")
    return alone({ ...transition, reason, next: { ...transition.next, waiting: null }, follows: wake(state) });
  return alone({ ...transition, reason }, representPayment(transition.next, now, "goes on after manual review"));
}

function resolvable(state: Settlement): Settlement["reconBreaks"] {
  return openBreaks(state).filter(({ kind }) => kind !== "funds_after_failure");
}

function whyNotResolve(state: Settlement): string | undefined {
  if (openBreaks(state).length === 0) return "nothing is open that does not add up";
  return resolvable(state).length === 0 ? "its money is still held: send that back" : undefined;
}

/** Operators say that what did not add up was dealt with outside. */
function resolveBreaks({ settlement: state, reference, by, now }: ActionCase): SettlementChange {
  const settled = resolvable(state);
  const reconBreaks = state.reconBreaks.map((each) => (settled.includes(each) ? { ...each, resolvedAt: now } : each));
  const kinds = settled.map(({ kind }) => kind).join(", ");
  const reason = `${kinds} dealt with as ${reference} (${by})`;
  return alone(settlementTransition(state, { ...state, reconBreaks }, now, { reason }));
}
