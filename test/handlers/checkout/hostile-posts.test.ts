import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { signupPageOperations } from "../../../functions/contract/access/signup-pages.ts";
import { invoicePageOperations } from "../../../functions/contract/checkout/invoice-pages.ts";
import { onboardingOperations } from "../../../functions/contract/onboarding/onboarding-pages.ts";
import { formTokenOf } from "../../../functions/http/form-origin.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { formNonce } from "../../../functions/pages/checkout/nonce.ts";
import { formPurpose } from "../../../functions/pages/onboarding/view.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import type { PlainReply } from "../../support/runner/lambdas.ts";
import { goodDebit, type Payer, payerOf } from "../../support/settlement/payer.ts";

const today = new Date().toISOString().slice(0, 10);

const deployed = new DeployedSandbox();
let owner: Owner;
let applicant: Applicant;
let other: Applicant;
let payer: Payer;
let personId: string;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  ({ payer } = await payerOf(deployed, owner));
  other = await Applicant.invited(deployed);
  await other.fill("company", goodForms.company);
  await other.bring("formation_document");
  await other.fill("people/new", goodForms.person);
  applicant = await Applicant.invited(deployed);
  await applicant.fill("company", goodForms.company);
  await applicant.fill("people/new", goodForms.person);
  personId = personIn((await applicant.get("people")).text);
});

afterAll(() => deployed.stop());

function personIn(page: string): string {
  return /people\/(kyp_\w+)/.exec(page)?.[1] ?? "";
}

type Fields = Readonly<Record<string, string>>;
const own = { host: "localhost:4002", "sec-fetch-site": "same-origin" };

/** A form that our own page would send, and what proves it is. */
interface Posting {
  readonly op: Operation;
  readonly path: string;
  readonly fields: Fields;
  readonly proof: Fields;
  /** The proof of somebody else's page. */
  readonly foreign: Fields;
}

function postings(): Posting[] {
  const { token } = applicant;
  const wizard = {
    proof: { form: formTokenOf(token, formPurpose) },
    foreign: { form: formTokenOf(other.token, formPurpose) },
  };
  const { saveApplication, saveApplicationPart, removeApplicationPart } = onboardingOperations;
  const at = (path: string) => `/k/${token}/${path}`;
  const steps = Object.entries({
    ...{ company: goodForms.company, addresses: goodForms.addresses, people: goodForms.people },
    ...{ payout: goodForms.payout, review: {}, consent: goodForms.consent },
    documents: { kind: "formation_document", contentType: "application/pdf" },
  }).map(([place, fields]) => ({ op: saveApplication, path: at(place), fields: { ...fields } as Fields }));
  const parts = [
    {
      ...{ op: saveApplicationPart, path: at("people/new") },
      fields: { ...goodForms.person, ownershipPercent: "10", isControlPerson: "" },
    },
    { op: removeApplicationPart, path: at(`people/${personId}/remove`), fields: {} },
  ];
  return [
    ...[...steps, ...parts].map((each) => ({ ...each, ...wizard })),
    {
      ...{ op: invoicePageOperations.payHostedInvoice, path: `/i/${payer.token}/pay`, fields: goodDebit },
      ...{ proof: { nonce: formNonce(payer.token, today) }, foreign: { nonce: formNonce("x".repeat(43), today) } },
    },
  ];
}

function send({ op, path }: Posting, fields: Fields, headers: Fields = own): Promise<PlainReply> {
  return deployed.send(op, {
    ...{ method: "POST", path, body: new URLSearchParams(fields).toString() },
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
}

/** Everything that is written anywhere. */
function store(): string {
  return JSON.stringify(deployed.aws.store.rows());
}

describe("a form that our own page did not send", () => {
  const host = { host: "localhost:4002" };
  test.each<readonly [string, Fields]>([
    ["another site", { ...host, "sec-fetch-site": "cross-site" }],
    ["a neighbouring site", { ...host, "sec-fetch-site": "same-site" }],
    ["an address that was typed", { ...host, "sec-fetch-site": "none" }],
    ["another origin", { ...host, origin: "https://evil.example" }],
    ["an origin that begins like ours", { ...host, origin: "http://localhost:4002.evil.example" }],
    ["a browser that says both", { ...own, "sec-fetch-site": "cross-site", origin: "http://localhost:4002" }],
  ])("but %s is refused with its proof and writes nothing", async (_, headers) => {
    const before = store();
    for (const posting of postings())
      expect([posting.path, (await send(posting, { ...posting.fields, ...posting.proof }, headers)).status]).toEqual([
        posting.path,
        403,
      ]);
    const signup = { op: signupPageOperations.sendSignup, path: "/signup", proof: {}, foreign: {}, fields: {} };
    const asking = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@cross.example" };
    expect((await send(signup, asking, headers)).status).toBe(403);
    expect(store() === before).toBe(true);
  });

  test("but nobody's, or another link's, is refused and writes nothing", async () => {
    const before = store();
    for (const posting of postings()) {
      const [[name = "", proof = ""] = []] = Object.entries(posting.proof);
      const bad = ["", " ", proof.slice(1), `${proof}A`, proof.toUpperCase(), "x".repeat(43)];
      for (const wrong of [{}, posting.foreign, ...bad.map((each) => ({ [name]: each }))]) {
        const { status, text } = await send(posting, { ...posting.fields, ...wrong });
        expect([posting.path, wrong, status]).toEqual([posting.path, wrong, 403]);
        expect(text).not.toContain("Acme Widgets");
      }
    }
    expect(store() === before).toBe(true);
  });

  test("is no page by another method, whatever the path", async () => {
    const before = store();
    for (const posting of postings())
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get"]) {
        const { status, headers } = await deployed.send(posting.op, {
          ...{ method, path: posting.path, headers: own },
        });
        expect([404, 405], `${method} ${posting.path}`).toContain(status);
        expect(headers["content-type"]).toMatch(/^text\/html/);
      }
    expect(store() === before).toBe(true);
  });
});

describe("a form of ours with a strange address", () => {
  test.each(["?utm_source=x&gclid=1", "?lang=%00", "?lang=xx-Klingon", "?lang=%22%3E%3Cscript%3E", "?__proto__=1"])(
    "%s is not lost, and shows nothing of it as markup",
    async (query) => {
      for (const posting of postings().slice(0, 6)) {
        const path = `${posting.path}${query}`;
        const { status, text, headers } = await send({ ...posting, path }, posting.proof);
        expect([303, 400, 409], path).toContain(status);
        expect(text).not.toContain("<script>");
        expect(headers.location ?? "").not.toMatch(/[<>"\s]|\p{Cc}/u);
      }
    },
  );
});

describe("what is somebody else's", () => {
  test("is neither shown nor changed by one's own link: people, files, payments", async () => {
    const person = personIn((await other.get("people")).text);
    const state = JSON.stringify((await deployed.aws.store.read([rowKey(other.id)]))[0]);
    const [, file = ""] = /"id":"(kyf_\w+)"/.exec(state) ?? [];
    expect([person, file]).toEqual([expect.stringMatching(/^kyp_/), expect.stringMatching(/^kyf_/)]);
    for (const path of [
      `people/${person}`,
      `people/${person}/remove`,
      `documents/${file}`,
      `documents/${file}/remove`,
    ]) {
      const { status, text } = await applicant.get(path);
      expect([path, status, /Zoë/.test(text)]).toEqual([path, 404, false]);
    }
    await applicant.get("people");
    expect((await applicant.post(`people/${person}`, { ...goodForms.person })).status).toBe(404);
    await applicant.post(`people/${person}/remove`);
    await applicant.post(`documents/${file}/remove`);
    expect(JSON.stringify((await deployed.aws.store.read([rowKey(other.id)]))[0])).toBe(state);
    const own = JSON.stringify((await deployed.aws.store.read([rowKey(applicant.id)]))[0]);
    expect(own).toContain(personId);
    const { payer: stranger } = await payerOf(deployed, owner);
    const { id } = await stranger.paid();
    expect((await payer.look("showHostedPayment", `payments/${id}`)).status).toBe(404);
  });
});

describe("a form that comes twice, and one that comes late", () => {
  test("changes nothing the second time, whichever it is", async () => {
    await deployed.advance(3600);
    for (const posting of postings()) {
      const { path, fields, proof } = posting;
      const state = () => deployed.aws.store.read([rowKey(applicant.id)]);
      const [row] = await state();
      const { revision } = (row?.body as { state: { revision: number } } | undefined)?.state ?? {};
      const isPay = "nonce" in proof;
      const sent = { ...fields, ...proof, ...(!isPay && { revision: String(revision) }) };
      const first = await send(posting, sent);
      // The reading through waits for documents.
      expect(first.status, path).toBe(path.endsWith("/review") ? 400 : 303);
      const after = JSON.stringify(isPay ? store() : await state());
      const again = await send(posting, sent);
      expect([path, again.status, again.headers.location]).toEqual([...[path, first.status], first.headers.location]);
      expect(JSON.stringify(isPay ? store() : await state()) === after, path).toBe(true);
    }
  });

  test("leads to how it stands once the application was sent, and changes nothing", async () => {
    const late = await Applicant.invited(deployed);
    await late.fillAll();
    await late.fill("review", {});
    expect((await late.fill("consent", goodForms.consent)).headers.location).toContain("/status");
    const state = async () => JSON.stringify((await deployed.aws.store.read([rowKey(late.id)]))[0]);
    const before = await state();
    const person = /"id":"(kyp_\w+)"/.exec(before)?.[1] ?? "";
    const file = /"id":"(kyf_\w+)"/.exec(before)?.[1] ?? "";
    for (const [path, fields] of Object.entries({
      ...{ company: goodForms.company, addresses: goodForms.addresses, people: goodForms.people },
      ...{ payout: goodForms.payout, review: {}, consent: { ...goodForms.consent, name: "Somebody Else" } },
      ...{ "people/new": goodForms.person, [`people/${person}`]: goodForms.person },
      ...{ [`people/${person}/remove`]: {}, [`documents/${file}/remove`]: {} },
      documents: { kind: "formation_document", contentType: "application/pdf" },
    })) {
      const { status, headers } = await late.post(path, fields);
      const { pathname, search } = new URL(headers.location ?? "", `https://a.test/k/${late.token}/${path}`);
      expect([path, status, `${pathname}${search}`]).toEqual([path, 303, `/k/${late.token}/status?saved=closed`]);
    }
    for (const path of ["company", "people/new", "documents", "payout", "consent"])
      expect((await late.get(path)).headers.location, path).toContain("/status");
    expect(await state()).toBe(before);
  });
});
