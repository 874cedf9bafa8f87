import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type CaseTransitions, type DisputeCase, illegalCaseMove, isCaseOpen } from "../../domain/disputes/case.ts";
import { disputePayment, undisputePayment } from "../../domain/disputes/payment-dispute.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { caseRecordType } from "./case-record.ts";

/** A case that somebody's call is about; `tenantId` null is an operator, who may act on any. */
export interface NamedCase {
  readonly tenantId: string | null;
  readonly caseId: string;
}

export function loadCase(context: StoreContext, { tenantId, caseId }: NamedCase): Promise<Aggregate<DisputeCase>> {
  return getRecord(context, caseRecordType, caseId, "case", tenantId);
}

/** Evidence is attached by many requests at once: a folder of files, each announced by its own. */
const most = 12;

/** Changes a case, and with it in one transaction what its payment says of open disputes. `also` is written beside a change, and `first` saves the read of the first attempt. */
export function changeCase(
  context: Context,
  named: NamedCase,
  decide: (state: DisputeCase) => CaseTransitions | Refusal,
  { also = [], first }: { readonly also?: readonly Write[]; readonly first?: Aggregate<DisputeCase> } = {},
): Promise<Aggregate<DisputeCase>> {
  return change(
    context,
    async (attempt) => {
      const found = attempt === 1 && first ? first : await loadCase(context, named);
      const transitions = decide(found.state);
      if (transitions instanceof Refusal) return transitions;
      const planned = await caseWrites(context, found, transitions);
      if (planned instanceof Refusal || transitions.length === 0) return planned;
      return { ...planned, writes: [...planned.writes, ...also] };
    },
    most,
  );
}

/** What a run of transitions on a case writes, its payment's row included where the case ends or begins anew. */
export async function caseWrites(
  context: Context,
  found: Aggregate<DisputeCase>,
  transitions: CaseTransitions,
): Promise<{ writes: Write[]; result: Aggregate<DisputeCase> } | Refusal> {
  const { writes, after: result } = transitionWrites(found, transitions, context);
  const { id, paymentId } = result.state;
  const isOpen = isCaseOpen(result.state);
  if (paymentId === null || isOpen === isCaseOpen(found.state)) return { writes, result };
  const settlement = await loadSettlement(context, siblingId(paymentId, "stl"));
  const others = settlement.state.disputes.filter((each) => each !== id);
  if (isOpen && others.length > 0) return otherCase(found.state, others);
  const now = context.clock.now();
  const paymentTransitions = isOpen
    ? disputePayment(settlement.state, id, now)
    : undisputePayment(settlement.state, result.state, now);
  return { writes: [...writes, ...transitionWrites(settlement, paymentTransitions, context).writes], result };
}

function otherCase(state: DisputeCase, others: readonly string[]): Refusal {
  const { code, message, detail } = illegalCaseMove(state, "open");
  return new Refusal(code, `${message}: its payment has another open case`, {
    extra: { ...detail.extra, caseId: others[0] },
  });
}
