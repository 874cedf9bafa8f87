import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type CaseHops, type DisputeCase, illegalCaseMove, isCaseOpen } from "../../domain/disputes/case.ts";
import { disputePayment, undisputePayment } from "../../domain/disputes/payment-dispute.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import { caseKind } from "./case-record.ts";

/** A case that somebody's call is about; `tenantId` null is an operator, who may act on any. */
export interface NamedCase {
  readonly tenantId: string | null;
  readonly caseId: string;
}

/** A case as read; a stranger's id and an unknown one are the same refusal. */
export function caseIn(row: Row | undefined, tenantId: string | null): Loaded<DisputeCase> {
  const found = row?.type === caseKind.type ? loaded(caseKind, row) : undefined;
  if (!found || (tenantId !== null && found.state.tenantId !== tenantId))
    throw new Refusal("not_found", "no such case");
  return found;
}

export async function loadCase(
  desk: Pick<Desk, "book">,
  { tenantId, caseId }: NamedCase,
): Promise<Loaded<DisputeCase>> {
  const [row] = await desk.book.read([rowKey(caseId)]);
  return caseIn(row, tenantId);
}

/** Evidence is attached by many requests at once: a folder of files, each announced by its own. */
const most = 12;

/** Changes a case, and with it in one transaction what its payment says of open disputes. `also` is written beside a change, and `first` saves the read of the first attempt. */
export function changeCase(
  desk: Desk,
  named: NamedCase,
  decide: (state: DisputeCase) => CaseHops | Refusal,
  { also = [], first }: { readonly also?: readonly Write[]; readonly first?: Loaded<DisputeCase> } = {},
): Promise<Loaded<DisputeCase>> {
  return change(
    desk,
    async (attempt) => {
      const found = attempt === 1 && first ? first : await loadCase(desk, named);
      const hops = decide(found.state);
      if (hops instanceof Refusal) return hops;
      const planned = await caseWrites(desk, found, hops);
      if (planned instanceof Refusal || hops.length === 0) return planned;
      return { ...planned, writes: [...planned.writes, ...also] };
    },
    most,
  );
}

/** What a run of hops on a case writes, its payment's row included where the case ends or begins anew. */
export async function caseWrites(
  desk: Desk,
  found: Loaded<DisputeCase>,
  hops: CaseHops,
): Promise<{ writes: Write[]; result: Loaded<DisputeCase> } | Refusal> {
  const { writes, after: result } = hopWrites(found, hops, desk);
  const { id, paymentId } = result.state;
  const isOpen = isCaseOpen(result.state);
  if (paymentId === null || isOpen === isCaseOpen(found.state)) return { writes, result };
  const settlement = await loadSettlement(desk, siblingId(paymentId, "stl"));
  const others = settlement.state.disputes.filter((each) => each !== id);
  if (isOpen && others.length > 0) return otherCase(found.state, others);
  const now = desk.clock.now();
  const said = isOpen
    ? disputePayment(settlement.state, id, now)
    : undisputePayment(settlement.state, result.state, now);
  return { writes: [...writes, ...hopWrites(settlement, said, desk).writes], result };
}

function otherCase(state: DisputeCase, others: readonly string[]): Refusal {
  const { code, message, detail } = illegalCaseMove(state, "open");
  return new Refusal(code, `${message}: its payment has another open case`, {
    extra: { ...detail.extra, caseId: others[0] },
  });
}
