import type { Export, ExportOrder } from "../../domain/reconciliation/export.ts";
import { namedTenant } from "../tenants/named-tenant.ts";
import { type CloseDesk, closeDay } from "./close.ts";
import type { FileStore } from "./ports.ts";
import type { ReconDesk } from "./read.ts";
import { reconLines } from "./recon.ts";
import { reconName, reconPieces } from "./reports.ts";
import { trialBalanceAt } from "./trial-balance.ts";

/** What making exports works with. */
export interface MakeDesk extends Omit<CloseDesk, "files">, ReconDesk {
  readonly files: FileStore;
}

const types = { csv: "text/csv; charset=utf-8", json: "application/json" };

/** Makes what an export was asked for, in as much memory for a million settlements as for one; null where the answer is kept elsewhere. */
export async function makeExport(desk: MakeDesk, { id, order }: Export): Promise<Export["file"]> {
  const owner = await namedTenant(desk, order.tenantId);
  switch (order.report) {
    case "close":
      await closeDay(desk, owner, order.date);
      return null;
    case "recon": {
      const { from, to, type, format } = order;
      const scope = { from, to, owner, type };
      const csv = format === "csv" ? desk.csv : null;
      return written(
        desk,
        id,
        order,
        reconPieces(desk, scope, reconLines(desk, scope), csv),
        reconName(order),
      );
    }
    case "trial_balance": {
      const balance = await trialBalanceAt(desk, owner, order.at);
      return written(
        desk,
        id,
        order,
        onePiece(JSON.stringify(balance)),
        `sluice-trial-balance-${order.at}.json`,
      );
    }
    default:
      return order satisfies never;
  }
}

async function written(
  { files }: MakeDesk,
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
