import { expect } from "vitest";
import { type RequestedAction, takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { getReview } from "../../../functions/app/review/review.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { EscrowApi } from "./escrow-api.ts";

/** Operators who decide about the escrows of the API that there is at the time. */
export function escrowReviewers(current: () => EscrowApi) {
  const by = (name: string) => {
    const { context, screening, meter } = current();
    return { ...context, actor: `operator:${name}`, gate: { screening, meter, live: false } };
  };
  const reviewId = (id: string) => siblingId(id, "rev");
  const item = (id: string) => getReview(current().context, reviewId(id));
  const act = (id: string, input: RequestedAction, name = "anna") => takeReviewAction(by(name), reviewId(id), input);
  /** Anna asks, and Berta agrees: Anna cannot do both. */
  const agreed = async (id: string, input: RequestedAction): Promise<void> => {
    const acted = await act(id, input);
    if (!("approvalId" in acted)) throw new Error("done without a second operator");
    const alone = approve(by("anna"), acted.approvalId, null);
    await expect(alone).rejects.toMatchObject({ code: "second_operator_required" });
    await approve(by("berta"), acted.approvalId, null);
  };
  return { by, reviewId, item, act, agreed };
}
