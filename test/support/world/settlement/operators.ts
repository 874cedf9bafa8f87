import { reviewSubjects } from "../../../../functions/app/operations/review-subjects.ts";
import { takeReviewAction } from "../../../../functions/app/review/actions.ts";
import { approve } from "../../../../functions/app/review/approvals.ts";
import { cancelPayment } from "../../../../functions/app/settlement/cancel-payment.ts";
import { siblingId } from "../../../../functions/domain/core/id.ts";
import { addSeconds } from "../../../../functions/domain/core/time.ts";
import { reviewReason } from "../../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../../functions/domain/settlement/settlement.ts";
import { noLog } from "../../core/memory-log.ts";
import { furnishCredit } from "../core/furnishing.ts";
import type { World } from "./world.ts";

/** What can be decided about money in the queue. */
export type Choice = "accept" | "top_up" | "return" | "apply";

type Decided = "amount_mismatch" | "held";

const choices: Readonly<Record<Decided, readonly Choice[]>> = {
  amount_mismatch: ["accept", "top_up", "return"],
  held: ["return", "apply"],
};

function contextOf(world: World, operator: "one" | "two") {
  const gate = world.payContext(`operator:${operator}`);
  return { ...world.context(`operator:${operator}`), gate, subjects: reviewSubjects };
}

/** One operator asks, another one agrees; what is refused, or cut off between the two, leaves everything as it was. */
function decide(world: World, settlementId: string, action: Choice): void {
  const itemId = siblingId(settlementId, "rev");
  world.start(`operators ${action}`, async () => {
    const input = await takeReviewAction(contextOf(world, "one"), itemId, { action, note: null });
    if ("approvalId" in input) await approve(contextOf(world, "two"), input.approvalId, null);
  });
}

/** Operators look through the queue and decide about the money in it, each as `choose` says. */
export function workThroughQueue(world: World, choose: (options: readonly Choice[]) => Choice | undefined): void {
  for (const row of world.store.rows()) {
    if (row.type !== "settlement") continue;
    const { state } = row.body as { state: Settlement };
    const kind = reviewReason(state)?.kind;
    if (kind !== "amount_mismatch" && kind !== "held") continue;
    const choice = choose(choices[kind]);
    if (choice) decide(world, state.id, choice);
  }
}

/** Tenants cancel every payment of theirs; what is refused stays as it is. */
export function cancelPayments(world: World): void {
  for (const row of world.store.rows()) {
    if (row.type !== "settlement") continue;
    const { tenantId, payment } = (row.body as { state: Settlement }).state;
    world.start("tenant cancels", () =>
      cancelPayment(world.payContext(`tenant:${tenantId}`), { tenantId, paymentId: payment.id }),
    );
  }
}

/** From when to when a tenant's program credit was suspended; for ever, until it is reinstated. */
interface Suspension {
  readonly tenantId: string;
  readonly fromMs: number;
  toMs: number;
}

const suspensions = new WeakMap<World, Suspension[]>();

/** All suspensions that there were in a world. */
export function suspensionsOf(world: World): readonly Suspension[] {
  return suspensions.get(world) ?? [];
}

/** Suspends a tenant's program credit or reinstates it, in a moment that no fault strikes; where it is so already, nothing. */
export function turnCredit(world: World, tenantId: string, suspended: boolean): void {
  const { nowMs } = world.scheduler;
  const open = suspensions.get(world)?.find((each) => each.tenantId === tenantId && each.toMs === Infinity);
  if ((open !== undefined) === suspended) return;
  if (open) open.toMs = nowMs;
  else suspensions.set(world, [...suspensionsOf(world), { tenantId, fromMs: nowMs, toMs: Infinity }]);
  const since = world.clock.now();
  furnishCredit(world.furnishing(), tenantId, suspended ? { program: "vamp", since, reason: "ratio" } : null);
}

/** Reinstates everybody's program credit. */
export function reinstateAll(world: World): void {
  for (const { tenantId } of suspensionsOf(world)) turnCredit(world, tenantId, false);
}

const dailySeconds = 360;

/** Has a world's daily work look at the reserves that are due. */
export function releaseReserves(world: World): void {
  const { app, clock } = world;
  world.askedForReserves = true;
  world.start("daily", () =>
    app.releaseDue({ ...world.payContext("system:daily"), log: noLog }, addSeconds(clock.now(), dailySeconds)),
  );
}
