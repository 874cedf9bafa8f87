import { idOf } from "../../domain/core/id.ts";
import { feeSweep, feeSweepStatuses } from "../../domain/reconciliation/fee-sweep.ts";
import { idParam } from "../../http/schemas.ts";
import { byStatus, creationRange, get, listOf, operationTable, recordOf } from "../operation-table.ts";

const served = { caller: "operator", tag: "Reconciliation", lambda: "recon" } as const;

const view = feeSweep.meta({ id: "FeeSweep" });

export const feeSweepOperations = operationTable(served, {
  listFeeSweeps: get("/admin/fee-sweeps", "List sweeps of fees to the operator's own wallets, newest first", {
    ...listOf(view, { ...byStatus(feeSweepStatuses), tenantId: idOf("ten").optional(), ...creationRange }),
  }),
  getFeeSweep: get("/admin/fee-sweeps/{id}", "Read a sweep of fees", recordOf(idParam("fsw"), view)),
});
