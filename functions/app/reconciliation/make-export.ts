import type { Export, ExportOrder } from "../../domain/reconciliation/export.ts";
import { namedTenant } from "../tenants/tenants.ts";
import { type CloseContext, closeDay } from "./close.ts";
import { closeJournal } from "./close-journal.ts";
import type { FileStore } from "./ports.ts";
import type { ReconContext } from "./read.ts";
import { reconLines } from "./recon.ts";
import { closeName, reconName, reconPieces } from "./reports.ts";
import { trialBalanceAt } from "./trial-balance.ts";

export interface MakeExportContext extends Omit<CloseContext, "files">, ReconContext {
  readonly files: FileStore;
}

const types = { csv: "text/csv; charset=utf-8", json: "application/json", beancount: "text/plain; charset=utf-8" };

/** Makes what an export was asked for, in as much memory for a million settlements as for one; null where the answer is kept elsewhere. */
export async function makeExport(context: MakeExportContext, { id, order }: Export): Promise<Export["file"]> {
  const owner = await namedTenant(context, order.tenantId);
  switch (order.report) {
    case "close": {
      const { close } = await closeDay(context, owner, order.date);
      if (order.format !== "beancount") return null;
      const journal = closeJournal(context, owner, close, order.hasOpening ?? true);
      return written(context, id, order, journal, closeName(close.figures, "beancount"));
    }
    case "recon": {
      const { from, to, type, format } = order;
      const scope = { from, to, owner, type };
      const csv = format === "csv" ? context.csv : null;
      return written(
        context,
        id,
        order,
        reconPieces(context, scope, reconLines(context, scope), csv),
        reconName(order),
      );
    }
    case "trial_balance": {
      const balance = await trialBalanceAt(context, owner, order.at);
      return written(context, id, order, onePiece(JSON.stringify(balance)), `sluice-trial-balance-${order.at}.json`);
    }
    default:
      return order satisfies never;
  }
}

async function written(
  { files }: MakeExportContext,
  id: string,
  { format }: ExportOrder,
  pieces: AsyncIterable<string>,
  name: string,
): Promise<Export["file"]> {
  const key = `exports/${id}.${format}`;
  return { key, name, bytes: await files.write(key, pieces, types[format]) };
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text;
}
