import * as z from "zod";
import { moment } from "../../domain/core/time.ts";
import { exactCents, vendorAmount } from "../../domain/core/vendor-amount.ts";
import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import { type EthocaAlertType, ethocaTypes } from "../../domain/disputes/alert-outcome.ts";
import type { PulledAlerts, SourcedAlert } from "../../domain/disputes/alert-report.ts";
import { respondBy } from "../../domain/disputes/alert-source.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";

/** A field that we can do without: one that is no text of that length is no reason to leave the alert unread. */
const text = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().min(1).max(256))
  .nullish()
  .catch(null);

/** Ethoca writes amounts as numbers of at most six digits before the point, which come through as they were written. */
const amount = z.union([vendorAmount, z.number().transform(String).pipe(vendorAmount)]);
const currency = z.string().regex(/^[A-Z]{3}$/);

/** An amount with its currency, or beside it: Ethoca's documents show both. */
const money = z.union([
  z.object({ value: amount, currencyCode: currency }),
  amount.transform((value) => ({ value, currencyCode: null })),
]);

const kinds = new Map<string, EthocaAlertType>(
  Object.entries(ethocaTypes).map(([kind, type]) => [type, kind as EthocaAlertType]),
);

const alertId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** One of Ethoca's alerts, read as far as we use it. */
const ethocaAlert = z.object({
  alertId,
  alertType: z
    .string()
    .transform((type) => kinds.get(type))
    .pipe(z.enum(["fraud", "dispute"])),
  alertTimestamp: moment,
  amount: money.optional(),
  transactionAmount: money.optional(),
  currency: currency.optional(),
  memberId: text,
  merchantDescriptor: text,
  transactionId: text,
  transactionTimestamp: text,
  arn: text,
  authCode: text,
  cardBin: text,
  cardLast4: text,
  cardNumber: text,
  chargebackReasonCode: text,
});

type EthocaAlert = z.infer<typeof ethocaAlert>;

/** What of an alert is kept as it came: never a whole card number, nor a name. */
const keptFields = [
  "alertId",
  "alertType",
  "alertTimestamp",
  "age",
  "issuer",
  "memberId",
  "merchantMemberName",
  "merchantDescriptor",
  "mcc",
  "amount",
  "transactionAmount",
  "currency",
  "transactionId",
  "transactionTimestamp",
  "transactionType",
  "initiatedBy",
  "is3DSecure",
  "source",
  "arn",
  "authCode",
  "cardBin",
  "cardLast4",
  "chargebackReasonCode",
  "chargebackAmount",
  "chargebackCurrency",
];

const page = z.union([
  z.array(z.unknown()),
  z.object({ alerts: z.array(z.unknown()) }).transform(({ alerts }) => alerts),
]);

/** A page of alerts; one that cannot be read does not keep the others. Throws where it is no page. */
export function pageOf(body: unknown): PulledAlerts {
  const response = page.safeParse(body);
  if (!response.success) throw new VendorUnavailable("ethoca told alerts that we cannot read");
  const alerts: SourcedAlert[] = [];
  const unread: string[] = [];
  for (const each of response.data) {
    const alert = sourced(each);
    if (alert) alerts.push(alert);
    else unread.push(z.object({ alertId }).safeParse(each).data?.alertId ?? "without an id");
  }
  return { alerts, unread };
}

function sourced(response: unknown): SourcedAlert | undefined {
  const read = ethocaAlert.safeParse(response);
  if (!read.success) return undefined;
  const money = moneyOf(read.data);
  if (!money) return undefined;
  return { merchantId: read.data.memberId ?? null, said: said(read.data, money, response as object) };
}

/** The amount that the alert is about, to the cent; undefined where there is none that a record may carry. */
function moneyOf(response: EthocaAlert): Pick<ReportedOutcome, "amountCents" | "currency"> | undefined {
  const { value, currencyCode } = response.amount ?? response.transactionAmount ?? {};
  const code = currencyCode ?? response.currency;
  const amountCents = value === undefined ? null : exactCents(value);
  return amountCents === null || amountCents < 1 || code === undefined ? undefined : { amountCents, currency: code };
}

function said(
  response: EthocaAlert,
  money: Pick<ReportedOutcome, "amountCents" | "currency">,
  whole: object,
): ReportedOutcome {
  const { alertTimestamp: receivedAt, cardNumber } = response;
  return {
    externalId: response.alertId,
    kind: response.alertType,
    ...money,
    network: null,
    reasonCode: response.chargebackReasonCode ?? null,
    arn: response.arn ?? null,
    authCode: response.authCode ?? null,
    cardLast4: response.cardLast4 ?? cardNumber?.slice(-4) ?? null,
    cardBin: response.cardBin ?? cardNumber?.slice(0, 6) ?? null,
    descriptor: response.merchantDescriptor ?? null,
    transactionDate: response.transactionTimestamp ?? null,
    paymentId: null,
    railRef: null,
    purchaseIdentifier: response.transactionId ?? null,
    receivedAt,
    respondBy: respondBy("ethoca", receivedAt),
    refundedByNetwork: false,
    networkRef: null,
    isoRef: null,
    raw: Object.fromEntries(Object.entries(whole).filter(([name]) => keptFields.includes(name))),
  };
}

const errors = z.object({
  Errors: z.object({
    Error: z
      .array(z.object({ ReasonCode: z.string().regex(/^[\w.-]{1,100}$/), Recoverable: z.boolean().default(false) }))
      .min(1),
  }),
});

/** Ethoca's error as published: its code, and whether asking again can help; where there are several, one that is for good decides. Descriptions are not read, since they echo what was sent. */
export function errorOf(body: unknown): { readonly code: string; readonly recoverable: boolean } | null {
  const response = errors.safeParse(body).data?.Errors.Error;
  const [first] = response?.toSorted((one, other) => Number(one.Recoverable) - Number(other.Recoverable)) ?? [];
  return first === undefined ? null : { code: first.ReasonCode, recoverable: first.Recoverable };
}

const status = z.object({ alertId, status: z.enum(["SUCCESS", "FAILURE"]), errors: z.unknown().optional() });
const statuses = z.record(z.string(), z.unknown()).transform((body) => Object.values(body).find(Array.isArray));

/** What was said of each alert of a call, by its id: null for a success. Throws where it cannot be read. */
export function statusesOf(body: unknown): ReadonlyMap<string, ReturnType<typeof errorOf> | "failed" | null> {
  const response = statuses.pipe(z.array(status)).safeParse(body);
  if (!response.success) throw new VendorUnavailable("ethoca told statuses that we cannot read");
  return new Map(
    response.data.map((each) => [
      each.alertId,
      each.status === "SUCCESS" ? null : (errorOf({ Errors: each.errors }) ?? "failed"),
    ]),
  );
}
