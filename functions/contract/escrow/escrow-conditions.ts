import * as z from "zod";
import { screenOutcomes } from "../../domain/gate/payout-gate.ts";

/** What stands between an escrow and its release, with the screen that says so. */
export const escrowConditions = z
  .object({
    releasable: z.boolean().describe("whether a release would go through now"),
    unmet: z.array(z.string()).describe("what blocks the release; empty where nothing does"),
    screening: z
      .object({
        outcome: z.enum(screenOutcomes).nullable().describe("null where it was never screened"),
        screeningRef: z.string().nullable(),
        risk: z.string().nullable().describe("the risk that it found; null where there is none"),
        address: z.string().nullable().describe("the address that was screened; null where there is none"),
        at: z.string().nullable().describe("when it was screened; null where it was not"),
        live: z.boolean().describe("whether it was made for this question"),
      })
      .describe("the screen of the beneficiary's address"),
  })
  .meta({ id: "EscrowConditions" });
