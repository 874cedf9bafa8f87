import type { FeeSweep } from "../../domain/reconciliation/fee-sweep.ts";
import type { StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import { getRecord } from "../core/read-records.ts";
import { wholeList } from "../core/row-keys.ts";
import { feeSweepRecordType } from "./fee-sweep-record.ts";

/** Sweeps of fees, newest first; those of one status where it is given. */
export function listFeeSweeps(
  context: StoreContext,
  query: ListQuery<FeeSweep["status"]> & { readonly tenantId?: string | undefined },
): Promise<ListPage<FeeSweep>> {
  const { status, tenantId } = query;
  const wanted = (state: FeeSweep) =>
    (status === undefined || state.status === status) && (tenantId === undefined || state.tenantId === tenantId);
  return listAggregates(context, feeSweepRecordType, wholeList("fee_sweep", status), query, wanted);
}

/** One sweep. Refuses an id that there is not. */
export async function getFeeSweep(context: StoreContext, id: string): Promise<FeeSweep> {
  return (await getRecord(context, feeSweepRecordType, id, "fee sweep")).state;
}
