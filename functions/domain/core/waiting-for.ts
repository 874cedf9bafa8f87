import * as z from "zod";
import type { Instant } from "./time.ts";

/** What money can wait for, a closed list. `vendor` is a rail, a conversion vendor or a partner that has something to do or gave no answer; `float` is the operator's own balance at the rail; `approval` is what an escrow's tenant or approvers decide or say, the address that a rest goes back to among it. */
export const waitingReasons = [
  "payer_funds",
  "screening_review",
  "screening_unavailable",
  "vendor",
  "proof",
  "operator_review",
  "amount_mismatch",
  "float",
  "approval",
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** What money waits for, since when, and until when at the latest; null where it waits for nothing. */
export interface WaitingFor {
  readonly reason: WaitingReason;
  readonly since: Instant;
  /** When something happens by itself if nobody acts: it is tried again, it lapses, or it is declined. Null where nothing does. */
  readonly until: Instant | null;
}

/** `waitingFor` in a reply. */
export const waitingForView = z
  .object({
    reason: z
      .enum(waitingReasons)
      .describe(
        "what the money waits for; `approval` covers what an escrow's tenant and approvers have to decide or to say, a refund address among it",
      ),
    since: z.string().describe("when it began to wait"),
    until: z
      .string()
      .meta({ format: "date-time" })
      .nullable()
      .describe("when it is tried again, lapses or is declined if nobody acts; null where nothing is due"),
  })
  .meta({ id: "WaitingFor" });
