import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { CaseHops, DisputeCase } from "../../domain/disputes/case.ts";
import {
  acceptCase,
  type EscalationAsked,
  escalateCase,
  expireCase,
  gatherCase,
  type OutcomeAsked,
  recordOutcome,
  withdrawCase,
} from "../../domain/disputes/transitions.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { caseKind } from "./case-record.ts";
import { changeCase, type NamedCase } from "./change-case.ts";

/** What somebody does about a case that needs nothing but its record. */
export type CaseAct =
  | { readonly act: "gather" | "accept" | "withdraw" }
  | { readonly act: "outcome"; readonly asked: OutcomeAsked }
  | { readonly act: "escalate"; readonly asked: EscalationAsked };

function decide(state: DisputeCase, what: CaseAct, now: Instant): CaseHops | Refusal {
  switch (what.act) {
    case "gather":
      return gatherCase(state, now);
    case "accept":
      return acceptCase(state, now);
    case "withdraw":
      return withdrawCase(state, now);
    case "outcome":
      return recordOutcome(state, what.asked, now);
    case "escalate":
      return escalateCase(state, what.asked, now);
    default:
      throw new Error(`unknown act ${JSON.stringify(what satisfies never)}`);
  }
}

/** Moves a case. A case of the tenant's own, or any where `tenantId` is null. */
export async function actOnCase(desk: Desk, named: NamedCase, what: CaseAct): Promise<DisputeCase> {
  const { state } = await changeCase(desk, named, (before) => decide(before, what, desk.clock.now()));
  return state;
}

/** Lets a case expire that was not answered within the network's window. */
export async function sweepCase(desk: Desk, row: Row): Promise<boolean> {
  const first = loaded(caseKind, row);
  if (!first) return false;
  const { tenantId, id: caseId } = first.state;
  const expire = (state: DisputeCase) => expireCase(state, desk.clock.now());
  const after = await changeCase(desk, { tenantId, caseId }, expire, { first });
  return after.state.status === "expired";
}
