import { sentence } from "../core/format.ts";
import type { LedgerAccount, Posting } from "../core/ledger.ts";
import { centsText } from "../core/money.ts";
import type { Instant } from "../core/time.ts";
import { type UnitPosting, type WalletAccount, walletOf } from "../core/wallet-ledger.ts";
import type { ScreenRecord } from "../gate/payout-gate.ts";
import type { Delivery } from "../webhooks/webhook.ts";
import type { Settlement } from "./settlement.ts";

/** What a line of a timeline tells: a move or note of the record, a screen, an outside call that was begun, the rail's word, or a tenant being told. */
export const timelineKinds = ["hop", "screen", "intent", "rail", "delivery"] as const;

export interface TimelineLine {
  readonly at: Instant;
  readonly kind: (typeof timelineKinds)[number];
  readonly what: string;
  /** Who did it, as the audit trail says; null for what the record or a receiver says. */
  readonly actor: string | null;
  /** The event, screen or delivery that it is about, where it has an id. */
  readonly ref: string | null;
}

export interface TimelineEntry {
  readonly at: Instant;
  readonly from: string | null;
  readonly to: string;
  readonly reason: string;
  readonly actor: string;
  readonly postings: readonly Posting[];
  readonly wallet?: string | undefined;
  readonly units?: readonly UnitPosting[] | undefined;
}

const moved: Readonly<Record<string, string>> = {
  created: "Payment accepted; the amount is set aside on the invoice",
  collecting: "Collection began",
  screening: "The payer's money is here; the wallet is screened before payout",
  screened: "The wallet passed; it may be converted",
  converting: "Conversion began",
  settling: "Converted; the payout is under way",
  completed: "Delivered: the proof is on chain",
  declined: "Declined",
  failed: "Failed",
};

/** Reasons that begin so are the rail's word, or our answer to it. */
const railPattern =
  /^(collection began|funds received|received \d+ cents|the rail said|payment returned|notification of change|proof arrived|payout submitted)/;

const began: Readonly<Record<string, { leg: string; words: string }>> = {
  created: { leg: "collect", words: "ask the rail to collect" },
  converting: { leg: "convert", words: "ask the conversion vendor to convert" },
  settling: { leg: "payout", words: "ask the rail to pay out" },
};

const accountText: Readonly<Record<LedgerAccount, string>> = {
  rail_clearing: "at the rail",
  tenant_payable: "owed to the tenant",
  tenant_reserve: "in reserve",
  unapplied_receipts: "received and applied to nothing",
  fee_income: "our fee",
  return_shortfall: "shortfall by a return",
  payout_after_return: "paid out after a return",
  escrow_held: "held in escrow",
  operator_wallet: "in our own wallet",
  fx_gain_loss: "exchange difference",
};

const walletText: Readonly<Record<WalletAccount, string>> = {
  rail_wallet: "in the wallet at the rail",
  wallet_in_transit: "on its way out of it",
  client_funds: "owed out of it",
  operator_funds: "ours in it",
};

/** What an entry booked in words, cents and then stablecoin: `100.00 at the rail, -100.00 owed to the tenant`. */
export function postingsText({
  postings,
  wallet,
  units = [],
}: Pick<TimelineEntry, "postings" | "wallet" | "units">): string {
  const stable = wallet === undefined ? "" : walletOf(wallet).stable;
  const sides = [
    ...postings.map((each) => `${centsText(each.amountCents)} ${accountText[each.account]}`),
    ...units.map((each) => `${each.units} ${stable} ${walletText[each.account]}`),
  ];
  return sides.length === 0 ? "" : ` [booked: ${sides.join(", ")}]`;
}

function hopLines(state: Settlement, entry: TimelineEntry): TimelineLine[] {
  const { at, from, to, reason, actor } = entry;
  const isMove = from !== to;
  const what = isMove ? `${moved[to] ?? to} (${reason})` : sentence(reason);
  const kind = railPattern.test(reason) ? "rail" : "hop";
  const line: TimelineLine = { at, kind, what: `${what}${postingsText(entry)}`, actor, ref: null };
  const intent = isMove ? began[to] : undefined;
  if (!intent) return [line];
  const order = state.intent;
  const isOpen = order?.leg === intent.leg && !order.refused;
  const open = isOpen ? `, key ${order.key}, no answer on record yet` : "";
  return [line, { at, kind: "intent", what: `On record before the call: ${intent.words}${open}`, actor, ref: null }];
}

const stageWords = { collection: "before collection", disbursement: "before payout" } as const;

const outcomeLabels: Readonly<Record<ScreenRecord["outcome"], string>> = {
  pass: "passed",
  declined: "not passed",
  pending: "no verdict yet, a person must look at it",
  unavailable: "no answer",
};

/** What a screen came to, in words. */
export function outcomeText({ outcome, source, risk }: Pick<ScreenRecord, "outcome" | "source" | "risk">): string {
  const by = source === "operator" ? " by operators' review" : "";
  return `${outcomeLabels[outcome]}${by}${risk === null ? "" : `, risk ${risk}`}`;
}

function screenLine({ at, stage, round, outcome, ref, risk, source }: ScreenRecord): TimelineLine {
  const what = `Wallet screened ${stageWords[stage]}, round ${round}: ${outcomeText({ outcome, source, risk })}`;
  return { at, kind: "screen", what, actor: null, ref };
}

/** A delivery's attempts, and how it stands where it is not done. */
export function deliveryLines(delivery: Delivery): TimelineLine[] {
  const { id: ref, event, url, attempts, status, attemptsMade } = delivery;
  const line = (at: Instant, what: string): TimelineLine => ({ at, kind: "delivery", what, actor: null, ref });
  const lines = attempts.map(({ number, at, status: code, durationMs }) =>
    line(
      at,
      `${event} sent to ${url}, attempt ${number}: ${code === null ? "no answer" : `answered ${code}`} after ${durationMs} ms`,
    ),
  );
  if (status === "pending" || status === "failed")
    lines.push(line(delivery.updatedAt, `${event} to ${url} ${waits(delivery)}`));
  if (status === "exhausted")
    lines.push(
      line(
        delivery.updatedAt,
        `${event} to ${url} given up after ${attemptsMade} attempts (${delivery.endedReason ?? "attempts_used"})`,
      ),
    );
  return lines;
}

function waits({ nextAttemptAt }: Delivery): string {
  return nextAttemptAt === null ? "is not tried again" : `waits for its next attempt at ${nextAttemptAt}`;
}

/** Everything that happened to a settlement, oldest first; what happened at one moment stays in the record's order. */
export function timelineOf(
  state: Settlement,
  entries: readonly TimelineEntry[],
  deliveries: readonly Delivery[],
): TimelineLine[] {
  return inOrder([
    ...state.screens.filter(({ stage }) => stage === "collection").map(screenLine),
    ...entries.flatMap((each) => hopLines(state, each)),
    ...state.screens.filter(({ stage }) => stage === "disbursement").map(screenLine),
    ...deliveries.flatMap(deliveryLines),
  ]);
}

/** Lines by their time; those of one moment stay as they were given. */
export function inOrder(lines: readonly TimelineLine[]): TimelineLine[] {
  return lines.toSorted((one, other) => Number(one.at > other.at) - Number(one.at < other.at));
}
