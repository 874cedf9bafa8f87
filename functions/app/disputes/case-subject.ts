import { Refusal } from "../../domain/core/refusal.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseReviewOf } from "../../domain/disputes/case-review.ts";
import { acceptCase } from "../../domain/disputes/transitions.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import type { Acted, AskedAct, Subject } from "../review/review-subject.ts";
import { caseKind } from "./case-record.ts";
import { caseWrites } from "./change-case.ts";

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
