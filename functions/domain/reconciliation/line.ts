import * as z from "zod";
import type { ReconBreak } from "./break.ts";
import type { EscrowRow } from "./escrow-recon-row.ts";
import { nightlyView } from "./nightly-run.ts";
import type { ReconRow } from "./row.ts";

/** One line of a reconciliation: a settlement or an escrow with what is wrong about it, or a movement of the rail's that belongs to none. */
export type ReconLine = { readonly breaks: readonly ReconBreak[] } & (
  | { readonly kind: "settlement"; readonly row: ReconRow }
  | { readonly kind: "escrow"; readonly row: EscrowRow }
  | { readonly kind: "stray" }
);

function sumsOf<N extends string>(names: readonly N[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<N, z.ZodInt>);
}

function zeros<N extends string>(names: readonly N[]): Record<N, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>;
}

const summed = [
  "fiatInCents",
  "feeCents",
  "reserveCents",
  "netCents",
  "ledgerCollectedCents",
  "ledgerFeeCents",
  "ledgerReserveCents",
  "ledgerPaidOutCents",
  "ledgerReturnedCents",
  "ledgerHeldCents",
  "railCollectedCents",
  "railReturnedCents",
] as const satisfies readonly (keyof ReconRow)[];

const escrowSummed = [
  "amountCents",
  "heldCents",
  "unappliedCents",
  "returnedCents",
  "ledgerCollectedCents",
  "ledgerFeeCents",
  "ledgerPaidOutCents",
  "ledgerReturnedCents",
  "ledgerHeldCents",
  "ledgerUnappliedCents",
  "railCollectedCents",
  "railReturnedCents",
] as const satisfies readonly (keyof EscrowRow)[];

/** What a reconciliation comes to. The counts are of everything, also where a list names the first only. */
export const reconSummary = z.object({
  from: z.string().describe("records created from here on"),
  to: z.string().describe("records created before here"),
  tenantId: z.string().nullable(),
  type: z.enum(["all", "settlements", "escrow"]).describe("which records"),
  currency: z.literal("USD"),
  settlements: z.int().describe("how many settlements"),
  byStatus: z.record(z.string(), z.int()).describe("settlements by how far they are"),
  totals: sumsOf(summed).describe("sums over the settlements, in cents"),
  escrows: z.int().describe("how many escrows"),
  escrowsByStatus: z.record(z.string(), z.int()).describe("escrows by how far they are"),
  escrowTotals: sumsOf(escrowSummed).describe("sums over the escrows, in cents"),
  heldCents: z.int().describe("what the escrows hold by their records"),
  inFlight: z.int().describe("how many have money under way"),
  unbalanced: z.int().describe("how many have a ledger that does not agree with them"),
  breaks: z.int().describe("how many differences to the rail's own list there are"),
  breaksByKind: z.record(z.string(), z.int()).describe("differences by their kind"),
  complete: z.boolean().describe("false where a list below names its first 10,000 only; the rows tell all"),
  nightly: z.array(nightlyView).describe("the last nightly run of each rail, and what it found"),
});

export type ReconSummary = z.infer<typeof reconSummary>;

/** The summary of nothing, to be added to. */
export function emptySummary(input: Pick<ReconSummary, "from" | "to" | "tenantId" | "type" | "nightly">): ReconSummary {
  return {
    ...input,
    currency: "USD",
    ...{ settlements: 0, byStatus: {}, totals: zeros(summed) },
    ...{ escrows: 0, escrowsByStatus: {}, escrowTotals: zeros(escrowSummed), heldCents: 0 },
    ...{ inFlight: 0, unbalanced: 0, breaks: 0, breaksByKind: {}, complete: true },
  };
}

function oneMore(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Counts a line in; the summary is changed in place, since a million lines pass by. */
export function countIn(summary: ReconSummary, line: ReconLine): void {
  summary.breaks += line.breaks.length;
  for (const { kind } of line.breaks) oneMore(summary.breaksByKind, kind);
  if (line.kind === "stray") return;
  if (line.row.inFlight) summary.inFlight += 1;
  if (line.row.unbalanced.length > 0) summary.unbalanced += 1;
  if (line.kind === "settlement") {
    summary.settlements += 1;
    oneMore(summary.byStatus, line.row.status);
    for (const name of summed) summary.totals[name] += line.row[name];
    return;
  }
  summary.escrows += 1;
  oneMore(summary.escrowsByStatus, line.row.status);
  for (const name of escrowSummed) summary.escrowTotals[name] += line.row[name];
  summary.heldCents += line.row.heldCents;
}
