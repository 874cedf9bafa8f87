import { MemoryMailer } from "../../../functions/adapters/mock/mail-mock.ts";
import { creationWrites } from "../../../functions/app/core/aggregate.ts";
import { linkForApproverLetter } from "../../../functions/app/escrow/approver-links.ts";
import { letterRow, storedLetterKey } from "../../../functions/app/mail/letter-rows.ts";
import { feeSweepRecordType } from "../../../functions/app/reconciliation/fee-sweep-record.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { newMailing } from "../../../functions/domain/mail/mailing.ts";
import { openFeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { aPng } from "../core/files.ts";
import type { DisputeOffice } from "../disputes/dispute-office.ts";
import { Applicant } from "../onboarding/applicant.ts";
import { goodForms } from "../onboarding/kyb-forms.ts";
import { operationOf } from "../runner/lambdas.ts";
import { payerOf } from "../settlement/payer.ts";
import { goodBody } from "./bad-input.ts";
import type { Visitor } from "./visitor.ts";

async function byOperator(screening: DisputeOffice, id: string, params: Record<string, string>, body: unknown) {
  const reply = await screening.call(id, screening.operatorToken, params, body);
  if (reply.status >= 300) throw new Error(`${id}: ${reply.status} ${reply.text}`);
  return JSON.parse(reply.text);
}

async function invoicePages(screening: DisputeOffice): Promise<string[]> {
  const { payer, invoiceId } = await payerOf(screening, screening.owner, { metadata: { locale: "es" } });
  await screening.made("sendInvoice", { id: invoiceId }, undefined);
  await screening.made("createCreditNote", { id: invoiceId }, { amountCents: 100, reason: "agreed" });
  await payer.open();
  const { id } = await payer.paid();
  const { token } = payer;
  return [`/i/${token}`, `/i/${token}/pay`, `/i/${token}/payments/${id}`];
}

/** Applications that have begun, that lack their documents, and that are whole. */
async function applications(screening: DisputeOffice): Promise<string[]> {
  const [begun, lacking, whole] = [
    await Applicant.invited(screening, { tenantId: screening.owner.id }),
    await Applicant.invited(screening),
    await Applicant.invited(screening),
  ];
  await lacking.fill("company", goodForms.company);
  await lacking.fill("addresses", goodForms.addresses);
  await lacking.fill("people/new", goodForms.person);
  await lacking.get("documents");
  await lacking.post("documents", { kind: "formation_document", contentType: "application/pdf" });
  await whole.fillAll();
  const of = ({ token }: Applicant) => [`/k/${token}`, `/k/${token}/people`, `/k/${token}/documents`];
  return [...[begun, lacking, whole].flatMap(of), `/k/${whole.token}/consent`, "/k/back"];
}

async function escrows(screening: DisputeOffice): Promise<string[]> {
  const input = { amountCents: 125_000, payoutAddress: "0xSELLERS-WALLET", releaseRule: "dual_approval" };
  const made = await screening.made("createEscrow", {}, { ...input, reference: "deal-1" });
  await screening.made("fundEscrow", { id: made.id }, { amountCents: 125_000 });
  return [made.statusUrl, `/console/escrows/${made.id}`, await approverPage(screening)];
}

/** The page of an approver whom an escrow names. */
async function approverPage(screening: DisputeOffice): Promise<string> {
  const approvers = [{ approverRef: "anna", email: "anna@example.com" }];
  const input = { amountCents: 1_000, payoutAddress: "0x1", releaseRule: "dual_approval", requiredApprovals: 1 };
  const { id } = await screening.made("createEscrow", {}, { ...input, approvers, reference: "deal-2" });
  const context = { store: screening.aws.store, clock: { now: () => new Date().toISOString() }, actor: "system:mail" };
  const of = { ...context, newId: (prefix: string) => `${prefix}_1`, requestId: "req_1", onboardUrl: "" };
  return (await linkForApproverLetter(of, id, "anna@example.com"))?.url ?? "";
}

/** Alerts that wait and a case with a file that is still to come. */
async function disputes(screening: DisputeOffice, visitor: Visitor): Promise<string[]> {
  const { id: alertId } = await screening.alert();
  const { caseId: id } = await screening.disputed({ paymentId: await screening.paid("C-1") });
  await visitor.post("addCaseFile", { type: "receipt", contentType: "application/pdf" }, { id });
  return [`/console/disputes/alerts/${alertId}`, `/console/disputes/cases/${id}/uploaded`];
}

/** A letter that was sent, under one id; the addresses of its pages. */
export async function letter(screening: DisputeOffice): Promise<string[]> {
  const id = "eml_01K00000000000000000000001";
  const about = { about: screening.owner.invoiceId, tenantId: screening.owner.id, locale: "en" } as const;
  const at = new Date().toISOString();
  const input = { kind: "send_mail", template: "invoice_sent", to: "p@example.com", ...about } as const;
  await screening.aws.store.write([{ put: letterRow(newMailing(id, input, at), 1), expect: "absent" }], id);
  const mailer = new MemoryMailer(screening.aws.store, { now: () => at }, () => `kept-${id}`, storedLetterKey);
  await mailer.send({
    ...{ key: id, fromName: "Acme", to: "p@example.com", replyTo: null, subject: "Invoice" },
    ...{ text: "Look", html: "<!doctype html><p>Look</p>" },
  });
  return [`/console/people/letters/${id}`, `/console/people/letters/${id}/html`];
}

/** The nth sweep of fees; the mock rail keeps none in a wallet, so that none is made by itself. */
export async function feeSweep(screening: DisputeOffice, nth = 1): Promise<string[]> {
  const id = `fsw_01K0000000000000000000000${nth}`;
  const at = new Date().toISOString();
  const wallet = { rail: "bridge", customer: "cust_1", chain: "base", stable: "USDC", toAddress: "0xOURS" };
  const fees = { units: "25.000000", amountCents: 2500, floatUnits: "0", date: at.slice(0, 10) };
  const transition = openFeeSweep({ id, tenantId: screening.owner.id, ...wallet, ...fees }, at);
  const context = { clock: { now: () => at }, newId: () => `evt_${id}`, actor: "system", requestId: "req_1" } as const;
  await screening.aws.store.write(creationWrites(feeSweepRecordType, transition, context), id);
  return [`/console/fee-sweeps/${id}`];
}

async function endpoints(screening: DisputeOffice): Promise<void> {
  const { id } = screening.owner;
  const made = await byOperator(screening, "registerWebhook", { id }, { url: "http://127.0.0.1:9/" });
  await byOperator(screening, "testWebhook", { id, webhookId: made.id }, { event: "settlement.completed" });
}

async function brands(screening: DisputeOffice): Promise<string[]> {
  const data = Buffer.from(aPng(120, 40)).toString("base64");
  const brand = { ...(goodBody(operationOf("putTenantBrand")) as object), logo: { data } };
  await byOperator(screening, "putTenantBrand", { id: screening.owner.id }, brand);
  await byOperator(screening, "putResellerBrand", { isoRef: "iso-1" }, brand);
  return ["/console/people/brands/resellers?isoRef=iso-1"];
}

/** Makes one of each record that has a page below `home`, where the service answers; the addresses of what no page leads to. */
export async function crawledRecords(screening: DisputeOffice, visitor: Visitor, home: string): Promise<string[]> {
  const who = { companyName: "Asker", contactName: "Ada", contactEmail: "ada@asker.example" };
  await screening.call("requestAccess", "", {}, who, { "x-forwarded-for": "198.51.100.1" });
  await endpoints(screening);
  const ofBrands = await brands(screening);
  const rev = siblingId((await screening.made("getPayment", { id: await screening.paid("P-1") })).settlementId, "rev");
  await byOperator(screening, "actOnReview", { id: rev }, { action: "fail", note: "given up" });
  const { url } = await byOperator(screening, "mintConsoleLink", {}, undefined);
  const places = [
    ...["", "/", "/signup/received", "/docs/openapi.json", "/console", "/console/sign-in"],
    url,
    ...ofBrands,
    ...(await invoicePages(screening)),
    ...(await applications(screening)),
    ...(await escrows(screening)),
    ...(await disputes(screening, visitor)),
    ...(await letter(screening)),
    ...(await feeSweep(screening)),
  ];
  return places.map((place) => (place.startsWith("http") ? place : `${home}${place}`));
}
