import { getExport } from "../../app/reconciliation/exports.ts";
import { getFeeSweep, listFeeSweeps } from "../../app/reconciliation/fee-sweeps.ts";
import type { ReportResult, TextFile } from "../../app/reconciliation/reports.ts";
import {
  dailyClose,
  dailyCloseCsv,
  dailyCloseJournal,
  reconcile,
  reconcileCsv,
  trialBalance,
} from "../../app/reconciliation/reports.ts";
import { feeSweepOperations } from "../../contract/reconciliation/fee-sweeps.ts";
import { reconOperations } from "../../contract/reconciliation/recon.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { reportContext } from "../../wiring/reconciliation/reports.ts";

const csv = "text/csv; charset=utf-8";
const journal = "text/plain; charset=utf-8";

/** What was made, or under 202 the export that will have it. */
function told<T>(found: ReportResult<T>) {
  return "export" in found ? { status: 202, body: { export: found.export } } : { body: found.made };
}

function attached({ text, filename }: TextFile, contentType = csv, headers: Record<string, string> = {}) {
  const named = { "content-disposition": `attachment; filename="${filename}"`, ...headers };
  return { contentType, body: text, headers: named };
}

function closeHeaders({ sha256, preliminary }: { readonly sha256: string; readonly preliminary: boolean }) {
  return { "x-close-sha256": sha256, ...(preliminary ? { "x-close-preliminary": "true" } : {}) };
}

export const handler = serve({ ...reconOperations, ...feeSweepOperations }, withCursors(operatorFrame), {
  reconcile: async (call) => {
    const context = reportContext(call);
    if (call.query.format === "json") return told(await reconcile(context, call.query));
    const found = await reconcileCsv(context, call.query);
    return "export" in found ? told(found) : attached(found.made);
  },
  getDailyClose: async (call) => {
    const context = reportContext(call);
    if (call.query.format === "json") return told(await dailyClose(context, call.query));
    if (call.query.format === "beancount") {
      const found = await dailyCloseJournal(context, call.query);
      return "export" in found ? told(found) : attached(found.made, journal, closeHeaders(found.made));
    }
    const found = await dailyCloseCsv(context, call.query);
    if ("export" in found) return told(found);
    const { made } = found;
    const headers = closeHeaders(made);
    return "url" in made
      ? { status: 303, contentType: "text/plain; charset=utf-8", body: "", headers: { ...headers, location: made.url } }
      : attached(made, csv, headers);
  },
  getTrialBalance: async (call) => told(await trialBalance(reportContext(call), call.query)),
  listFeeSweeps: async (call) => ({ body: await listFeeSweeps(contextOf(call), call.query) }),
  getFeeSweep: async (call) => ({ body: await getFeeSweep(contextOf(call), call.params.id) }),
  getExport: async (call) => ({ body: await getExport(reportContext(call), call.params.id) }),
});
