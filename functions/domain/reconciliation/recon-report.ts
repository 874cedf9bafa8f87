import * as z from "zod";
import { listedIn } from "../core/listed-in.ts";
import { escrowStatuses } from "../escrow/escrow.ts";
import { settlementStatuses } from "../settlement/settlement.ts";
import { reconBreak } from "./break.ts";
import { escrowRow } from "./escrow-recon-row.ts";
import { reconSummary } from "./line.ts";
import { reconRow, unreadable } from "./row.ts";

/** Which record it is: one of the two ids is there. */
const named = { settlementId: z.string().nullable(), escrowId: z.string().nullable(), tenantId: z.string() };

const inFlightItem = z.object({
  ...named,
  status: listedIn([...new Set([...settlementStatuses, ...escrowStatuses])], z.string()).describe(
    "how far the record is",
  ),
  createdAt: z.string(),
  fiatInCents: z.int().describe("of an escrow its amount"),
});

const unbalancedItem = z.object({
  ...named,
  status: listedIn([...new Set([...settlementStatuses, ...escrowStatuses, unreadable])], z.string()).describe(
    "how far the record is; unreadable where it cannot be read",
  ),
  unbalanced: z.array(z.string()).describe("accounts or entries that do not agree with the record"),
});

/** A reconciliation as JSON: everything by settlement and escrow, and what needs a person by itself. */
export const reconReport = z.object({
  summary: reconSummary.describe("counts and sums of it all"),
  settlements: z.array(reconRow).describe("each settlement, the oldest first"),
  escrows: z.array(escrowRow).describe("each escrow, the oldest first"),
  inFlight: z.array(inFlightItem).describe("records with money under way"),
  unbalanced: z.array(unbalancedItem).describe("records whose ledger does not agree with them"),
  breaks: z.array(reconBreak).describe("differences to the rail's own list"),
});

export type ReconReport = z.infer<typeof reconReport>;
