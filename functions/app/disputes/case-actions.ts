import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { CaseTransitions, DisputeCase } from "../../domain/disputes/case.ts";
import {
  acceptCase,
  type EscalationInput,
  escalateCase,
  expireCase,
  gatherCase,
  type OutcomeInput,
  recordOutcome,
  withdrawCase,
} from "../../domain/disputes/transitions.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { caseRecordType } from "./case-record.ts";
import { changeCase, type NamedCase } from "./change-case.ts";

export type CaseAction =
  | { readonly act: "gather" | "accept" | "withdraw" }
  | { readonly act: "outcome"; readonly input: OutcomeInput }
  | { readonly act: "escalate"; readonly input: EscalationInput };

function decide(state: DisputeCase, what: CaseAction, now: Instant): CaseTransitions | Refusal {
  switch (what.act) {
    case "gather":
      return gatherCase(state, now);
    case "accept":
      return acceptCase(state, now);
    case "withdraw":
      return withdrawCase(state, now);
    case "outcome":
      return recordOutcome(state, what.input, now);
    case "escalate":
      return escalateCase(state, what.input, now);
  }
}

/** Moves a case. A case of the tenant's own, or any where `tenantId` is null. */
export async function takeCaseAction(context: Context, named: NamedCase, what: CaseAction): Promise<DisputeCase> {
  const { state } = await changeCase(context, named, (before) => decide(before, what, context.clock.now()));
  return state;
}

/** Lets a case expire that was not answered within the network's window. */
export async function sweepCase(context: Context, row: Row): Promise<boolean> {
  const first = loadAggregate(caseRecordType, row);
  if (!first) return false;
  const { tenantId, id: caseId } = first.state;
  const expire = (state: DisputeCase) => expireCase(state, context.clock.now());
  const after = await changeCase(context, { tenantId, caseId }, expire, { first });
  return after.state.status === "expired";
}
