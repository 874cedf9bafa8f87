import type { RailEvent } from "./rail-event.ts";
import type { RailLeg } from "./reported-event.ts";

/** Bridge's states of a transfer (apidocs.bridge.xyz, "Transfer states"). */
export const bridgeStates = [
  "awaiting_funds",
  "in_review",
  "funds_received",
  "payment_submitted",
  "payment_processed",
  "undeliverable",
  "returned",
  "missing_return_policy",
  "refund_in_flight",
  "refund_failed",
  "refunded",
  "canceled",
  "error",
] as const;

export type BridgeState = (typeof bridgeStates)[number];

/** What a transfer is to us: straight from payer to wallet, into our hold, out of it, or back to the payer's bank. */
export type BridgeLeg = "direct" | "hold" | "payout" | "return";

/** `stuck` is a return that Bridge cannot carry out by itself: returned, and for a person to look at. */
type Meaning =
  | "waits"
  | "collected"
  | "paid"
  | "collected_and_paid"
  | "sent_back"
  | "failed"
  | "canceled"
  | "returned"
  | "stuck";

const waits = { direct: "waits", hold: "waits", payout: "waits", return: "waits" } as const;
const failed = { direct: "failed", hold: "failed", payout: "failed", return: "failed" } as const;
const returned = { direct: "returned", hold: "returned", payout: "failed", return: "failed" } as const;
const stuck = { direct: "stuck", hold: "stuck", payout: "failed", return: "failed" } as const;

/** Total: a state that Bridge adds is unknown until it stands here. In the hold, money counts as collected when it lies there for good; a payout's hash may change until it is processed. */
const meanings = {
  awaiting_funds: waits,
  in_review: waits,
  funds_received: { ...waits, direct: "collected" },
  payment_submitted: { ...waits, direct: "collected" },
  payment_processed: { direct: "collected_and_paid", hold: "collected", payout: "paid", return: "sent_back" },
  undeliverable: failed,
  returned,
  missing_return_policy: stuck,
  refund_in_flight: returned,
  refund_failed: stuck,
  refunded: returned,
  canceled: { ...failed, direct: "canceled", hold: "canceled" },
  error: failed,
} as const satisfies Record<BridgeState, Record<BridgeLeg, Meaning>>;

export function bridgeMeaning(state: string, leg: BridgeLeg): Meaning | "unknown" {
  return Object.hasOwn(meanings, state) ? meanings[state as BridgeState][leg] : "unknown";
}

export const railLegs = {
  direct: "collection",
  hold: "collection",
  payout: "payout",
  return: "return",
} as const satisfies Record<BridgeLeg, RailLeg>;

export interface BridgeFacts {
  readonly leg: BridgeLeg;
  readonly state: string;
  /** Null where the receipt is missing or has fractions of a cent. */
  readonly receivedCents: number | null;
  /** What that became in the hold, in stablecoin; null where the receipt does not tell it. */
  readonly bought?: string | null;
  readonly txHash: string | null;
  readonly returnCode: string | null;
}

function withoutPurchase(event: RailEvent): RailEvent {
  if (event.kind !== "funds_received") return event;
  const { bought: _, ...rest } = event;
  return rest;
}

/** What a transfer's state means for its settlement. Money without an amount and delivery without a hash are no facts: they are unknown, and somebody looks. A transfer that ends otherwise tells first what had come, in case nobody has heard of that. */
export function bridgeEvents(facts: BridgeFacts): readonly RailEvent[] {
  const { state, receivedCents, bought = null, txHash } = facts;
  const collected: RailEvent =
    receivedCents === null
      ? { kind: "unknown", state: `${state} without an amount` }
      : { kind: "funds_received", totalCents: receivedCents, ...(bought !== null && { bought }) };
  const paid: RailEvent =
    txHash === null ? { kind: "unknown", state: `${state} without a hash` } : { kind: "payment_processed", txHash };
  const back: RailEvent = { kind: "returned", code: facts.returnCode ?? "unspecified" };
  const meaning = bridgeMeaning(state, facts.leg);
  const isPayers = facts.leg === "direct" || facts.leg === "hold";
  const came = isPayers && (receivedCents ?? 0) > 0 ? [collected] : [];
  switch (meaning) {
    case "waits":
    case "sent_back":
      return [];
    case "collected":
      return [collected];
    case "paid":
      return [paid];
    case "collected_and_paid":
      return [collected, paid];
    case "failed":
      // A return that failed leaves the payment as it was.
      return facts.leg === "return" ? [] : [...came, { kind: "failed", code: `bridge_${state}` }];
    case "canceled":
      // What comes by a canceled transfer never reaches the hold.
      return [...came.map(withoutPurchase), { kind: "failed", code: `bridge_${state}`, canceled: true }];
    case "returned":
      return [...came, back];
    case "stuck":
      return [...came, back, { kind: "unknown", state }];
    case "unknown":
      return [{ kind: "unknown", state: state.slice(0, 64) }];
    default:
      return meaning satisfies never;
  }
}
