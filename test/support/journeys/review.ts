import { expect } from "vitest";
import { reviewOperations } from "../../../functions/contract/review/review.ts";
import type { PaidView } from "../../../functions/domain/settlement/view.ts";
import { until } from "../runner/until.ts";
import { operator, reportAsRail, secondOperator, TestTenant } from "./journey.ts";

const { getReview, actOnReview, approveAction } = reviewOperations;

/** The review item of a payment's settlement. */
export function paramsOf({ settlement }: PaidView): { id: string } {
  return { id: settlement.id.replace("stl_", "rev_") };
}

/** The item as it stands. */
export function item(paid: PaidView) {
  return operator.call(getReview, { params: paramsOf(paid) });
}

/** The item once it is in the queue for this reason. */
export function queuedAs(paid: PaidView, kind: string) {
  const look = () => operator.ask(getReview, { params: paramsOf(paid) });
  const is = ({ text }: { text: string }) => JSON.parse(text).kind === kind;
  return until(look, is, `not in the queue as ${kind}`);
}

/** Asks for an action that two operators must agree on. */
export async function ask(paid: PaidView, body: object): Promise<{ id: string }> {
  const { status, text } = await operator.ask(actOnReview, { params: paramsOf(paid), body });
  expect(status, text).toBe(202);
  return { id: JSON.parse(text).approvalId };
}

/** One operator asks, the other agrees. */
export async function both(paid: PaidView, body: object) {
  const params = await ask(paid, body);
  await operator.refused(approveAction, "second_operator_required", { params });
  return secondOperator.call(approveAction, { params, body: { note: "agreed" } });
}

/** A push payment over 10.00 for which another amount came. */
export async function mismatchedSettlement(amountCents: number) {
  const tenant = await TestTenant.create();
  await tenant.feeRule({ bps: 250, reserveBps: 1_000 });
  const paid = await tenant.payNew(1_000, { source: { type: "ach_push" } });
  await reportAsRail(paid, "funds_received", { amountCents });
  return { tenant, paid };
}
