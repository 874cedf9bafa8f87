import { html } from "hono/html";
import type { ReviewReasonCode } from "../../../domain/review/review-reason-code.ts";
import type { Html } from "../../kit/page.ts";
import { link } from "../kit/components.ts";
import type { Tone } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** Kinds in words, the most urgent first. */
export const reasonCodeLabels: Readonly<Record<ReviewReasonCode, readonly [words: string, tone: Tone]>> = {
  listed: ["Wallet listed", "bad"],
  float_short: ["Float short", "warn"],
  amount_mismatch: ["Wrong amount", "bad"],
  rail_unknown: ["Unknown word of the rail", "bad"],
  alert: ["Dispute alert", "bad"],
  dispute: ["Dispute to answer", "warn"],
  notice: ["To look into", "warn"],
  screening: ["Screen unanswered", "warn"],
  parked: ["Vendor silent", "warn"],
  frozen_by_issuer: ["Frozen by the issuer", "bad"],
  recon_break: ["Does not add up", "bad"],
  held: ["Money held", "warn"],
  blocked: ["Release blocked", "warn"],
  reserve: ["Reserve kept", "calm"],
  fee_sweep: ["Fees not swept", "warn"],
  stalled: ["Late", "warn"],
  in_flight: ["In flight", "calm"],
};

/** Where a record is in the review queue, and why. */
export function reviewNotice(
  view: View,
  id: string,
  item: { readonly kind: ReviewReasonCode; readonly reason: string },
  text = "See what can be done",
): Html {
  return html`<p class="notice ${reasonCodeLabels[item.kind][1]}">In the review queue: ${item.reason}. ${link(view, `review/${id}`, text)}</p>`;
}
