import * as z from "zod";
import { payoutChains } from "../../domain/addresses/payout-address.ts";
import { idOf } from "../../domain/core/id.ts";
import { openSet } from "../../domain/core/listed-in.ts";
import { emailText } from "../../domain/core/mail.ts";
import { positiveCents } from "../../domain/core/money.ts";
import { instant } from "../../domain/core/time.ts";
import { maxApprovals } from "../../domain/escrow/approval.ts";
import { maxApprovers } from "../../domain/escrow/approvers.ts";
import { maxMilestones } from "../../domain/escrow/create.ts";
import { escrowRails, escrowReference, releaseRules } from "../../domain/escrow/escrow.ts";
import { needsUnless, shownUnder, takesOnlyWhere } from "../../http/field-rules.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { metadata } from "../../http/schemas.ts";
import { approverRef } from "./approver-ref.ts";

export const wallet = printable(1, 256);
export const payoutChain = openSet(payoutChains, printable(1, 32));
export const label = printable(1, 128);
export const ticker = z.string().regex(/^[A-Za-z]{2,10}$/, "a ticker such as USDT");

/** An escrow as it is asked for; its rules across fields are refused where it is created. */
export const newEscrow = shownUnder(
  z.strictObject({
    reference: escrowReference.meta({
      description: "your own name for it, unique among your escrows; buyer and seller see it",
    }),
    amountCents: positiveCents.describe("what the buyer pays, in cents"),
    currency: z.literal("USD").default("USD"),
    rail: z.enum(escrowRails).default("stablecoin"),
    releaseRule: z.enum(releaseRules).default("manual"),
    requiredApprovals: z.int().min(1).max(maxApprovals).default(2),
    buyerRef: label.optional(),
    sellerRef: label.optional(),
    payoutChain: payoutChain
      .optional()
      .meta({
        description:
          "the chain that it is paid on; your own destination chain when left out. The sandbox takes other names too",
      }),
    payoutAddress: wallet
      .optional()
      .meta({ description: "the beneficiary's wallet; required for the stablecoin rail" }),
    payoutStable: z
      .string()
      .regex(/^[A-Za-z]{2,10}$/, "a ticker such as USDT")
      .default("USDT"),
    refundAddress: wallet.optional(),
    invoiceId: idOf("inv").optional(),
    expiresAt: instant.optional().meta({ description: "when it ends if it is not funded by then: a moment to come" }),
    metadata: metadata.default({}),
    approvers: z
      .array(
        z.strictObject({
          approverRef: approverRef.describe("the approver's name, which no other may read like"),
          email: emailText.meta({
            description: "where the approver's own link is sent; the language is metadata.locale",
          }),
        }),
      )
      .max(maxApprovers)
      .default([])
      .meta({
        uniqueItems: true,
        description:
          "under the dual_approval rule: who approves, each by a link that only they are sent. At least requiredApprovals of them. Where there are any, no API key and nobody else decides",
      }),
    milestones: z
      .array(
        z.strictObject({
          seq: z
            .int()
            .min(1)
            .max(1_000_000)
            .optional()
            .describe("its place, from 1 on; the order of the list when left out"),
          description: printableLines(1, 500).meta({ description: "buyer and seller see it" }),
          amountCents: positiveCents.optional().describe("what the buyer pays, in cents"),
        }),
      )
      .max(maxMilestones)
      .default([])
      .meta({
        anyOf: [
          { items: { properties: { amountCents: {} }, required: ["amountCents"] } },
          { items: { not: { properties: { amountCents: {} }, required: ["amountCents"] } } },
        ],
        description: "with amounts for all of them or for none; the amounts add up to the escrow's",
      }),
  }),
  needsUnless("payoutAddress", "rail", ["fiat"]),
  needsUnless(
    "milestones",
    "releaseRule",
    releaseRules.filter((rule) => rule !== "milestone"),
  ),
  takesOnlyWhere("approvers", "releaseRule", ["dual_approval"]),
);
