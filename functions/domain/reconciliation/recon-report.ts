import * as z from "zod";
import { reconBreak } from "./break.ts";
import { escrowRow } from "./escrow-recon-row.ts";
import { reconSummary } from "./line.ts";
import { reconRow } from "./row.ts";

/** Which record it is: one of the two ids is there. */
const named = { settlementId: z.string().nullable(), escrowId: z.string().nullable(), tenantId: z.string() };

const inFlightItem = z.object({
  ...named,
  status: z.string(),
  createdAt: z.string(),
  fiatInCents: z.int().describe("of an escrow its amount"),
});

const unbalancedItem = z.object({ ...named, status: z.string(), unbalanced: z.array(z.string()) });

/** A reconciliation as JSON: everything by settlement and escrow, and what needs a person by itself. */
export const reconReport = z.object({
  summary: reconSummary,
  settlements: z.array(reconRow),
  escrows: z.array(escrowRow),
  inFlight: z.array(inFlightItem),
  unbalanced: z.array(unbalancedItem),
  breaks: z.array(reconBreak),
});

export type ReconReport = z.infer<typeof reconReport>;
