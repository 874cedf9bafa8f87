import type { Instant } from "../../domain/core/time.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import { isRecordExpected, strayBreak, type TransferOwner } from "../../domain/reconciliation/break.ts";
import type { ReconLine } from "../../domain/reconciliation/line.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { refuseTooLate } from "../core/time-budget.ts";
import { escrowRecordType } from "../escrow/record.ts";
import type { Rail } from "../rails/ports.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { atOnce, type ReconContext, type ReconScope, stateIn } from "./read.ts";

/** What the rail moved for records that we do not have, or that it collected twice: found from its list alone. One tenant's reconciliation has only what can be told to be theirs. */
export async function* strayLines(
  context: ReconContext,
  { from, to, owner, type }: ReconScope,
  now: Instant,
): AsyncGenerator<ReconLine> {
  let cursor: string | null = null;
  do {
    refuseTooLate(context);
    const page: Awaited<ReturnType<Rail["transfers"]>> = await context.rail.transfers({ from, to, cursor });
    const known = page.transfers.filter((each) => isRecordExpected(each, now));
    const behind = await recordsBehind(context, known);
    const breaks = known.flatMap((transfer, at) => {
      const { id, record } = behind[at] ?? {};
      const ours = record?.railRef === transfer.railRef;
      const foreign = owner !== null && record?.owned.tenantId !== owner.id;
      const asked = type === "all" || (type === "escrow") === (id?.startsWith("esc_") ?? false);
      return ours || foreign || !asked ? [] : [strayBreak(transfer, record?.owned)];
    });
    if (breaks.length > 0) yield { kind: "stray", breaks };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Whose a transfer says it is, and the reference under which that was collected. */
interface Behind {
  readonly railRef: string | null;
  readonly owned: TransferOwner;
}

/** The records that transfers say they belong to, in their order: by the reference we gave, or by the rail's own. */
async function recordsBehind(context: ReconContext, transfers: readonly RailTransfer[]) {
  const ids = await inOrder(transfers, atOnce, async ({ reference, railRef }) => {
    const given = reference?.split(".")[0];
    if (given !== undefined && given !== "") return given;
    const pk = `${context.rail.name}#${railRef}`;
    const [row] = await context.store.page({ index: "ref", pk, limit: 1 });
    return row?.pk;
  });
  const input = [...new Set(ids.flatMap((id) => id ?? []))];
  const rows = await rowsAt(context, input.map(rowKey));
  const found = new Map(input.map((id, at) => [id, behindOf(rows[at])]));
  return ids.map((id) => ({ id, record: id === undefined ? undefined : found.get(id) }));
}

function behindOf(row: Row | undefined): Behind | undefined {
  const settlement = stateIn([row], settlementRecordType);
  if (settlement) {
    const { id: settlementId, tenantId, payment } = settlement;
    return { railRef: payment.railRef, owned: { settlementId, escrowId: null, tenantId } };
  }
  const escrow = stateIn([row], escrowRecordType);
  if (!escrow) return undefined;
  const { id: escrowId, tenantId, funding } = escrow;
  return { railRef: funding?.railRef ?? null, owned: { settlementId: null, escrowId, tenantId } };
}
