import type { OperatorRole } from "../core/operator.ts";
import type { Instant } from "../core/time.ts";

/** Why something is in the review queue, the most urgent first. */
export const reviewReasonCodes = [
  "listed",
  "float_short",
  "amount_mismatch",
  "rail_unknown",
  "alert",
  "dispute",
  "notice",
  "screening",
  "parked",
  "frozen_by_issuer",
  "recon_break",
  "held",
  "blocked",
  "reserve",
  "fee_sweep",
  "stalled",
  "in_flight",
] as const;
export type ReviewReasonCode = (typeof reviewReasonCodes)[number];

/** Why a record is in the queue, in plain words, since when, and until when somebody has to act; null where no clock runs. */
export interface ReviewReason {
  readonly kind: ReviewReasonCode;
  readonly reason: string;
  readonly since: Instant;
  readonly deadline: Instant | null;
}

/** What operators can do about a record in the queue, of whatever kind it is, beside naming somebody for it and writing notes. */
export const recordActions = [
  "retry_screen",
  "fail",
  "resume",
  "accept",
  "top_up",
  "apply",
  "return",
  "returned_off_platform",
  "verdict",
  "resolve",
  "release_reserve",
  "open_case",
  "dismiss_alert",
  "accept_loss",
  "reported",
] as const;
export type RecordAction = (typeof recordActions)[number];

/** What can be asked about something in the queue: to write, to name somebody, or to act on it. */
export const reviewActions = ["note", "assign", ...recordActions] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** The least role that may do each: a reviewer works the queue, finance moves money, gives it up or closes the books over it. */
export const actionRoles: Readonly<Record<ReviewAction, OperatorRole>> = {
  note: "reviewer",
  assign: "reviewer",
  retry_screen: "reviewer",
  verdict: "reviewer",
  reported: "reviewer",
  open_case: "reviewer",
  dismiss_alert: "reviewer",
  fail: "finance",
  resume: "finance",
  accept: "finance",
  top_up: "finance",
  apply: "finance",
  return: "finance",
  returned_off_platform: "finance",
  resolve: "finance",
  release_reserve: "finance",
  accept_loss: "finance",
};

/** What a manual review of a screen can come to. */
export const verdicts = ["pass", "decline"] as const;
export type Verdict = (typeof verdicts)[number];

export interface Review extends ReviewReason {
  readonly actions: ReviewAction[];
}
