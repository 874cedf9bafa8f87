import { linkForApproverLetter } from "../../../functions/app/escrow/approver-links.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { EscrowOffice } from "../../support/escrow/escrow-office.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { goodRequest, type PlainRequest } from "../../support/routes/bad-input.ts";
import { formsIn, type ShownField } from "../../support/routes/page-forms.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import { bodyBytes, type Hit, hitsOf } from "./hits.ts";

/** A form as whoever has its link is shown it. */
interface LinkedForm {
  readonly op: Operation;
  readonly path: string;
  readonly fields: readonly ShownField[];
}

const host = "localhost:4002";

/** The form of a page that is sent to a path. */
async function formOn(office: EscrowOffice, page: string, path: string, to: string): Promise<readonly ShownField[]> {
  const { status, text } = await office.send(pageOf(page), { method: "GET", path, headers: { host } });
  const form = formsIn(text).find(({ action }) => new URL(action, `http://${host}${path}`).pathname === to);
  if (!form) throw new Error(`${page}: ${status}, and no form for ${to}`);
  return form.fields;
}

/** The form of an invoice, with which its payer pays. */
async function payForm(office: EscrowOffice): Promise<LinkedForm> {
  const lineItems = [{ description: "Consulting", unitCents: 2_500 }];
  const { json } = await office.called("createInvoice", {}, { number: "L-1", customerId: "cus_1", lineItems });
  const sent = await office.called("sendInvoice", { id: json.id }, {});
  const page = new URL(sent.json.hostedUrl).pathname;
  const path = `${page}/pay`;
  return { op: pageOf("payHostedInvoice"), path, fields: await formOn(office, "showInvoice", page, path) };
}

/** The form of an escrow's approver. */
async function approverForm(office: EscrowOffice): Promise<LinkedForm> {
  const email = "anna@example.com";
  const { id } = await office.funded({
    releaseRule: "dual_approval",
    approvers: [email, "bert@example.com"].map((each) => ({ approverRef: each.slice(0, 4), email: each })),
  });
  const context = {
    ...{ store: office.aws.store, clock: { now: () => new Date().toISOString() }, actor: "system:mail" },
    ...{ newId: (prefix: string) => `${prefix}_1`, requestId: "req_1", onboardUrl: `http://${host}` },
  };
  const link = await linkForApproverLetter(context, id, email);
  const path = new URL(link?.url ?? "").pathname;
  return { op: pageOf("decideEscrowApproval"), path, fields: await formOn(office, "showEscrowApproval", path, path) };
}

/** The forms of an application, each of its steps and a person's. */
async function applicationForms(office: EscrowOffice): Promise<LinkedForm[]> {
  const applicant = await Applicant.invited(office);
  await applicant.fill("company", goodForms.company);
  await applicant.fill("people/new", goodForms.person);
  const personId = /people\/(kyp_\w+)/.exec((await applicant.get("people")).text)?.[1] ?? "";
  const steps = ["company", "addresses", "people", "payout", "consent", "people/new", `people/${personId}`];
  return Promise.all(
    steps.map(async (step) => {
      const path = `/k/${applicant.token}/${step}`;
      const [page, op] = step.startsWith("people/")
        ? ["showApplicationPart", "saveApplicationPart"]
        : ["showApplication", "saveApplication"];
      return { op: pageOf(op), path, fields: await formOn(office, page, path, path) };
    }),
  );
}

/** Every form that a link leads to, opened. */
export async function linkedForms(office: EscrowOffice): Promise<LinkedForm[]> {
  return [await payForm(office), await approverForm(office), ...(await applicationForms(office))];
}

/** A request as it comes from the open form: to where the link leads, and with what the page keeps in the form. */
function fromForm({ op, path, fields }: LinkedForm, request: PlainRequest): PlainRequest {
  const base = goodRequest(op).path;
  const isOwn = request.path === base || request.path.startsWith(`${base}?`);
  const headers = { ...request.headers, host };
  if (!isOwn) return { ...request, headers };
  const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
  const kept = fields.flatMap(({ name, kind, value }): [string, string][] =>
    kind === "hidden" ? [[name, value]] : [],
  );
  const body = isForm ? `${new URLSearchParams(kept)}&${request.body}`.slice(0, bodyBytes) : request.body;
  const moved = { ...request, headers, path: `${path}${request.path.slice(base.length)}` };
  return body === undefined ? moved : { ...moved, body };
}

/** The most costly requests of an open form. */
export function linkedHitsOf(form: LinkedForm): Hit[] {
  const shown = form.fields.flatMap(({ name, kind }) => (kind === "hidden" ? [] : [name]));
  return hitsOf(form.op, [...new Set(shown)]).map(({ name, request }) => ({
    name: `behind its link, ${name}`,
    request: fromForm(form, request),
  }));
}
