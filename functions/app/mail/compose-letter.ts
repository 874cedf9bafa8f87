import { siblingId } from "../../domain/core/id.ts";
import { emailAddress } from "../../domain/core/mail.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { LetterContent } from "../../domain/mail/letter.ts";
import {
  approvedLetter,
  type Entrance,
  inviteLetter,
  invoiceLetter,
  missingLetter,
  receiptLetter,
  rejectedLetter,
  type Writer,
} from "../../domain/mail/letter-content.ts";
import type { Mailing } from "../../domain/mail/mailing.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import { type Brand, brandedUrl } from "../../domain/tenants/brand.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { loaded } from "../core/aggregate.ts";
import { rowKey } from "../core/rows.ts";
import { invoiceKind } from "../invoicing/record.ts";
import { type InviteDesk, linkForKybLetter } from "../onboarding/invites.ts";
import { kybKind } from "../onboarding/record.ts";
import { settlementKind } from "../settlement/record.ts";
import { applicantBrand, brandOf } from "../tenants/brands.ts";
import { tenantKind } from "../tenants/records.ts";

/** In whose name a letter is, to the eye and where answers go. */
interface House {
  readonly brand: Brand;
  readonly writer: Writer;
  readonly replyTo: string | null;
  /** The beginning of links that people follow. */
  readonly onboardUrl: string;
}

/** A letter's content and its house, or why none is written any more. */
export type Composed = (House & { readonly content: LetterContent }) | { readonly skipped: string };

/** What a letter says, by its record as that is now. A link into an application is made for it, each time. */
export function composeLetter(desk: InviteDesk, state: Mailing): Promise<Composed> {
  switch (state.template) {
    case "invoice_sent":
      return aboutInvoice(desk, state);
    case "receipt":
      return aboutPayment(desk, state);
    case "kyb_invite":
    case "kyb_result":
      return aboutApplication(desk, state, state.template);
    default:
      throw new Error(`unknown letter ${state.template satisfies never}`);
  }
}

async function aboutInvoice(desk: InviteDesk, state: Mailing): Promise<Composed> {
  const [row, tenantRow] = await desk.book.read([rowKey(state.about), rowKey(state.tenantId)]);
  const invoice = loaded(invoiceKind, row)?.state;
  const tenant = loaded(tenantKind, tenantRow)?.state;
  if (!invoice || !tenant) return { skipped: "there is no such invoice" };
  if (invoice.status === "paid") return { skipped: "the invoice is paid" };
  const house = await houseOf(desk, state, tenant);
  const content = invoiceLetter(house.writer, {
    ...invoiceFacts(desk, house, invoice),
    dueCents: invoice.totalCents - invoice.amountPaidCents,
    dueDate: invoice.dueDate,
  });
  return { ...house, content };
}

async function aboutPayment(desk: InviteDesk, state: Mailing): Promise<Composed> {
  const settlementKey = rowKey(siblingId(state.about, "stl"));
  const [row, tenantRow] = await desk.book.read([settlementKey, rowKey(state.tenantId)]);
  const settlement = loaded(settlementKind, row)?.state;
  const tenant = loaded(tenantKind, tenantRow)?.state;
  if (!settlement || !tenant) return { skipped: "there is no such payment" };
  const { status, receivedAt } = settlement.payment;
  // Between the payment and its letter the payer's bank may have taken it back.
  if (status !== "succeeded" || receivedAt === null) return { skipped: `the payment is ${status}` };
  const [invoiceRow] = await desk.book.read([rowKey(settlement.invoiceId)]);
  const invoice = loaded(invoiceKind, invoiceRow)?.state;
  if (!invoice) return { skipped: "there is no such invoice" };
  const house = await houseOf(desk, state, tenant);
  const content = receiptLetter(house.writer, {
    ...invoiceFacts(desk, house, invoice),
    receivedCents: settlement.fiatInCents,
    receivedAt,
    remainingCents: invoice.totalCents - invoice.amountPaidCents,
  });
  return { ...house, content };
}

/** An invoice's link was made under our own address; its letters give it under the brand's. */
function invoiceFacts(
  { onboardUrl: ours }: InviteDesk,
  { onboardUrl }: House,
  { number, currency, hostedUrl }: Invoice,
) {
  const url = hostedUrl.startsWith(ours) ? `${onboardUrl}${hostedUrl.slice(ours.length)}` : hostedUrl;
  return { number, currency, url };
}

async function aboutApplication(
  desk: InviteDesk,
  state: Mailing,
  template: "kyb_invite" | "kyb_result",
): Promise<Composed> {
  const [row] = await desk.book.read([rowKey(state.about)]);
  const application = loaded(kybKind, row)?.state;
  if (!application) return { skipped: "there is no such application" };
  const { tenantId, status } = application;
  const [tenantRow] = tenantId === null ? [] : await desk.book.read([rowKey(tenantId)]);
  const brand = await applicantBrand(desk, loaded(tenantKind, tenantRow)?.state ?? null);
  const house = houseIn(desk, state, brand, emailAddress(brand.supportEmail) ?? null);
  const entrance = () => linkForKybLetter({ ...desk, onboardUrl: house.onboardUrl }, state.about);
  const say = template === "kyb_invite" ? invitation : result;
  const content = await say(house.writer, application, entrance);
  return content === null ? { skipped: `the application is ${status}` } : { ...house, content };
}

type Enter = () => Promise<Entrance | null>;

async function invitation(writer: Writer, { legalName, decidedAt }: Kyb, enter: Enter) {
  const entrance = decidedAt === null ? await enter() : null;
  return entrance && inviteLetter(writer, legalName, entrance);
}

async function result(writer: Writer, { legalName, status, partner }: Kyb, enter: Enter) {
  if (status === "approved") return approvedLetter(writer, legalName);
  if (status === "rejected") return rejectedLetter(writer, legalName, partner?.reasons ?? []);
  const missing = status === "under_review" ? (partner?.missing ?? []) : [];
  const entrance = missing.length > 0 ? await enter() : null;
  return entrance && missingLetter(writer, legalName, missing, entrance);
}

async function houseOf(desk: InviteDesk, state: Mailing, tenant: Tenant): Promise<House> {
  const brand = await brandOf(desk, tenant);
  const replyTo = emailAddress(brand.supportEmail) ?? emailAddress(tenant.contactEmail) ?? null;
  return houseIn(desk, state, brand, replyTo);
}

function houseIn(desk: InviteDesk, { locale }: Mailing, brand: Brand, replyTo: string | null): House {
  const writer = { locale, name: brand.name, support: replyTo };
  return { brand, writer, replyTo, onboardUrl: brandedUrl(brand, desk.onboardUrl) };
}
