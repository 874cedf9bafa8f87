import * as z from "zod";
import { cents } from "../core/money.ts";
import { pickFields } from "../core/pick-fields.ts";
import { reserveStatuses } from "./reserve-record.ts";
import type { Settlement } from "./settlement.ts";

/** A reserve as clients see it. Amounts in cents, stablecoin as decimal text. */
export const reserveView = z
  .object({
    id: z.string(),
    settlementId: z.string(),
    tenantId: z.string(),
    amountCents: cents.describe("what was kept back, in cents"),
    heldCents: cents.describe("what is left of it"),
    usedCents: cents.describe("what a return took of it"),
    status: z.enum(reserveStatuses).describe("how far it is"),
    releaseAt: z.string().describe("when it falls due"),
    blockedReason: z.string().nullable().describe("why it is kept although it is due"),
    usdtOut: z.string().nullable().describe("what was released in stablecoin, as decimal text; null until then"),
    txHash: z.string().nullable().describe("the hash of its payout on chain; null until there is proof of it"),
  })
  .meta({ id: "Reserve" });

type ReserveView = z.infer<typeof reserveView>;

export function viewReserve({ id: settlementId, tenantId, reserve }: Settlement): ReserveView | undefined {
  const blockedReason = reserve?.blocked?.reason ?? null;
  return reserve ? pickFields(reserveView, { ...reserve, settlementId, tenantId, blockedReason }) : undefined;
}
