import * as z from "zod";
import { moment } from "../../domain/core/time.ts";
import { about, consolePages, filter, route, tenantFilter } from "./schemas.ts";

const format = z.enum(["json", "csv"]);
const closeFormat = z.enum([...format.options, "beancount"]);
const stretch = {
  from: filter(moment),
  to: filter(moment),
  tenantId: tenantFilter,
  type: z.enum(["all", "settlements", "escrow"]).default("all"),
};
const day = { date: filter(z.iso.date()), tenantId: tenantFilter };

/** The console's pages that read ledger and rail whole, and the files they offer: wider rights than the others', so a Lambda of their own. */
export const consoleReconOperations = consolePages(
  "console-recon",
  {
    showRecon: route("/console/recon", "The ledger against the records and the rail", {
      query: z.strictObject(stretch),
    }),
    downloadRecon: route("/console/recon/file", "The same as a file", {
      query: z.strictObject({ ...stretch, format }),
    }),
    showClose: route("/console/recon/daily", "The close of a day", { query: z.strictObject(day) }),
    downloadClose: route("/console/recon/daily/file", "The close of a day as a file", {
      query: z.strictObject({ ...day, format: closeFormat }),
    }),
    showBalance: route("/console/recon/balance", "The trial balance", {
      query: z.strictObject({ tenantId: tenantFilter, at: filter(moment) }),
    }),
    showExport: about("/console/recon/exports/{id}", "How far an export is", "exp"),
  },
  "finance",
);
