import { loadAggregate } from "../core/aggregate.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { lacksPlace, rowKey } from "../core/row-keys.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { idsOfAll } from "./seal-payments.ts";
import { count, type SealContext, type SealResult, sealRow } from "./seal-rows.ts";

/** Cases that are looked at side by side. */
const atOnce = 8;

/** Lists the cases that an earlier release ended by when their evidence is erased. Safe to stop, to do twice, and beside the service. */
export async function listEndedCases(context: SealContext): Promise<SealResult> {
  const result = { looked: 0, written: 0 };
  for await (const ids of idsOfAll(context, "case"))
    count(result, await inOrder(ids, atOnce, (id) => sealRow(context, rowKey(id), listed)));
  return result;
}

function listed(row: Row): Row | null {
  const found = loadAggregate(caseRecordType, row);
  const index = found && caseRecordType.index?.(found.state);
  return index && lacksPlace(row, index) ? { ...row, index: { ...index, ...row.index } } : null;
}
