import * as z from "zod";
import { cents } from "../core/money.ts";
import { reserveStatuses } from "./reserve-record.ts";
import type { Settlement } from "./settlement.ts";

/** A reserve as clients see it. Amounts in cents, stablecoin as decimal text. */
export const reserveView = z
  .object({
    id: z.string(),
    settlementId: z.string(),
    tenantId: z.string(),
    amountCents: cents,
    heldCents: cents.describe("what is left of it"),
    usedCents: cents.describe("what a return took of it"),
    status: z.enum(reserveStatuses),
    releaseAt: z.string(),
    blockedReason: z.string().nullable().describe("why it is kept although it is due"),
    usdtOut: z.string().nullable(),
    txHash: z.string().nullable(),
  })
  .meta({ id: "Reserve" });

export function viewReserve(state: Settlement): z.input<typeof reserveView> | undefined {
  const { reserve } = state;
  if (!reserve) return undefined;
  const { id, amountCents, heldCents, usedCents, status, releaseAt, blocked, usdtOut, txHash } = reserve;
  return {
    ...{ id, settlementId: state.id, tenantId: state.tenantId, amountCents, heldCents, usedCents, status },
    ...{ releaseAt, blockedReason: blocked?.reason ?? null, usdtOut, txHash },
  };
}
