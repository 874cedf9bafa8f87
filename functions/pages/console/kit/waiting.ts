import { html } from "hono/html";
import type { WaitingFor, WaitingReason } from "../../../domain/core/waiting-for.ts";
import type { Html } from "../../kit/page.ts";
import { moment } from "./text.ts";

const labels: Readonly<Record<WaitingReason, string>> = {
  payer_funds: "the payer’s money",
  screening_review: "a manual review of its screen",
  screening_unavailable: "a screen that gives no answer",
  vendor: "a vendor",
  proof: "the proof on chain",
  operator_review: "operators",
  amount_mismatch: "a decision about another amount",
  float: "our own balance at the rail",
  approval: "its tenant, or an approval",
};

/** What money waits for, in a line; nothing where it waits for nothing. */
export function waitingLine(waiting: WaitingFor | null): Html | null {
  if (waiting === null) return null;
  const { reason, since, until } = waiting;
  return html`${labels[reason]}, since ${moment(since)}${until === null ? "" : html`, until ${moment(until)}`}`;
}
