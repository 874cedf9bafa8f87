import { KeptMailer } from "../../../functions/adapters/mock/mail-kept.ts";
import { keptKey, letterRow } from "../../../functions/app/mail/letter-rows.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { newMailing } from "../../../functions/domain/mail/mailing.ts";
import { aPng } from "../core/files.ts";
import type { DisputeOffice } from "../disputes/dispute-office.ts";
import { Applicant } from "../onboarding/applicant.ts";
import { goodForms } from "../onboarding/kyb-forms.ts";
import { operationOf } from "../runner/lambdas.ts";
import { payerOf } from "../settlement/payer.ts";
import { goodBody } from "./bad-input.ts";
import type { Visitor } from "./visitor.ts";

async function byOperator(office: DisputeOffice, id: string, params: Record<string, string>, body: unknown) {
  const reply = await office.call(id, office.operatorToken, params, body);
  if (reply.status >= 300) throw new Error(`${id}: ${reply.status} ${reply.text}`);
  return JSON.parse(reply.text);
}

async function invoicePages(office: DisputeOffice): Promise<string[]> {
  const { payer } = await payerOf(office, office.owner, { metadata: { locale: "es" } });
  await payer.open();
  const { id } = await payer.paid();
  const { token } = payer;
  return [`/i/${token}`, `/i/${token}/pay`, `/i/${token}/payments/${id}`];
}

/** Applications that have begun, that lack their documents, and that are whole. */
async function applications(office: DisputeOffice): Promise<string[]> {
  const [begun, lacking, whole] = [
    await Applicant.invited(office, { tenantId: office.owner.id }),
    await Applicant.invited(office),
    await Applicant.invited(office),
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

async function escrows(office: DisputeOffice): Promise<string[]> {
  const asked = { amountCents: 125_000, payoutAddress: "0xSELLERS-WALLET", releaseRule: "dual_approval" };
  const made = await office.made("createEscrow", {}, { ...asked, reference: "deal-1" });
  await office.made("fundEscrow", { id: made.id }, { amountCents: 125_000 });
  return [made.statusUrl, `/console/escrows/${made.id}`];
}

/** Alerts that wait and a case with a file that is still to come. */
async function disputes(office: DisputeOffice, visitor: Visitor): Promise<string[]> {
  const { id: alertId } = await office.alert();
  const { caseId: id } = await office.disputed({ paymentId: await office.paid("C-1") });
  await visitor.post("addCaseFile", { type: "receipt", contentType: "application/pdf" }, { id });
  return [`/console/disputes/alerts/${alertId}`, `/console/disputes/cases/${id}/uploaded`];
}

async function letter(office: DisputeOffice): Promise<string[]> {
  const id = "eml_01K00000000000000000000001";
  const about = { about: office.owner.invoiceId, tenantId: office.owner.id, locale: "en" } as const;
  const at = new Date().toISOString();
  const asked = { kind: "send_mail", template: "invoice_sent", to: "p@example.com", ...about } as const;
  await office.aws.book.write([{ put: letterRow(newMailing(id, asked, at), 1), expect: "absent" }], id);
  const mailer = new KeptMailer(office.aws.book, { now: () => at }, () => `kept-${id}`, keptKey);
  await mailer.send({
    ...{ key: id, fromName: "Acme", to: "p@example.com", replyTo: null, subject: "Invoice" },
    ...{ text: "Look", html: "<!doctype html><p>Look</p>" },
  });
  return [`/console/people/letters/${id}`, `/console/people/letters/${id}/html`];
}

async function endpoints(office: DisputeOffice): Promise<void> {
  const { id } = office.owner;
  const made = await byOperator(office, "registerWebhook", { id }, { url: "http://127.0.0.1:9/" });
  await byOperator(office, "testWebhook", { id, webhookId: made.id }, { event: "settlement.completed" });
}

async function brands(office: DisputeOffice): Promise<string[]> {
  const data = Buffer.from(aPng(120, 40)).toString("base64");
  const brand = { ...(goodBody(operationOf("putTenantBrand")) as object), logo: { data } };
  await byOperator(office, "putTenantBrand", { id: office.owner.id }, brand);
  await byOperator(office, "putResellerBrand", { isoRef: "iso-1" }, brand);
  return ["/console/people/brands/resellers?isoRef=iso-1"];
}

/** Makes one of each record that has a page below `home`, where the service answers; the addresses of what no page leads to. */
export async function crawledRecords(
  office: DisputeOffice,
  visitor: Visitor,
  home: string,
): Promise<string[]> {
  const who = { companyName: "Asker", contactName: "Ada", contactEmail: "ada@asker.example" };
  await office.call("requestAccess", "", {}, who, { "x-forwarded-for": "198.51.100.1" });
  await endpoints(office);
  const ofBrands = await brands(office);
  const rev = siblingId(
    (await office.made("getPayment", { id: await office.paid("P-1") })).settlementId,
    "rev",
  );
  await byOperator(office, "actOnReview", { id: rev }, { action: "fail", note: "given up" });
  const { url } = await byOperator(office, "mintConsoleLink", {}, undefined);
  const places = [
    ...["", "/", "/signup/received", "/docs/openapi.json", "/console", "/console/sign-in"],
    url,
    ...ofBrands,
    ...(await invoicePages(office)),
    ...(await applications(office)),
    ...(await escrows(office)),
    ...(await disputes(office, visitor)),
    ...(await letter(office)),
  ];
  return places.map((place) => (place.startsWith("http") ? place : `${home}${place}`));
}
