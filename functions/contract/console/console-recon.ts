import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam } from "../../http/schemas.ts";
import { filter, pageReply } from "./schemas.ts";

const shown = {
  method: "GET",
  caller: "console",
  tag: "Console",
  lambda: "console-recon",
  reply: pageReply,
  refusals: [],
} as const;

const tenantId = filter(idOf("ten"));
const format = z.enum(["json", "csv"]);
const stretch = {
  from: filter(moment),
  to: filter(moment),
  tenantId,
  type: z.enum(["all", "settlements", "escrow"]).default("all"),
};
const day = { date: filter(z.iso.date()), tenantId };

/** The console's pages that read ledger and rail whole, and the files they offer: wider rights than the others', so a Lambda of their own. */
export const consoleReconOperations = {
  showRecon: operation({
    ...shown,
    id: "showRecon",
    path: "/console/recon",
    summary: "The ledger against the records and the rail",
    query: z.strictObject(stretch),
  }),
  downloadRecon: operation({
    ...shown,
    id: "downloadRecon",
    path: "/console/recon/file",
    summary: "The same as a file",
    query: z.strictObject({ ...stretch, format }),
  }),
  showClose: operation({
    ...shown,
    id: "showClose",
    path: "/console/recon/daily",
    summary: "The close of a day",
    query: z.strictObject(day),
  }),
  downloadClose: operation({
    ...shown,
    id: "downloadClose",
    path: "/console/recon/daily/file",
    summary: "The close of a day as a file",
    query: z.strictObject({ ...day, format }),
  }),
  showBalance: operation({
    ...shown,
    id: "showBalance",
    path: "/console/recon/balance",
    summary: "The trial balance",
    query: z.strictObject({ tenantId, at: filter(moment) }),
  }),
  showExport: operation({
    ...shown,
    id: "showExport",
    path: "/console/recon/exports/{id}",
    summary: "How far an export is",
    params: idParam("exp"),
  }),
};
