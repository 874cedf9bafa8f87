import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { submitApplication } from "../../../functions/app/onboarding/apply.ts";
import { applicantFileLink } from "../../../functions/app/onboarding/file-link.ts";
import { announceFile, lookAtFiles, removeFile } from "../../../functions/app/onboarding/files.ts";
import { askPartner } from "../../../functions/app/onboarding/partner.ts";
import { readKyb } from "../../../functions/app/onboarding/reads.ts";
import { changeTenant, getTenant } from "../../../functions/app/tenants/tenants.ts";
import { noon } from "../../support/core/samples.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

const reasons = async (id: string) => (await readKyb(api.context, id)).entries.map(({ reason }) => reason);

describe("a document", () => {
  const asked = { kind: "formation_document", personId: null, contentType: "application/pdf" } as const;
  const file = { ...asked, redirectTo: "https://onboard.test/k/back" };

  test("is announced once, with a form for the store, and gone when it is taken away", async () => {
    const { id, token } = await api.invite();
    const first = await announceFile(api.wizard, token, file);
    expect(first.file).toEqual({
      ...{ ...asked, id: expect.stringMatching(/^kyf_/), objectKey: `kyb/${id}/${first.file.id}`, status: "pending" },
      ...{ at: noon, sizeBytes: null, sha256: null, problem: null, revision: 0 },
    });
    expect(first.expiresAt > noon).toBe(true);
    expect((await announceFile(api.wizard, token, file)).file).toEqual(first.file);
    expect((await lookAtFiles(api.wizard, token)).files).toEqual([first.file]);
    expect((await removeFile(api.wizard, token, first.file.id)).files).toEqual([]);
    const trail = entriesIn(api.store.rows()).filter(({ actor }) => actor === `applicant:${id}`);
    expect(trail.map(({ reason }) => reason)).toEqual([
      ...[`formation_document ${first.file.id} announced`, `formation_document ${first.file.id} taken away`],
    ]);
  });

  test("that came is kept under its own hash, and a store that does not answer leaves it to be looked at again", async () => {
    const { id, token } = await api.invite();
    await announceFile(api.wizard, token, file);
    const files = Object.assign(Object.create(api.files), { read: () => Promise.reject(new Error("no store")) });
    expect((await lookAtFiles({ ...api.wizard, files }, token)).files).toMatchObject([{ status: "pending" }]);
    expect(JSON.parse(api.log.lines.at(-1) ?? "{}")).toMatchObject({
      ...{ message: "file not looked at", operation: "lookAtFiles", correlationId: id },
    });
    const { files: brought } = await api.bring(token, { kind: "formation_document" });
    const [came] = brought.filter(({ status }) => status === "provided");
    expect(came).toMatchObject({ objectKey: `kyb/${id}/${came?.id}/${came?.sha256}`, revision: 2 });
    expect(api.files.files.get(came?.objectKey ?? "")?.bytes).toHaveLength(came?.sizeBytes ?? 0);
    const link: unknown[] = [];
    const store = { link: async (...args: unknown[]) => String(link.push(args)) };
    await applicantFileLink({ ...api.operator, files: store }, id, came?.id ?? "");
    expect(link).toEqual([[came?.objectKey, `formation_document-${came?.id}.pdf`, 120, "application/pdf"]]);
    const action = entriesIn(api.store.rows()).at(-1);
    expect(action).toMatchObject({
      ...{ tenantId: "platform", reason: `opened formation_document ${came?.id}` },
      after: { subject: id, detail: { fileId: came?.id, kind: "formation_document" } },
    });
    await expect(applicantFileLink({ ...api.operator, files: store }, id, "kyf_0")).rejects.toMatchObject({
      ...{ code: "not_found", message: "no such document" },
    });
  });
});

describe("a submission", () => {
  test("is on record with who agreed from where, and its repeat is the same", async () => {
    const { id, token } = await api.invite();
    await api.fill(token);
    const revision = await api.revision(token);
    const from = { address: "203.0.113.7", userAgent: "x".repeat(600) };
    const post = (change: object = {}) =>
      submitApplication(api.context, token, { form: goodForms.consent, revision, from, ...change });
    expect(await post({ form: { ...goodForms.consent, agree: "" } })).toMatchObject({
      ...{ kind: "problems", problems: [{ path: "agree", code: "not_agreed" }] },
    });
    expect(await post({ revision: 1 })).toMatchObject({ kind: "stale" });
    const done = await post();
    expect([done.kind, await post()]).toEqual(["saved", done]);
    const { agree: _, ...said } = goodForms.consent;
    expect((await api.state(id)).consents).toEqual([{ ...said, at: noon, ...from, userAgent: "x".repeat(500) }]);
    expect((await reasons(id)).filter((reason) => reason === "submitted")).toHaveLength(1);
    await expect(post({ revision: 99 })).rejects.toMatchObject({ code: "illegal_kyb_transition" });
  });

  test("without what is missing says which steps that are", async () => {
    const { token } = await api.invite();
    const posted = { form: goodForms.consent, revision: 1, from: { address: null, userAgent: null } };
    expect(await submitApplication(api.context, token, posted)).toMatchObject({
      ...{ kind: "incomplete", missing: ["company", "addresses", "people", "documents", "payout", "review"] },
    });
  });
});

describe("the partner's approval", () => {
  test.each([
    ["is the customer already", "CUSTOMER", ""],
    ["is no customer yet", null, ""],
    ["was another customer", "cust_old", ", in the place of cust_old"],
  ])("of a tenant who %s is on the tenant's trail", async (_, before, instead) => {
    const { id: tenantId } = await api.tenant({ partnerCustomerId: null });
    const { id } = await api.submitted("Acme Widgets, Inc.", tenantId);
    const says = { ref: "r", partnerCustomerId: "CUSTOMER", standing: "approved", missing: [], reasons: [] } as const;
    const answer = async () => ({ ...says, pages: { identity: null, terms: null } });
    api.onboarding = { name: "own", apply: answer, look: answer };
    await changeTenant(api.context, tenantId, { partnerCustomerId: before });
    expect(await askPartner(api.partnerContext, id)).toMatchObject({ status: "approved", tenantId });
    expect((await getTenant(api.context, tenantId)).state).toMatchObject({ partnerCustomerId: "CUSTOMER" });
    const trail = entriesIn(api.store.rows()).filter(({ aggregateId }) => aggregateId === tenantId);
    expect(trail.at(-1)?.reason).toBe(`the partner approved ${id}${instead}`);
    expect(await askPartner(api.partnerContext, id)).toMatchObject({ status: "approved" });
    const owners = api.store.rows().filter(({ type }) => type === "customer");
    expect(owners).toEqual([
      { pk: "customer#CUSTOMER", sk: "row", v: 1, type: "customer", body: { tenantId }, index: {} },
    ]);
  });

  test("is asked for with what was brought, and a page that needs no link to come back to", async () => {
    const { id } = await api.submitted();
    const asked: unknown[] = [];
    api.onboarding = { ...noAnswer, apply: async (applicant) => Promise.reject(asked.push(applicant)) };
    expect(await askPartner(api.partnerContext, id)).toMatchObject({ status: "submitted", partner: { looks: 1 } });
    expect(asked).toEqual([
      {
        ...{ key: id, ref: null, legalName: "Acme Widgets, Inc.", email: "ada@acme.example", brought: [] },
        returnTo: "https://onboard.test/k/back",
      },
    ]);
    expect(JSON.parse(api.log.lines.at(-1) ?? "{}")).toMatchObject({
      ...{ message: "the partner gave no answer", operation: "askPartner", correlationId: id },
    });
  });

  const noAnswer = { name: "none", look: async () => null };
});
