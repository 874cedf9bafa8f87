import { siblingId } from "../../domain/core/id.ts";
import { emailAddress } from "../../domain/core/mail.ts";
import { calendarDays } from "../../domain/invoicing/due-date.ts";
import { dueCents, type Invoice } from "../../domain/invoicing/invoice.ts";
import { changeLetter } from "../../domain/mail/change-letter.ts";
import type { LetterContent } from "../../domain/mail/letter.ts";
import {
  approvedLetter,
  approverLetter,
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
import { loadAggregate } from "../core/aggregate.ts";
import { type LinkContext, wholeAddress } from "../core/link-token.ts";
import { rowKey } from "../core/row-keys.ts";
import { linkForApproverLetter } from "../escrow/approver-links.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { type InviteContext, linkForKybLetter } from "../onboarding/invites.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { approvalRecordType } from "../review/records.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { applicantBrand, brandOf } from "../tenants/brands.ts";
import { tenantRecordType } from "../tenants/records.ts";

/** What letters are composed from. */
export type LetterSources = InviteContext & LinkContext;

/** In whose name a letter is, to the eye and where answers go. */
interface LetterBrand {
  readonly brand: Brand;
  readonly writer: Writer;
  readonly replyTo: string | null;
  readonly onboardUrl: string;
}

/** A letter's content and its house, or why none is written any more. */
export type ComposedLetter = (LetterBrand & { readonly content: LetterContent }) | { readonly skipped: string };

/** What a letter says, by its record as that is now. A link into an application is made for it, each time. */
export function composeLetter(context: LetterSources, state: Mailing): Promise<ComposedLetter> {
  switch (state.template) {
    case "invoice_sent":
      return aboutInvoice(context, state);
    case "receipt":
      return aboutPayment(context, state);
    case "kyb_invite":
    case "kyb_result":
      return aboutApplication(context, state, state.template);
    case "escrow_approval":
      return aboutApproval(context, state);
    case "change_requested":
      return aboutChange(context, state, "requested");
    case "change_effective":
      return aboutChange(context, state, "effective");
    default:
      throw new Error(`unknown letter ${state.template satisfies never}`);
  }
}

async function aboutInvoice(context: LetterSources, state: Mailing): Promise<ComposedLetter> {
  const [row, tenantRow] = await context.store.read([rowKey(state.about), rowKey(state.tenantId)]);
  const invoice = loadAggregate(invoiceRecordType, row)?.state;
  const tenant = loadAggregate(tenantRecordType, tenantRow)?.state;
  if (!invoice || !tenant) return { skipped: "there is no such invoice" };
  if (invoice.status === "paid" || invoice.status === "void") return { skipped: `the invoice is ${invoice.status}` };
  const house = await letterBrandOf(context, state, tenant);
  const content = invoiceLetter(house.writer, {
    ...(await invoiceFacts(context, house, invoice)),
    dueCents: dueCents(invoice),
    taxCents: invoice.taxCents,
    dueDate: calendarDays(invoice).dueOn,
  });
  return { ...house, content };
}

async function aboutPayment(context: LetterSources, state: Mailing): Promise<ComposedLetter> {
  const settlementKey = rowKey(siblingId(state.about, "stl"));
  const [row, tenantRow] = await context.store.read([settlementKey, rowKey(state.tenantId)]);
  const settlement = loadAggregate(settlementRecordType, row)?.state;
  const tenant = loadAggregate(tenantRecordType, tenantRow)?.state;
  if (!settlement || !tenant) return { skipped: "there is no such payment" };
  const { status, receivedAt } = settlement.payment;
  // Between the payment and its letter the payer's bank may have taken it back.
  if (status !== "succeeded" || receivedAt === null) return { skipped: `the payment is ${status}` };
  const [invoiceRow] = await context.store.read([rowKey(settlement.invoiceId)]);
  const invoice = loadAggregate(invoiceRecordType, invoiceRow)?.state;
  if (!invoice) return { skipped: "there is no such invoice" };
  const house = await letterBrandOf(context, state, tenant);
  const content = receiptLetter(house.writer, {
    ...(await invoiceFacts(context, house, invoice)),
    receivedCents: settlement.fiatInCents,
    receivedAt,
    remainingCents: dueCents(invoice),
  });
  return { ...house, content };
}

/** An invoice's link was made under our own address; its letters give it under the brand's. */
async function invoiceFacts(context: LetterSources, { onboardUrl }: LetterBrand, invoice: Invoice) {
  const { number, currency } = invoice;
  const { onboardUrl: ours } = context;
  const hostedUrl = await wholeAddress(context, invoice, invoice.hostedUrl);
  const url = hostedUrl.startsWith(ours) ? `${onboardUrl}${hostedUrl.slice(ours.length)}` : hostedUrl;
  return { number, currency, url };
}

async function aboutApproval(context: InviteContext, state: Mailing): Promise<ComposedLetter> {
  const [tenantRow] = await context.store.read([rowKey(state.tenantId)]);
  const tenant = loadAggregate(tenantRecordType, tenantRow)?.state;
  if (!tenant) return { skipped: "there is no such escrow" };
  const house = await letterBrandOf(context, state, tenant);
  const link = await linkForApproverLetter({ ...context, onboardUrl: house.onboardUrl }, state.about, state.to);
  if (link === null) return { skipped: "the escrow has ended, or names no such approver" };
  const { reference, amountCents, currency } = link.state;
  return { ...house, content: approverLetter(house.writer, { reference, amountCents, currency, url: link.url }) };
}

/** A letter to the tenant itself, so in the name of whoever it is a customer of. */
async function aboutChange(
  context: InviteContext,
  state: Mailing,
  stage: "requested" | "effective",
): Promise<ComposedLetter> {
  const [row, tenantRow] = await context.store.read([rowKey(state.about), rowKey(state.tenantId)]);
  const found = loadAggregate(approvalRecordType, row)?.state;
  const tenant = loadAggregate(tenantRecordType, tenantRow)?.state;
  if (found?.change?.kind !== "tenant" || !tenant) return { skipped: "there is no such change" };
  const { change, status, effectiveAt: at } = found;
  if (at === null || status === "rejected" || status === "expired") return { skipped: `the change is ${status}` };
  const brand = await applicantBrand(context, tenant);
  const house = letterBrandIn(context, state, brand, emailAddress(brand.supportEmail) ?? null);
  return { ...house, content: changeLetter(house.writer, stage, { business: tenant.name, change, at }) };
}

async function aboutApplication(
  context: InviteContext,
  state: Mailing,
  template: "kyb_invite" | "kyb_result",
): Promise<ComposedLetter> {
  const [row] = await context.store.read([rowKey(state.about)]);
  const application = loadAggregate(kybRecordType, row)?.state;
  if (!application) return { skipped: "there is no such application" };
  const { tenantId, status } = application;
  const [tenantRow] = tenantId === null ? [] : await context.store.read([rowKey(tenantId)]);
  const brand = await applicantBrand(context, loadAggregate(tenantRecordType, tenantRow)?.state ?? null);
  const house = letterBrandIn(context, state, brand, emailAddress(brand.supportEmail) ?? null);
  const entrance = () => linkForKybLetter({ ...context, onboardUrl: house.onboardUrl }, state.about);
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

async function letterBrandOf(context: InviteContext, state: Mailing, tenant: Tenant): Promise<LetterBrand> {
  const brand = await brandOf(context, tenant);
  const replyTo = emailAddress(brand.supportEmail) ?? emailAddress(tenant.contactEmail) ?? null;
  return letterBrandIn(context, state, brand, replyTo);
}

function letterBrandIn(context: InviteContext, { locale }: Mailing, brand: Brand, replyTo: string | null): LetterBrand {
  const writer = { locale, name: brand.name, support: replyTo };
  return { brand, writer, replyTo, onboardUrl: brandedUrl(brand, context.onboardUrl) };
}
