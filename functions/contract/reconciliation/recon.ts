import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { moment } from "../../domain/core/time.ts";
import { closeReport } from "../../domain/reconciliation/close-report.ts";
import { exportView } from "../../domain/reconciliation/export-view.ts";
import { reconReport } from "../../domain/reconciliation/recon-report.ts";
import { trialBalance } from "../../domain/reconciliation/trial-balance.ts";
import { idParam } from "../../http/schemas.ts";
import { get, operationTable, recordOf } from "../operation-table.ts";

const served = { caller: "operator", tag: "Reconciliation", lambda: "recon" } as const;

const csv = "text/csv; charset=utf-8";
const text = "text/plain; charset=utf-8";

const formats = ["json", "csv"] as const;

const tenantId = idOf("ten").optional();

const inBackground = {
  status: 202,
  schema: z.object({ export: exportView.describe("the export that is made") }),
  description: "too much for a reply: it is made in the background, and the export tells how far it is",
} as const;

const asTable = (description: string) => ({ status: 200, schema: z.string(), contentType: csv, description }) as const;

export const reconOperations = operationTable(served, {
  reconcile: get("/admin/recon", "The ledger against the records and against the rail's own list", {
    role: "finance",
    description:
      "For settlements and escrows created from `from` (inclusive) to `to` (exclusive), at most 92 days; the last 24 hours where nothing is said. docs/operators.md explains columns and breaks.",
    query: z.strictObject({
      from: moment.optional().describe("records created from here on"),
      to: moment.optional().describe("records created before here"),
      tenantId,
      type: z.enum(["all", "settlements", "escrow"]).default("all").describe("which records"),
      format: z.enum(formats).default("json").describe("as what it is answered"),
    }),
    reply: { status: 200, schema: reconReport },
    otherReplies: [asTable("the same as a table"), inBackground],
    refusals: ["version_conflict"],
  }),
  getDailyClose: get("/admin/recon/daily", "The close of one UTC day, kept from the first time on", {
    role: "finance",
    description:
      "A function of the audit entries before the day's end. What comes later is an adjustment of the day on which it comes.",
    query: z.strictObject({
      date: z.iso.date().optional().meta({ description: "yesterday where it is left out" }),
      tenantId,
      format: z
        .enum([...formats, "beancount"])
        .default("csv")
        .describe("as what it is answered; beancount is a journal"),
      opening: z
        .enum(["true", "false"])
        .default("true")
        .transform((value) => value === "true")
        .meta({
          description:
            "of a journal: false leaves out its accounts and opening balances, so that it can be appended to the journal of the day before",
        }),
    }),
    reply: { status: 200, schema: closeReport },
    otherReplies: [
      asTable("the same as a table; X-Close-Sha256 is the digest of its figures"),
      {
        status: 200,
        schema: z.string(),
        contentType: text,
        description: "each ledger entry of the day as a journal that Beancount checks",
      },
      inBackground,
      {
        status: 303,
        schema: z.string(),
        contentType: text,
        description: "the table is too large for a reply: Location leads to it for 15 minutes",
      },
    ],
    refusals: ["version_conflict"],
  }),
  getTrialBalance: get("/admin/ledger/trial-balance", "Every account of the ledger with its balance", {
    role: "finance",
    description: "Now, or before a moment; from the last close and the entries since.",
    query: z.strictObject({
      tenantId,
      at: moment.optional().describe("entries before this moment, which may be yet to come; now when left out"),
    }),
    reply: { status: 200, schema: trialBalance },
    otherReplies: [inBackground],
    refusals: ["version_conflict"],
  }),
  getExport: get("/admin/exports/{id}", "How far an export is, with a link to its file once it is there", {
    role: "finance",
    ...recordOf(idParam("exp"), exportView),
  }),
});
