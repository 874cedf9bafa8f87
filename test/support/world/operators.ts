import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import { actOnReview } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { World } from "./world.ts";

/** What can be decided about money in the queue. */
export type Choice = "accept" | "top_up" | "return";

type Decided = "amount_mismatch" | "held";

const choices: Readonly<Record<Decided, readonly Choice[]>> = {
  amount_mismatch: ["accept", "top_up", "return"],
  held: ["return"],
};

function deskOf(world: World, operator: "one" | "two") {
  return { ...world.desk(`operator:${operator}`), subjects: reviewSubjects };
}

/** One operator asks, another one agrees; what is refused, or cut off between the two, leaves everything as it was. */
function decide(world: World, settlementId: string, action: Choice): void {
  const itemId = siblingId(settlementId, "rev");
  world.scheduler.spawn(
    `operators ${action}`,
    async () => {
      const asked = await actOnReview(deskOf(world, "one"), itemId, { action, note: null });
      if ("approvalId" in asked) await approve(deskOf(world, "two"), asked.approvalId, null);
    },
    () => undefined,
  );
}

/** Operators look through the queue and decide about the money in it, each as `choose` says. */
export function workThroughQueue(
  world: World,
  choose: (options: readonly Choice[]) => Choice | undefined,
): void {
  for (const row of world.book.rows()) {
    if (row.type !== "settlement") continue;
    const { state } = row.body as { state: Settlement };
    const kind = reviewReason(state)?.kind;
    if (kind !== "amount_mismatch" && kind !== "held") continue;
    const choice = choose(choices[kind]);
    if (choice) decide(world, state.id, choice);
  }
}
