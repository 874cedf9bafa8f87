import { afterAll, beforeAll, expect, test } from "vitest";
import { clientSettings, stackOutput, stackResources } from "../../bin/operate/where.ts";
import type { PersonalData } from "../../functions/app/core/personal-data.ts";
import { requestAccessOperations } from "../../functions/contract/access/signup-pages.ts";
import { signupOperations } from "../../functions/contract/access/signups.ts";
import { escrowMoneyOperations } from "../../functions/contract/escrow/escrow.ts";
import { customerOperations } from "../../functions/contract/invoicing/customers.ts";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { privacyOperations } from "../../functions/contract/operations/privacy.ts";
import { requestAccountOperations } from "../../functions/contract/screening/screening-signup-pages.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import { screeningSandboxOperations } from "../../functions/contract/shared/screening-sandbox.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { sealContext } from "../../functions/wiring/operations/seal-rows.ts";
import { JourneyApplicant } from "../support/journeys/applicant.ts";
import { sluice } from "../support/journeys/command.ts";
import { readEverything, type StoredText } from "../support/journeys/everything.ts";
import { askingFrom, sendPageForm } from "../support/journeys/form.ts";
import { goodForms } from "../support/onboarding/kyb-forms.ts";
import { Client } from "../support/runner/client.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

let sandbox: RunningSandbox;
let operator: Client;

beforeAll(async () => {
  sandbox = await startSandbox(["--hold"]);
  operator = new Client(sandbox.endpoints.apiUrl, sandbox.endpoints.internalToken);
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

/** What is planted, each through a public door, and unlike anything else that is stored. */
const planted = {
  invitedName: "Quillfeather Holdings",
  invitedEmail: "invited@quillfeather.example",
  companyName: "Quillfeather Trading GmbH",
  companyEmail: "office@quillfeather.example",
  companyPhone: "+1 (212) 555-0177",
  companyStreet: "77 Wombat Crossing",
  taxId: "91-7364528",
  person: "Zebulon Quillfeather",
  personEmail: "zebulon@quillfeather.example",
  personStreet: "78 Wombat Crossing",
  birthDate: "1971-03-09",
  idNumber: "QF7364519",
  applicantAccount: "736451928364",
  asker: "Ottoline Wrenfoot",
  askerCompany: "Wrenfoot Partners",
  askerEmail: "ottoline@wrenfoot.example",
  askerWhy: "We bill the Wrenfoot Estate",
  declined: "Ottoline is known to us",
  screeningAsker: "Peregrine Thistledown",
  screeningCompany: "Thistledown Analytics",
  screeningEmail: "peregrine@thistledown.example",
  holder: "Marigold Applethwaite",
  payerAccount: "518293746152",
  customer: "Applethwaite Orchards",
  customerEmail: "accounts@applethwaite.example",
  customerStreet: "12 Cider Press Lane",
  customerTaxId: "ATU83746152",
  approver: "barnaby-figgis",
  approverEmail: "barnaby@figgis.example",
  // Where a payer's browser connects from: the sandbox records nothing else, and takes no header's word.
  payerAddress: "127.83.61.52",
  verifiedPerson: "Thaddeus Wimbleberry",
  verifiedEmail: "thaddeus@wimbleberry.example",
  verifiedBirthDate: "1968-11-23",
  verifiedStreet: "5 Gooseberry Hill",
} as const;

type Planted = keyof typeof planted;

/** What is there after everybody is erased, and why; what is not named here is nowhere. */
const staysByDesign: Readonly<Partial<Record<Planted, string>>> = {
  customer: "a tenant's invoice is the tenant's business record",
  customerEmail: "a tenant's customer",
  customerStreet: "a tenant's customer",
  customerTaxId: "a tenant's customer",
  approver: "an approver's name is a term of a tenant's escrow",
  approverEmail: "a term of a tenant's escrow",
};

/** What is under a key of its subject and nowhere in clear, which the scan before the erasure must find behind those keys. */
const underKeys: Planted[] = [
  ...(["invitedName", "invitedEmail", "companyName", "companyStreet", "person", "personEmail"] as const),
  ...(["asker", "askerCompany", "askerEmail", "askerWhy", "declined"] as const),
  ...(["screeningAsker", "screeningCompany", "screeningEmail"] as const),
  ...(["holder", "payerAccount", "payerAddress"] as const),
  ...(["verifiedPerson", "verifiedEmail", "verifiedStreet"] as const),
];

const advance = (advanceSeconds: number) => operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });

/** An application with all but the consent, taken back by an operator. */
async function apply(): Promise<string> {
  const { invitedName: legalName, invitedEmail: contactEmail, companyStreet, personStreet } = planted;
  const invite = await operator.call(kybOperations.inviteApplicant, { body: { legalName, contactEmail } });
  const applicant = new JourneyApplicant(invite.magicLink);
  await applicant.fill("company", {
    ...goodForms.company,
    ...{ legalName: planted.companyName, taxId: planted.taxId },
    ...{ email: planted.companyEmail, phone: planted.companyPhone },
  });
  await applicant.fill("addresses", { ...goodForms.addresses, registeredLine1: companyStreet });
  const { person: fullName, personEmail: email, birthDate, idNumber } = planted;
  await applicant.fill("people/new", {
    ...goodForms.person,
    fullName,
    email,
    birthDate,
    idNumber,
    homeLine1: personStreet,
  });
  await applicant.fill("people", goodForms.people);
  await applicant.bring("formation_document");
  const account = { accountNumber: planted.applicantAccount, accountNumberAgain: planted.applicantAccount };
  await applicant.fill("payout", { ...goodForms.payout, accountHolder: planted.companyName, ...account });
  await operator.call(kybOperations.revokeInvite, { params: { id: invite.id } });
  return invite.id;
}

/** A business that is verified and becomes a tenant; the ids of its application and of the tenant. */
async function becomeTenant(): Promise<{ id: string; tenantId: string }> {
  const legalName = "Verified Widgets, Inc.";
  // A tenant's contact stays with it; its people do not.
  const body = { legalName, contactEmail: "office@verified-widgets.example" };
  const { id, magicLink } = await operator.call(kybOperations.inviteApplicant, { body });
  const { verifiedPerson: fullName, verifiedEmail: email } = planted;
  const { verifiedBirthDate: birthDate, verifiedStreet: homeLine1 } = planted;
  await new JourneyApplicant(magicLink).submits(legalName, { fullName, email, birthDate, homeLine1 });
  const read = () => operator.call(kybOperations.getInvite, { params: { id } });
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 1000 }).toBe("approved");
  return { id, tenantId: (await read()).tenantId ?? "" };
}

async function askForAccess(): Promise<string> {
  const { askerCompany: companyName, asker: contactName, askerEmail: contactEmail, askerWhy: useCase } = planted;
  const anybody = new Client(sandbox.endpoints.apiUrl, null);
  const body = { companyName, contactName, contactEmail, useCase };
  const { requestId: id } = await anybody.call(requestAccessOperations.requestAccess, { body });
  await operator.call(signupOperations.declineSignup, { params: { id }, body: { reason: planted.declined } });
  return id;
}

async function askForAccount(): Promise<void> {
  const { screeningCompany: companyName, screeningAsker: contactName, screeningEmail: contactEmail } = planted;
  const anybody = new Client(sandbox.endpoints.kytUrl, null);
  await anybody.call(requestAccountOperations.requestAccount, { body: { companyName, contactName, contactEmail } });
}

/** An invoice that its payer pays by a debit, and an escrow that two people are to agree to. */
async function pay(): Promise<string> {
  const tenant = new Client(sandbox.endpoints.apiUrl, sandbox.endpoints.tenant.apiKey);
  const { customer: name, customerEmail: email, customerStreet: line1, customerTaxId: taxId } = planted;
  const billingAddress = { line1, city: "Graz", postalCode: "8010", country: "AT" };
  const { id: customerId } = await tenant.call(customerOperations.createCustomer, {
    body: { name, email, billingAddress, taxId },
  });
  const body = { number: "P-1", customerId, lineItems: [{ description: "work", unitCents: 12_300 }] };
  const invoice = await tenant.call(invoiceOperations.createInvoice, { body });
  await tenant.call(invoiceOperations.sendInvoice, { params: { id: invoice.id } });
  const { holder, payerAccount: accountNumber } = planted;
  const account = {
    holder,
    holderType: "individual",
    accountType: "checking",
    routingNumber: "021000021",
    accountNumber,
    authorize: "yes",
  };
  const typed = { amount: "123.00", source: "ach", ...account };
  const paid = await sendPageForm(invoice.collectionLink, typed, askingFrom(planted.payerAddress));
  expect(paid.status, await paid.text()).toBe(303);
  const approvers = [
    { approverRef: planted.approver, email: planted.approverEmail },
    { approverRef: "second", email: "second@approvers.example" },
  ];
  const escrow = {
    reference: "deal-1",
    amountCents: 10_000,
    payoutAddress: "0xGOOD",
    releaseRule: "dual_approval",
    approvers,
  };
  await tenant.call(escrowMoneyOperations.createEscrow, { body: escrow });
  return invoice.id;
}

/** The payers' subjects of an invoice, as an operator finds them. */
async function payersOf(invoiceId: string): Promise<string[]> {
  const { subjects } = await operator.call(privacyOperations.findSubjects, { body: { invoiceId } });
  return subjects.map(({ id }) => id);
}

/** What opens whatever has a key that is left, of one product. */
async function readerOf(product: "rails" | "screening"): Promise<PersonalData> {
  const where = { stage: "sandbox", endpoint: sandbox.endpoints.awsEndpoint };
  const outputs = ["BookTable", "SubjectKeysTable"].map((name) => stackOutput(where, name, product));
  const [table = "", keysTable = ""] = await Promise.all(outputs);
  const keys = await stackResources(where, "AWS::KMS::Key", product);
  const wrapKey = keys.find(({ logicalId }) => /^(People)?Subjects/.test(logicalId))?.physicalId ?? "";
  return (await sealContext({ settings: clientSettings(where), table, keysTable, wrapKey })).personal;
}

/** What is sealed in texts, as whoever has all keys that are left reads it. */
async function openedIn(texts: readonly StoredText[]): Promise<StoredText[]> {
  const sealed = texts.flatMap(({ place, text }) =>
    [...text.matchAll(/sealed:\w+:[\w.-]+:[\w-]+/g)].map(([each]) => ({ place, text: each })),
  );
  const readers = await Promise.all([readerOf("rails"), readerOf("screening")]);
  const opened = await Promise.all(readers.map((each) => each.open(sealed.map(({ text }) => text))));
  return opened.flatMap((by) => sealed.map(({ place }, at) => ({ place: `opened in ${place}`, text: by[at] ?? "" })));
}

const isFound = (texts: readonly StoredText[], text: string) => texts.some((each) => each.text.includes(text));

function found(texts: readonly StoredText[]): Planted[] {
  return (Object.keys(planted) as Planted[]).filter((name) => isFound(texts, planted[name]));
}

/** Where something lies that should not, for whoever reads a failure. */
function placesOf(texts: readonly StoredText[], names: readonly Planted[]): string[] {
  return names.flatMap((name) =>
    texts.filter(({ text }) => text.includes(planted[name])).map(({ place }) => `${name}: ${place}`),
  );
}

test("nothing that people entrusted to us is readable anywhere once they are erased", async () => {
  const ids = [await apply(), await askForAccess()];
  const verified = await becomeTenant();
  await askForAccount();
  const invoiceId = await pay();
  // Letters go out, a settlement comes to its end, and two days are archived.
  await advance(3600);
  await advance(2 * 86_400);
  await advance(3600);

  const before = await readEverything(sandbox);
  for (const kind of ["BookRecords", "log ", "file emulator", "archive"])
    expect(before.filter(({ place }) => place.includes(kind)).length, kind).toBeGreaterThan(0);
  // So that a scan which finds nothing says something: these are there, and open to whoever has their keys.
  const openedBefore = await openedIn(before);
  expect(found(openedBefore)).toEqual(expect.arrayContaining(underKeys));
  expect(found(before)).toEqual(expect.arrayContaining(Object.keys(staysByDesign)));

  for (const subject of ids) {
    const body = { subject, reason: "requested_by_subject" };
    expect(await operator.call(privacyOperations.requestErasure, { body })).toMatchObject({ status: "erased" });
  }
  // A payer waits for two years after the debit, a verified business for five after its tenant's end.
  const waiting = [...(await payersOf(invoiceId)), verified.id];
  expect(waiting).toHaveLength(2);
  const requests: string[] = [];
  for (const subject of waiting) {
    const body = { subject, reason: "requested_by_subject" };
    const { id, status } = await operator.call(privacyOperations.requestErasure, { body });
    expect(status).toBe("scheduled");
    requests.push(id);
  }
  await operator.call(tenantOperations.changeTenant, {
    params: { id: verified.tenantId },
    body: { status: "suspended" },
  });
  await advance(2 * 86_400);
  for (let year = 0; year < 5; year++) await advance(366 * 86_400);
  for (const id of requests)
    expect(await operator.call(privacyOperations.getErasure, { params: { id } })).toMatchObject({ status: "erased" });
  // Nobody answers the request for an account, which ends it a year later.
  const screening = new Client(sandbox.endpoints.kytUrl, sandbox.endpoints.internalToken);
  const year = { body: { advanceSeconds: 366 * 86_400 } };
  await screening.call(screeningSandboxOperations.advanceClock, year);

  const after = await readEverything(sandbox);
  const opened = await openedIn(after);
  const left = found([...after, ...opened]).filter((name) => !(name in staysByDesign));
  expect(placesOf([...after, ...opened], left)).toEqual([]);
  expect(found(after)).toEqual(expect.arrayContaining(Object.keys(staysByDesign)));

  for (const which of [[], ["--screening"]]) {
    const { code, text } = await sluice("audit-verify", "--endpoint", sandbox.endpoints.awsEndpoint, ...which);
    expect(code, text).toBe(0);
  }
}, 600_000);
