import type * as z from "zod";
import type { CreateEscrowRequest } from "../../app/escrow/create.ts";
import type { FundRequest } from "../../app/escrow/fund-escrow.ts";
import type { escrowMoneyOperations } from "../../contract/escrow/escrow.ts";
import type { newEscrow } from "../../contract/escrow/new-escrow.ts";
import type { EscrowRefundInput } from "../../domain/escrow/refund.ts";
import { termsOf } from "../../domain/rails/terms.ts";

/** A body that creates an escrow, with nothing left out. */
export function newEscrowInput(body: z.output<typeof newEscrow>): CreateEscrowRequest["input"] {
  const { buyerRef = null, sellerRef = null, payoutChain = null, payoutAddress = null } = body;
  const { refundAddress = null, invoiceId = null, expiresAt = null } = body;
  const given = { buyerRef, sellerRef, payoutChain, payoutAddress, refundAddress, invoiceId, expiresAt };
  return { ...body, ...given };
}

/** A body that funds an escrow: by a source where one is said, else by the deposit that is named, else by what the rail takes. */
export function fundInput(
  body: z.output<typeof escrowMoneyOperations.fundEscrow.body>,
  rail: string,
): Pick<FundRequest, "amountCents" | "fundingRef" | "depositTxHash" | "source" | "holderType" | "sourceCountry"> {
  const { amountCents, fundingRef = null, depositTxHash = null, source } = body;
  const isDeposit = fundingRef !== null || depositTxHash !== null;
  const usual = isDeposit ? null : termsOf(rail).source;
  const { type = usual, holderType, country: sourceCountry } = source;
  return { amountCents, fundingRef, depositTxHash, source: type, holderType, sourceCountry };
}

export function refundInput(body: z.output<typeof escrowMoneyOperations.refundEscrow.body>): EscrowRefundInput {
  return { reason: body.reason ?? null, refundAddress: body.refundAddress ?? null };
}
