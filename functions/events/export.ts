import * as z from "zod";
import { runExport } from "../app/reconciliation/exports.ts";
import { makeExport } from "../app/reconciliation/make-export.ts";
import { makeExportContext } from "../wiring/reconciliation/reports.ts";
import { queueWorker } from "./queue-worker.ts";

const message = z.object({ exportId: z.string() });

export const handler = queueWorker(
  { line: "export", operation: "export", message },
  async ({ exportId }, { requestId }) => {
    const context = makeExportContext(requestId);
    await runExport(context, exportId, (state) => makeExport(context, state));
    return { correlationId: exportId };
  },
);
