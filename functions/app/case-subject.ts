import { acceptCase } from "../domain/case-act.ts";
import type { DisputeCase } from "../domain/dispute-case.ts";
import { Refusal } from "../domain/refusal.ts";
import { caseReviewOf } from "../domain/review.ts";
import { notAvailable } from "../domain/review-money.ts";
import { type Loaded, loaded } from "./aggregate.ts";
import { caseKind } from "./case-kind.ts";
import { caseWrites } from "./change-case.ts";
import type { Desk } from "./desk.ts";
import type { Row } from "./ports.ts";
import type { Acted, AskedAct, Subject } from "./review-subject.ts";

/** A dispute case as the review queue sees it. */
export function caseSubject(row: Row): Subject | undefined {
  const found = row.type === caseKind.type ? loaded(caseKind, row) : undefined;
  return found && seen(found);
}

function seen(found: Loaded<DisputeCase>): Subject {
  const { state } = found;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => caseReviewOf(state),
    // What is accepted is lost, and it is the tenant's.
    needsSecond: (action) => action === "accept_loss",
    amountAtStake: (action) => (action === "accept_loss" ? state.amountCents : null),
    cameUpSince: () => false,
    ask: async () => null,
    decide: (desk, asked) => decide(desk, found, asked),
  };
}

async function decide(
  desk: Desk,
  found: Loaded<DisputeCase>,
  { action, by }: AskedAct,
): Promise<Acted | Refusal> {
  if (action !== "accept_loss") return notAvailable(action, "cases have no such action");
  const hops = acceptCase(found.state, desk.clock.now());
  if (hops instanceof Refusal) return notAvailable(action, hops.message);
  const told = hops.map((hop) => ({ ...hop, reason: `${hop.reason} (${by})` }));
  const planned = await caseWrites(desk, found, told);
  return planned instanceof Refusal ? planned : { writes: planned.writes, after: seen(planned.result) };
}
