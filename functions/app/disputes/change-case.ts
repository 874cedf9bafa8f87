import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type CaseTransitions, type DisputeCase, illegalCaseMove, isCaseOpen } from "../../domain/disputes/case.ts";
import { disputeEscrow, undisputeEscrow } from "../../domain/disputes/disputed-escrow.ts";
import { disputePayment, undisputePayment } from "../../domain/disputes/payment-dispute.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { caseRecordType } from "./case-record.ts";
import { findDisputedEscrow } from "./disputed-escrow.ts";

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

/** Changes a case, and with it in one transaction what its payment or escrow says of open disputes. `also` is written beside a change, and `first` saves the read of the first attempt. */
export function changeCase(
  context: Context,
  named: NamedCase,
  decide: (state: DisputeCase) => CaseTransitions | Refusal,
  { also = [], first }: { readonly also?: readonly Write[]; readonly first?: Aggregate<DisputeCase> | undefined } = {},
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

/** What a run of transitions on a case writes, the row of what it is about included where the case ends or begins anew. */
export async function caseWrites(
  context: Context,
  found: Aggregate<DisputeCase>,
  transitions: CaseTransitions,
): Promise<{ writes: Write[]; result: Aggregate<DisputeCase> } | Refusal> {
  const { writes, after: result } = transitionWrites(found, transitions, context);
  const { paymentId, escrowId } = result.state;
  if (isCaseOpen(result.state) === isCaseOpen(found.state)) return { writes, result };
  const marked =
    paymentId !== null
      ? await paymentWrites(context, found.state, result.state, paymentId)
      : escrowId !== null
        ? await escrowWrites(context, found.state, result.state, escrowId)
        : [];
  return marked instanceof Refusal ? marked : { writes: [...writes, ...marked], result };
}

async function paymentWrites(
  context: Context,
  before: DisputeCase,
  after: DisputeCase,
  paymentId: string,
): Promise<Write[] | Refusal> {
  const isOpen = isCaseOpen(after);
  const settlement = await loadSettlement(context, siblingId(paymentId, "stl"));
  const others = settlement.state.disputes.filter((each) => each !== after.id);
  if (isOpen && others.length > 0) return otherCase(before, others);
  const now = context.clock.now();
  const transitions = isOpen
    ? disputePayment(settlement.state, after.id, now)
    : undisputePayment(settlement.state, after, now);
  return transitionWrites(settlement, transitions, context).writes;
}

async function escrowWrites(
  context: Context,
  before: DisputeCase,
  after: DisputeCase,
  escrowId: string,
): Promise<Write[] | Refusal> {
  const isOpen = isCaseOpen(after);
  const escrow = await findDisputedEscrow(context, escrowId);
  if (!escrow) throw new Error(`nothing is known of disputes about ${escrowId}`);
  const others = escrow.state.disputes.filter((each) => each !== after.id);
  if (isOpen && others.length > 0) return otherCase(before, others);
  const transitions = isOpen ? disputeEscrow(escrow.state, after.id) : undisputeEscrow(escrow.state, after.id);
  return transitionWrites(escrow, transitions, context).writes;
}

function otherCase(state: DisputeCase, others: readonly string[]): Refusal {
  const { code, message, detail } = illegalCaseMove(state, "open");
  return new Refusal(code, `${message}: what it is about has another open case`, {
    extra: { ...detail.extra, caseId: others[0] },
  });
}
