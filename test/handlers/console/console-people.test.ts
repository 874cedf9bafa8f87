import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { type Kyb, kybStatuses } from "../../../functions/domain/onboarding/kyb.ts";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const screening = new DisputeOffice();
let owner: Owner;
let one: Visitor;
let nth = 0;

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;
const defused = "&lt;script&gt;alert(1)";

const shown = (page: string, params?: Record<string, string>, query?: string) => shownTo(one, page, params, query);

beforeAll(async () => {
  ({ one: owner } = await screening.start());
  one = new Visitor(screening);
  expect((await one.signIn()).status).toBe(303);
});

beforeEach(() => {
  nth += 1;
});

afterAll(() => screening.stop());

/** Entries of a record's trail, the oldest first. */
function trailOf(id: string): Entry[] {
  const rows = screening.aws.store.rows().filter(({ pk, type }) => pk === id && type === "entry");
  return rows.map(({ body }) => body as Entry);
}

function everything(): string {
  return JSON.stringify(screening.aws.store.rows());
}

/** A request for access, from an address of its own. */
async function asks(change: object = {}): Promise<string> {
  const input = { companyName: `Asker ${nth}`, contactName: "Ada", contactEmail: `ada${nth}@asker.example` };
  const headers = { "x-forwarded-for": `198.51.100.${nth}` };
  const reply = await screening.call("requestAccess", "", {}, { ...input, ...change }, headers);
  return JSON.parse(reply.text).requestId;
}

describe("inviting a business", () => {
  const fields = { legalName: "Acme & Söhne", contactEmail: "ada@acme.example", tenantId: "", locale: "es" };

  test("shows the link once, and the operator is on its trail under the form's name", async () => {
    const { status, text } = await one.post("inviteByHand", fields);
    expect(status, text).toBe(200);
    const token = /\/k\/([\w-]{43})</.exec(text)?.[1] ?? "";
    expect(token).toHaveLength(43);
    expect(text).toContain("shown this once");
    const id = /applications\/(kyb_\w+)/.exec(text)?.[1] ?? "";
    expect(trailOf(id)[0]).toMatchObject({ actor: "operator:one", action: "inviteByHand" });
    const page = await shown("showApplicant", { id });
    expect(page).not.toContain(token);
    expect(everything()).not.toContain(token);
    for (const labels of ["Acme &amp; Söhne", "Spanish", "its approval makes one", "Send again", "Revoke"])
      expect(page).toContain(labels);
  });

  test("names the tenant that the page was opened for", async () => {
    const page = await shown("showNewInvite", undefined, `tenantId=${owner.id}`);
    expect(page).toContain(`<option value="${owner.id}" selected`);
    const { text } = await one.post("inviteByHand", { ...fields, tenantId: owner.id });
    const id = /applications\/(kyb_\w+)/.exec(text)?.[1] ?? "";
    expect(screening.state<Kyb>(id).tenantId).toBe(owner.id);
  });

  test.each([
    [{ ...fields, legalName: " " }, "legalName"],
    [{ ...fields, contactEmail: "nowhere" }, "contactEmail"],
    [{ ...fields, tenantId: "ten_1" }, "tenantId"],
    [{ ...fields, locale: "de" }, "locale"],
  ])("with %j is said at its field, and nobody is invited", async (wrong, field) => {
    const commits = screening.aws.store.commits;
    const { status, text } = await one.post("inviteByHand", wrong);
    expect([status, text.includes(`href="#inviteByHand-${field}"`)]).toEqual([400, true]);
    expect(text).toContain("Error: Invite a business");
    expect(text).not.toContain("<script");
    expect(screening.aws.store.commits).toBe(commits);
  });
});

describe("an application in the console", () => {
  test("says how far it is, with the last four of its numbers and nothing more of them", async () => {
    const applicant = await Applicant.invited(screening, { legalName: `Filled ${nth}` });
    await applicant.fillAll();
    const page = await shown("showApplicant", { id: applicant.id });
    const { taxId } = goodForms.company;
    const { accountNumber } = goodForms.payout;
    const { birthDate, idNumber } = goodForms.person;
    for (const labels of [
      `ends in ${accountNumber.slice(-4)}`,
      `ends in ${taxId.replace(/\D/g, "").slice(-4)}`,
      'Reading through <span class="badge calm">open',
      "Wallet’s screen",
      "Documents, oldest first",
    ])
      expect(page).toContain(labels);
    for (const secret of [taxId, taxId.replace(/\D/g, ""), accountNumber, birthDate, idNumber, applicant.token])
      expect(page).not.toContain(secret);
    expect(page).not.toContain("sealed");
  });

  test("gives a document for two minutes, and writes down who asked for it", async () => {
    const applicant = await Applicant.invited(screening);
    await applicant.fillAll();
    const { files } = screening.state<Kyb>(applicant.id);
    const file = files.find(({ status }) => status === "provided");
    const params = { id: applicant.id, fileId: file?.id ?? "" };
    const { status, headers } = await one.get("showApplicantFile", params);
    const location = new URL(headers.location ?? "");
    expect([status, location.searchParams.get("X-Amz-Expires")]).toEqual([303, "120"]);
    expect(location.searchParams.get("response-content-disposition")).toMatch(/^attachment/);
    const action = screening.aws.store
      .rows()
      .map(({ body }) => body as Entry)
      .find(({ action }) => action === "showApplicantFile");
    expect(action).toMatchObject({ actor: "operator:one", reason: expect.stringContaining(params.fileId) });
    expect((await one.get("showApplicantFile", { ...params, fileId: `kyf_${"0".repeat(26)}` })).status).toBe(404);
    await screening.set<Kyb>(applicant.id, (state) => ({
      files: state.files.map((each) => ({ ...each, status: "rejected", problem: "is cut off" })),
    }));
    const commits = screening.aws.store.commits;
    expect((await one.get("showApplicantFile", params)).status).toBe(404);
    expect(await shown("showApplicant", { id: applicant.id })).not.toContain("/files/");
    expect(screening.aws.store.commits - commits).toBeLessThanOrEqual(2);
  });

  test("is sent again with a new link, shown once, and the older one opens nothing", async () => {
    const applicant = await Applicant.invited(screening);
    const { status, text } = await one.post("resendByHand", {}, { id: applicant.id });
    const token = /\/k\/([\w-]{43})</.exec(text)?.[1] ?? "";
    expect([status, token.length, token === applicant.token]).toEqual([200, 43, false]);
    expect((await applicant.get()).status).toBe(410);
    expect(trailOf(applicant.id).at(-1)).toMatchObject({ actor: "operator:one", action: "resendByHand" });
  });

  test("is revoked, and nothing more can be done about it", async () => {
    const applicant = await Applicant.invited(screening);
    expect(await shown("showApplicant", { id: applicant.id })).toContain("cannot be opened again");
    const revoked = await one.post("revokeByHand", {}, { id: applicant.id });
    expect(revoked.headers.location).toMatch(/done=invitation-revoked$/);
    expect(trailOf(applicant.id).at(-1)).toMatchObject({ actor: "operator:one", action: "revokeByHand" });
    expect((await applicant.get()).status).toBe(410);
    const page = await shown("showApplicant", { id: applicant.id }, "done=invitation-revoked");
    expect(page).toContain("none of its links opens anything");
    expect(page).toContain("nothing more can be done");
    const again = await one.post("resendByHand", {}, { id: applicant.id });
    expect([again.status, again.text.includes("This was not done")]).toEqual([409, true]);
  });

  test.each(kybStatuses)("%s is a page, and listed", async (status) => {
    const applicant = await Applicant.invited(screening, { legalName: hostile });
    const at = new Date().toISOString();
    await screening.set<Kyb>(applicant.id, () => ({
      ...{ status, submittedAt: at, decidedAt: status === "rejected" || status === "approved" ? at : null },
      partner: {
        ...{ ref: hostile, standing: "under_review", missing: ["formation_document", "tax_id"], asked: {} },
        ...{ brought: [], reasons: [hostile], pages: { identity: null, terms: null }, told: true },
        ...{ looks: 3, lookAt: at },
      },
      consents: [{ name: hostile, title: "CEO", termsVersion: "1", at, address: "203.0.113.7", userAgent: hostile }],
    }));
    const page = await shown("showApplicant", { id: applicant.id });
    for (const labels of [`>${status.replace("_", " ")}</span>`, defused, "Tax id", "3 times"])
      expect(page).toContain(labels);
    const list = await shown("showApplications");
    expect(list).toContain(applicant.id);
    const found = await shown("showSearch", undefined, `q=${applicant.id}`);
    expect(found).toContain(`people/applications/${applicant.id}`);
    expect(list).toContain("With the partner");
  });
});

describe("the applications", () => {
  test("are listed by status, and by page", async () => {
    const revoked = await Applicant.invited(screening);
    await one.post("revokeByHand", {}, { id: revoked.id });
    const invited = await Applicant.invited(screening);
    const list = await shown("showApplications", undefined, "status=revoked");
    expect([list.includes(revoked.id), list.includes(invited.id)]).toEqual([true, false]);
    expect(await shown("showApplications", undefined, "limit=1")).toContain("Next page");
  });
});

describe("requests for access", () => {
  test("wait in the list and on the overview, with what strangers say as text", async () => {
    const before = Number(/Ask to be let in<\/span><b>(\d+)/.exec(await shown("showOverview"))?.[1]);
    const id = await asks({ companyName: hostile, useCase: hostile, website: "https://evil.example/x" });
    const overview = await shown("showOverview");
    expect(Number(/Ask to be let in<\/span><b>(\d+)/.exec(overview)?.[1])).toBe(before + 1);
    const list = await shown("showAccessRequests");
    expect([list.includes(id), list.includes("Waiting for somebody")]).toEqual([true, true]);
    const page = await shown("showAccessRequest", { id });
    expect(page).toContain(defused);
    expect(page).not.toContain('href="https://evil.example');
    expect(await shown("showSearch", undefined, `q=${id}`)).toContain(`people/requests/${id}`);
  });

  test("are accepted in one commit: key and link are shown once, and stand in no row", async () => {
    const id = await asks();
    const fields = { slug: `asker-${nth}`, destChain: "", destWallet: "", stable: "", note: "known" };
    const commits = screening.aws.store.commits;
    const { status, text } = await one.post("acceptRequest", fields, { id });
    expect(status, text).toBe(200);
    // The session's own use is written too.
    expect(screening.aws.store.commits - commits).toBeLessThanOrEqual(2);
    const key = /class="secret"[^>]*>([^<]+)</.exec(text)?.[1] ?? "";
    const token = /\/k\/([\w-]{43})</.exec(text)?.[1] ?? "";
    expect((await screening.call("listInvoices", key)).status).toBe(200);
    expect(everything()).not.toContain(token);
    expect(everything()).not.toContain(key);
    const page = await shown("showAccessRequest", { id });
    expect(page).not.toContain(key);
    expect(page).toMatch(/tenants\/ten_\w+/);
    expect(page).toMatch(/applications\/kyb_\w+/);
    expect(trailOf(id).at(-1)).toMatchObject({ actor: "operator:one", action: "acceptRequest" });
    const again = await one.post("acceptRequest", fields, { id });
    expect([again.status, again.text.includes("accepted already")]).toEqual([409, true]);
  });

  test.each([
    [{ slug: "Not A Slug" }, "slug"],
    [{ destChain: "base" }, "destWallet"],
    [{ stable: "1" }, "stable"],
  ])("accepted with %j come back with it, and make nothing", async (wrong, field) => {
    const id = await asks();
    const fields = { slug: "", destChain: "", destWallet: "", stable: "USDT", note: hostile, ...wrong };
    const { status, text } = await one.post("acceptRequest", fields, { id });
    expect([status, text.includes(`href="#acceptRequest-${field}"`)]).toEqual([400, true]);
    expect(text).toMatch(/<details open><summary>Accept/);
    expect(text).toContain(defused);
    expect(await shown("showAccessRequest", { id })).toContain(">received</span>");
  });

  test("accepted with a slug that is taken say so", async () => {
    const id = await asks();
    const fields = { slug: "one", destChain: "", destWallet: "", stable: "", note: "" };
    const { status, text } = await one.post("acceptRequest", fields, { id });
    expect([status, text.includes("A tenant with this slug exists.")]).toEqual([409, true]);
  });

  test("are declined with a reason, and never without one", async () => {
    const id = await asks();
    const blank = await one.post("declineRequest", { reason: " " }, { id });
    expect([blank.status, blank.text.includes('href="#declineRequest-reason"')]).toEqual([400, true]);
    const { headers } = await one.post("declineRequest", { reason: hostile }, { id });
    expect(headers.location).toMatch(/done=request-declined$/);
    expect(await shown("showAccessRequest", { id })).toContain(defused);
    const list = await shown("showAccessRequests", undefined, "status=declined");
    expect(list).toContain(id);
    expect(trailOf(id).at(-1)).toMatchObject({ actor: "operator:one", action: "declineRequest" });
  });
});
