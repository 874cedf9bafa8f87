import type { EvidenceType } from "../../../functions/domain/disputes/evidence-type.ts";
import type { BroughtCommand, DisputeCommand } from "../../support/world/disputes/call.ts";
import type { WishedPayment } from "../../support/world/disputes/payments.ts";
import type { DisputeScene, SceneCall } from "./scene.ts";

/** A payment of a scene, paid out and done with, with changes. */
export function aPayment(number: number, change: Partial<WishedPayment & { readonly tenant: number }> = {}) {
  const base = { tenant: 0, number: `P-${number}`, amountCents: 33_333 };
  return { ...base, isHeld: false, refundable: false, isUncounted: false, ...change };
}

const plain: BroughtCommand = {
  ...{ source: "network", externalId: "x1", kind: "chargeback", names: 0, amountCents: 33_333 },
  ...{ network: "visa", reasonCode: "13.1", refundedByNetwork: false, respondByMs: null },
};

/** An alert about the first payment, named beyond doubt, with changes. */
export function bring(change: Partial<BroughtCommand> = {}): DisputeCommand {
  return { op: "ingest", brought: { ...plain, ...change } };
}

/** What Visa's 13.1, goods not received, asks for beside what the service has. */
const evidence: readonly EvidenceType[] = ["product_description", "receipt", "shipping_documentation"];

function outcome<R extends "won" | "lost">(result: R) {
  return { ...{ act: "outcome" as const }, input: { result, networkRef: "n1", decidedAt: null, recoveredCents: null } };
}

const case0 = { payment: 0 } as const;
export const caseActions = {
  gather: { op: "act", ...case0, what: { act: "gather" } },
  accept: { op: "act", ...case0, what: { act: "accept" } },
  withdraw: { op: "act", ...case0, what: { act: "withdraw" } },
  won: { op: "act", ...case0, what: outcome("won") },
  lost: { op: "act", ...case0, what: outcome("lost") },
  escalate: { op: "act", ...case0, what: { act: "escalate", input: { stage: "pre_arbitration" } } },
  texts: { op: "text", ...case0, types: evidence },
  file: { op: "file", ...case0, type: "shipping_documentation" },
  submit: { op: "submit", ...case0 },
  packet: { op: "packet", ...case0 },
  refund: { op: "refund", ...case0 },
  open: { op: "open", ...case0, dueMs: null },
  match: { op: "match", externalId: "x1", ...case0 },
  openByQueue: { op: "review", externalId: "x1", action: "open_case" },
  dismissByQueue: { op: "review", externalId: "x1", action: "dismiss_alert" },
  acceptLoss: { op: "review", ...case0, action: "accept_loss" },
  dismiss: { op: "dismiss", externalId: "x1" },
} as const satisfies Record<string, DisputeCommand>;

/** Calls of the first tenant, each so many seconds after the beginning. */
export function scheduleCalls(...calls: readonly (readonly [number, DisputeCommand])[]): SceneCall[] {
  return calls.map(([seconds, command], at) => ({ ...{ tenant: 0, key: `k${at}`, command }, delayMs: seconds * 1000 }));
}

/** One payment and what is said about it, with changes. */
export function disputeScene(
  calls: readonly SceneCall[],
  change: Partial<Omit<DisputeScene, "calls">> = {},
): DisputeScene {
  return { tenants: 1, payments: [aPayment(0)], calls, ...change };
}

const held = [aPayment(0, { isHeld: true, refundable: true })];
const refunds = { payments: held, refund: "at once" } as const;
const complaint = bring({ externalId: "x2", kind: "dispute", source: "manual" });
const vague = { names: null, kind: "chargeback" } as const;
const toSubmit: readonly (readonly [number, DisputeCommand])[] = [
  [0, bring()],
  [2, caseActions.gather],
  [4, caseActions.texts],
  [6, caseActions.submit],
];
const nearVamp = { payments: 40_000, visaChargebacks: 1_499 };

/** The lives of alerts and cases, each small enough to fail at every one of its steps. */
export const disputeScenes: Readonly<Record<string, DisputeScene>> = {
  "a chargeback opens a case": disputeScene(scheduleCalls([0, bring()])),
  "one alert from four clients at once": disputeScene([
    ...scheduleCalls([0, bring()], [0, bring()], [0, bring()]),
    { tenant: 0, key: "k0", command: bring(), delayMs: 1 },
  ]),
  "unmatched, bound by hand, a case": disputeScene(scheduleCalls([0, bring(vague)], [3, caseActions.match])),
  "a second chargeback while the case is withdrawn": disputeScene(
    scheduleCalls([0, bring()], [2, caseActions.withdraw], [2, bring({ externalId: "x3" })]),
  ),
  "unmatched, dismissed while it is bound": disputeScene(
    scheduleCalls([0, bring(vague)], [3, caseActions.match], [3, caseActions.dismiss]),
  ),
  "a rule refunds": disputeScene(scheduleCalls([0, complaint]), refunds),
  "a rule refunds, the rail takes its time": disputeScene(scheduleCalls([0, complaint]), {
    payments: held,
    refund: { afterMs: 900_000 },
  }),
  "a rule refunds, the rail will not": disputeScene(scheduleCalls([0, complaint]), {
    payments: held,
    refund: "refused",
  }),
  "unmatched, bound by hand, refunded": disputeScene(
    scheduleCalls([0, bring({ names: null, kind: "dispute" })], [3, caseActions.match]),
    refunds,
  ),
  "a rule would refund, the rail cannot": disputeScene(scheduleCalls([0, complaint])),
  "chargeback and complaint at once": disputeScene(scheduleCalls([0, bring()], [0, complaint]), refunds),
  "two complaints at once": disputeScene(scheduleCalls([0, complaint], [0, bring({ kind: "fraud" })]), refunds),
  "a case is opened while a refund is asked for": disputeScene(
    scheduleCalls([0, caseActions.refund], [0, caseActions.open]),
    refunds,
  ),
  "the network refunds by itself, a complaint comes too": disputeScene(
    scheduleCalls([0, bring({ kind: "rdr", source: "acquirer" })], [0, complaint]),
    refunds,
  ),
  "a debit comes back unauthorized": disputeScene([], {
    returns: [{ payment: 0, code: "R10", atMs: 1_000 }],
    payments: [aPayment(0, { isUncounted: true })],
  }),
  "a debit comes back while it is refunded": disputeScene(scheduleCalls([1, complaint]), {
    ...refunds,
    returns: [{ payment: 0, code: "R10", atMs: 1_002 }],
  }),
  "submitted and won": disputeScene(scheduleCalls(...toSubmit, [9, caseActions.won])),
  "submitted with a file, lost, gone on with": disputeScene(
    scheduleCalls(...toSubmit, [3, caseActions.file], [9, caseActions.lost], [11, caseActions.escalate]),
  ),
  "the packet is asked for while evidence comes": disputeScene(
    scheduleCalls(
      ...toSubmit.slice(0, 2),
      [3, caseActions.packet],
      [3, caseActions.texts],
      [6, caseActions.submit],
      [9, caseActions.packet],
    ),
  ),
  "the window closes while it is submitted": disputeScene(
    scheduleCalls(
      [0, bring({ respondByMs: 7_000 })],
      [1, caseActions.gather],
      [2, caseActions.texts],
      [6.99, caseActions.submit],
    ),
    { sweepsAtMs: [6_998, 7_002] },
  ),
  "nobody answers": disputeScene(scheduleCalls([0, bring({ respondByMs: 7_000 })], [2, caseActions.gather]), {
    sweepsAtMs: [9_000],
  }),
  "unmatched, opened by operators while it is bound": disputeScene(
    scheduleCalls([0, bring(vague)], [2, caseActions.openByQueue], [2, caseActions.match]),
  ),
  "operators accept a loss while it is submitted": disputeScene(
    scheduleCalls(...toSubmit, [5.992, caseActions.acceptLoss]),
  ),
  "accepted while it is withdrawn": disputeScene(
    scheduleCalls([0, bring()], [3, caseActions.accept], [3, caseActions.withdraw]),
  ),
  "two chargebacks make a breach": disputeScene(
    scheduleCalls([0, bring()], [0, bring({ externalId: "x3", names: 1 })]),
    { payments: [aPayment(0), aPayment(1, { amountCents: 7_777 })], counted: nearVamp },
  ),
  "two returns make a breach": disputeScene([], {
    payments: [aPayment(0), aPayment(1, { amountCents: 7_777 })],
    counted: { debits: 400, returnsUnauthorized: 3 },
    returns: [
      { payment: 0, code: "R10", atMs: 1_000 },
      { payment: 1, code: "R29", atMs: 1_000 },
    ],
  }),
};
