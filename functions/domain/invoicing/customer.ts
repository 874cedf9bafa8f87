import * as z from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { locales } from "../core/mail.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

/** Where somebody is billed; `country` is ISO 3166-1 alpha-2. */
const billingAddress = z.object({
  line1: z.string().describe("street and number"),
  line2: z.string().nullable(),
  city: z.string(),
  region: z.string().nullable().describe("state, province or county"),
  postalCode: z.string().nullable(),
  country: z.string().describe("ISO 3166-1 alpha-2, such as US"),
});

/** Whom a tenant invoices. */
export const customer = z.object({
  id: z.string().describe("the customer's id, which an invoice's customerId may be"),
  tenantId: z.string(),
  name: z.string().describe("as it stands on invoices, letters and the hosted page"),
  email: z.string().nullable().describe("where invoices and receipts are mailed"),
  locale: z.enum(locales).nullable().describe("language of the customer's letters and page"),
  timeZone: z.string().nullable().describe("IANA name; invoices are due and dated in your own time zone"),
  billingAddress: billingAddress.nullable().describe("printed on the PDF and the hosted page"),
  taxId: z.string().nullable().describe("printed on the PDF"),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Customer = z.infer<typeof customer>;

/** What an invoice keeps of its customer, as that was when the invoice was made, changed or sent. */
export const invoiceCustomer = customer.pick({
  ...({ id: true, name: true, email: true, locale: true, billingAddress: true, taxId: true } as const),
});

export type InvoiceCustomer = z.infer<typeof invoiceCustomer>;

export type NewCustomer = Omit<Customer, "id" | "tenantId" | "createdAt" | "updatedAt">;

/** What a change of a customer may say; what is left out stays. */
export type CustomerChange = { readonly [K in keyof NewCustomer]?: NewCustomer[K] | undefined };

export function newCustomer(
  input: NewCustomer,
  { id, tenantId }: Pick<Customer, "id" | "tenantId">,
  now: Instant,
): Transition<Customer> {
  const next = { ...input, id, tenantId, createdAt: now, updatedAt: now };
  return { next, from: null, to: "active", reason: "customer created" };
}

/** Changes a customer; what is said as it is already changes nothing. */
export function changedCustomer(state: Customer, change: CustomerChange, now: Instant): Transition<Customer>[] {
  const next: Customer = { ...state };
  const names = Object.entries(change).flatMap(([name, value]) => {
    const known = state[name as keyof NewCustomer];
    if (value === undefined || canonicalJson(value) === canonicalJson(known)) return [];
    Object.assign(next, { [name]: value });
    return [name];
  });
  if (names.length === 0) return [];
  return [{ next: { ...next, updatedAt: now }, from: "active", to: "active", reason: `changed ${names.join(", ")}` }];
}

export function customerOnInvoice({ id, name, email, locale, billingAddress, taxId }: Customer): InvoiceCustomer {
  return { id, name, email, locale, billingAddress, taxId };
}

interface Billed {
  readonly customerId: string;
  readonly customer?: InvoiceCustomer | null;
}

/** The name under which an invoice is made out: its customer's, else its free `customerId`. */
export function payerName({ customer, customerId }: Billed): string {
  return customer?.name ?? customerId;
}

/** A customer's billing address as lines of text; none where there is none. */
export function addressLines({ customer }: Pick<Billed, "customer">): string[] {
  const address = customer?.billingAddress;
  if (!address) return [];
  const { line1, line2, city, region, postalCode, country } = address;
  const place = [city, [region, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [line1, line2, place, country].flatMap((line) => (line ? [line] : []));
}

/** The language of an invoice's payer, as its metadata says, else its customer. */
export function payerLocale(state: Pick<Billed, "customer"> & { readonly metadata: Readonly<Record<string, string>> }) {
  return state.metadata.locale ?? state.customer?.locale ?? undefined;
}
