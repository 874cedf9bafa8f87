import * as z from "zod";
import { instant } from "../../domain/core/time.ts";
import { alertKinds } from "../../domain/disputes/alert.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { printable } from "../../http/printable.ts";
import { amountBody, currencyCode, maybe } from "./dispute-fields.ts";

/** What is attached to an alert is kept in its row, of which a table takes 400 KB. */
const rawBytes = 64 * 1024;
const rawDepth = 32;

function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isFlat(each, levels - 1));
}

/** An alert as it is sent (domain facts 5.7). */
export const newAlert = z.strictObject({
  externalId: printable(1, 128)
    .refine((value) => !value.startsWith("return:"), "return:... is how the service names its own")
    .meta({ not: { pattern: "^return:" }, description: "the source's own id of it; once per source" }),
  kind: z
    .enum(alertKinds)
    .describe("what it tells: a dispute before or after it is final, a fraud report, an inquiry, or an ACH return"),
  amountCents: amountBody(1),
  currency: currencyCode.default("USD").describe("ISO 4217 code of the amount, in whatever case"),
  network: maybe(z.enum(disputeNetworks)).describe("the card network, or ach"),
  reasonCode: maybe(printable(1, 32)),
  arn: maybe(printable(1, 64)).meta({ description: "acquirer reference number" }),
  authCode: maybe(printable(1, 32)),
  cardLast4: maybe(z.string().regex(/^\d{4}$/, "four digits")),
  cardBin: maybe(z.string().regex(/^\d{6,8}$/, "six to eight digits")),
  descriptor: maybe(printable(1, 256)).meta({ description: "as the statement shows it" }),
  transactionDate: maybe(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], "a date, or a date-time with an offset, that exists"),
  ),
  paymentId: maybe(printable(1, 64)).meta({ description: "the payment, where the sender knows it" }),
  railRef: maybe(printable(1, 256)).meta({ description: "the rail's reference, or a hash on chain" }),
  purchaseIdentifier: maybe(printable(1, 128)).meta({ description: "the invoice's number" }),
  receivedAt: instant.optional().meta({ description: "when the source had it; now when left out" }),
  respondBy: maybe(instant).meta({ description: "until when the source takes an answer" }),
  refundedByNetwork: z
    .boolean()
    .default(false)
    .meta({ description: "the network has given the money back by itself: this is mirrored and moves nothing" }),
  networkRef: maybe(printable(1, 128)),
  isoRef: maybe(printable(1, 128)).meta({ description: "reseller of record; your own when left out" }),
  raw: maybe(
    z
      .record(z.string(), z.unknown())
      .refine((value) => isFlat(value, rawDepth), { message: `at most ${rawDepth} levels`, abort: true })
      .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= rawBytes, "at most 64 KB of JSON"),
  ).meta({ description: "what the source said, as it came; kept, at most 64 KB" }),
});
