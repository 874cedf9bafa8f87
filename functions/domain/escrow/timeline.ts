import { sentence } from "../core/format.ts";
import {
  deliveryLines,
  inOrder,
  outcomeText,
  postingsText,
  type TimelineEntry,
  type TimelineLine,
} from "../settlement/timeline.ts";
import type { Delivery } from "../webhooks/webhook.ts";
import type { Escrow } from "./escrow.ts";

const moved: Readonly<Record<string, string>> = {
  awaiting_funds: "Created; it waits for the buyer's money",
  funded: "Funded: the whole amount is held",
  release_pending: "A release was asked for and is blocked",
  released: "Released: the payout to the beneficiary is proven",
  refunded: "Refunded",
  expired: "Expired",
  failed: "Failed",
};

/** Reasons that are the rail's word, or our answer to it. */
const railPattern =
  /^(funds received|received \d+ cents|the deposit |funding (failed|returned)|(release|refund|rest) (submitted|proven|refused))/;

const ordering = /^(release|refund|rest) ordered as (\S+?)(?:: .*)?$/s;
const screening = /^(release|refund|check) screen \w+, round (\d+)$/;

const screened: Readonly<Record<string, string>> = {
  release: "Payout address screened before the release",
  refund: "Refund address screened before the refund",
  check: "Payout address screened because somebody asked for the conditions",
};

/** Everything that happened to an escrow, oldest first; what happened at one moment stays in the record's order. */
export function escrowTimeline(
  state: Escrow,
  entries: readonly TimelineEntry[],
  deliveries: readonly Delivery[],
): TimelineLine[] {
  // A second event of one transition has an entry of its own, which tells nothing new.
  const report = entries.filter(({ from, to, reason }) => from !== to || !reason.startsWith("escrow."));
  return inOrder([...report.map((each) => lineOf(state, each)), ...deliveries.flatMap(deliveryLines)]);
}

function lineOf(state: Escrow, entry: TimelineEntry): TimelineLine {
  const { at, from, to, reason, actor } = entry;
  const [, leg, key] = ordering.exec(reason) ?? [];
  if (leg !== undefined)
    return { at, kind: "intent", what: `On record before the call: ${leg} under key ${key}`, actor, ref: null };
  const screen = screening.exec(reason);
  if (screen) return { at, kind: "screen", actor, ...screenText(state, screen) };
  const what = from === to ? sentence(reason) : `${moved[to] ?? to} (${reason})`;
  const kind = railPattern.test(reason) ? "rail" : "hop";
  return { at, kind, what: `${what}${postingsText(entry)}`, actor, ref: null };
}

function screenText({ screens }: Escrow, [reason, stage = "", round]: RegExpExecArray) {
  const found = screens.find((each) => each.stage === stage && each.round === Number(round));
  if (!found) return { what: sentence(reason), ref: null };
  return { what: `${screened[stage]}, round ${round}: ${outcomeText(found)}`, ref: found.ref };
}
