import { sentence } from "../core/format.ts";
import { deliveryLines, inOrder, type TimelineEntry, type TimelineLine } from "../settlement/timeline.ts";
import type { Delivery } from "../webhooks/webhook.ts";

const moved: Readonly<Record<"alert" | "case", Readonly<Record<string, string>>>> = {
  alert: {
    received: "Taken in",
    matched: "Bound to a payment",
    unmatched: "Waits for a person to find its payment",
    in_review: "Waits for a person",
    auto_refunded: "The network's refund is mirrored",
    notified_iso: "The reseller of record is to be told",
    case_opened: "Goes on as a case",
    resolved: "Resolved",
    expired: "Expired",
    dismissed: "Dismissed",
  },
  case: {
    open: "Opened",
    gathering: "Evidence is gathered",
    submitted: "Submitted",
    won: "Won",
    lost: "Lost",
    accepted: "The loss is accepted",
    expired: "Expired",
    withdrawn: "Withdrawn",
  },
};

/** Everything that happened to an alert or a case, oldest first; what happened at one moment stays in the record's order. */
export function disputeTimeline(
  noun: "alert" | "case",
  entries: readonly TimelineEntry[],
  deliveries: readonly Delivery[],
): TimelineLine[] {
  const lines = entries.map(({ at, from, to, reason, actor }): TimelineLine => {
    const report = reason.replace(/(?<!\w)[a-z]\w*(?= evd_)/g, (type) => type.replaceAll("_", " "));
    const word = moved[noun][to] ?? to;
    const isSaid = word.toLowerCase() === report.toLowerCase();
    const what = from === to ? sentence(report) : isSaid ? word : `${word} (${report})`;
    return { at, kind: "hop", what, actor, ref: null };
  });
  return inOrder([...lines, ...deliveries.flatMap(deliveryLines)]);
}
