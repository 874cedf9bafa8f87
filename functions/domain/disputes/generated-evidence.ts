import { centsText } from "../core/money.ts";
import { erasedText } from "../core/sealed-text.ts";
import { addressLines, payerName } from "../invoicing/customer.ts";
import { calendarDays } from "../invoicing/due-date.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import type { Settlement } from "../settlement/settlement.ts";
import { textMax } from "./case-evidence.ts";
import type { PayerIdentifiers } from "./compelling-evidence.ts";
import type { EvidenceType } from "./evidence-type.ts";

export interface KnownText {
  readonly type: EvidenceType;
  readonly text: string;
}

/** What an invoice's metadata may say of its payer, by the evidence that it is. */
const payerKeys = {
  customerName: "customer_name",
  customerEmail: "customer_email_address",
  billingAddress: "billing_address",
  shippingAddress: "shipping_address",
  shippingCarrier: "shipping_carrier",
  shippingTrackingNumber: "shipping_tracking_number",
  shippingDate: "shipping_date",
  serviceDate: "service_date",
  customerIp: "customer_purchase_ip",
  deviceId: "customer_device_id",
} as const satisfies Record<string, EvidenceType>;

/** What identifies the payer of an invoice beside the account, from its metadata. */
export function payerIdentifiers({ customerId, metadata }: Invoice): PayerIdentifiers {
  const { customerIp: ip = null, deviceId = null, shippingAddress = null } = metadata;
  return { customerId, ip, deviceId, shippingAddress };
}

/** What was bought, a line for each item. */
export function itemsText({ lineItems, currency }: Invoice): string {
  return lineItems
    .map(({ description, quantity, unitCents, amountCents }) => {
      return `${quantity} x ${description} at ${centsText(unitCents)} = ${centsText(amountCents)} ${currency}`;
    })
    .join("\n");
}

/** All that the service knows of a payment and can say in words: what was bought and by whom, the receipt, where its value went, what was checked. */
export function knownTexts(state: Settlement, invoice: Invoice): KnownText[] {
  const customer = customerFacts(invoice);
  const report = Object.entries(payerKeys).flatMap(([key, type]): KnownText[] => {
    const text = (invoice.metadata[key] ?? customer[key])?.trim() ?? "";
    return text === "" ? [] : [{ type, text }];
  });
  const named = report.some(({ type }) => type === "customer_name");
  const texts: KnownText[] = [
    { type: "receipt", text: receiptText(state, invoice) },
    { type: "product_description", text: itemsText(invoice) },
    ...(named ? [] : [{ type: "customer_name" as const, text: invoice.customerId }]),
    ...report,
    ...pageText(state, report),
    ...sentText(invoice),
    ...deliveryText(state),
    ...screeningText(state),
    { type: "kyb_record", text: kybText(state) },
  ];
  // An invoice may have more lines than a piece of evidence holds.
  return texts.map(({ type, text }) => ({ type, text: text.slice(0, textMax).toWellFormed() }));
}

/** What an invoice's customer says of its payer, by the same names as the metadata. */
function customerFacts(invoice: Invoice): Readonly<Record<string, string | undefined>> {
  const { customer } = invoice;
  if (customer === null) return {};
  const address = addressLines(invoice).join("\n");
  return { customerName: customer.name, customerEmail: customer.email ?? undefined, billingAddress: address };
}

function receiptText({ payment, currency }: Settlement, invoice: Invoice): string {
  const { id, amountCents, railRef, receivedAt, source } = payment;
  const how = source === "ach" ? "by ACH debit" : "by a transfer of the payer's";
  const lines = [
    `Invoice ${invoice.number} of ${invoice.sellerName}, issued on ${calendarDays(invoice).issuedOn}`,
    invoice.sentAt === null ? null : `Sent to the payer at ${invoice.sentAt}`,
    `Total ${centsText(invoice.totalCents)} ${invoice.currency}`,
    `Payment ${id} of ${centsText(amountCents)} ${currency} ${how}`,
    receivedAt === null ? null : `Received at ${receivedAt}`,
    railRef === null ? null : `Reference at the bank's side: ${railRef}`,
  ];
  return lines.filter((line) => line !== null).join("\n");
}

/** What was recorded when the payer paid on the invoice's own page: the authorization of a debit, and the address that it came from where nobody else has told one. */
function pageText({ payment, currency }: Settlement, report: readonly KnownText[]): KnownText[] {
  const { hosted, bankAccount, amountCents } = payment;
  if (!hosted) return [];
  const { at, ip, userAgent, authorization } = hosted;
  const isTold = ip === "unknown" || ip === erasedText || report.some(({ type }) => type === "customer_purchase_ip");
  const lines = [
    authorization,
    `Agreed to at ${at} for ${centsText(amountCents)} ${currency}, from ${ip} by ${userAgent || "an unnamed browser"}`,
    ...(bankAccount ? [`Account of ${bankAccount.holder} ending in ${bankAccount.accountLast4}`] : []),
  ];
  return [
    ...(authorization === null ? [] : [{ type: "ach_authorization" as const, text: lines.join("\n") }]),
    ...(isTold ? [] : [{ type: "customer_purchase_ip" as const, text: ip }]),
  ];
}

/** The hosted invoice: when it was issued and sent, and what it was paid for. */
function sentText(invoice: Invoice): KnownText[] {
  const { number, sentAt, issuedAt, paidAt } = invoice;
  if (sentAt === null) return [];
  const lines = [
    `${issuedAt}: invoice ${number} issued, due on ${calendarDays(invoice).dueOn}`,
    `${sentAt}: sent to ${payerName(invoice)}, with a page of its own that shows it and its PDF`,
    ...(paidAt === null ? [] : [`${paidAt}: paid in full`]),
  ];
  return [{ type: "invoice_delivery", text: lines.join("\n") }];
}

function deliveryText({ txHash, usdtOut, usdtStable, destChain, destWallet }: Settlement): KnownText[] {
  if (txHash === null) return [];
  const text = `${usdtOut} ${usdtStable} delivered on ${destChain} to ${destWallet}\nTransaction ${txHash}`;
  return [{ type: "delivery_on_chain", text }];
}

function screeningText({ screens, destWallet }: Settlement): KnownText[] {
  if (screens.length === 0) return [];
  const lines = screens.map(({ stage, outcome, ref, at }) => {
    return `${at}: ${stage} screen of ${destWallet}: ${outcome}${ref === null ? "" : `, reference ${ref}`}`;
  });
  return [{ type: "screening_reference", text: lines.join("\n") }];
}

/** A payment is taken for an approved partner customer alone. */
function kybText({ partnerCustomerId, tenantSlug, createdAt }: Settlement): string {
  return `${tenantSlug} was an approved business customer (${partnerCustomerId}) of the payment partner at ${createdAt}`;
}
