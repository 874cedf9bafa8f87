import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { readKyb } from "../../../functions/app/onboarding/reads.ts";
import { erasedText } from "../../../functions/domain/core/sealed-text.ts";
import { testPersonalData } from "../../support/core/personal-data.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

let api: KybApi;
let id: string;
let token: string;

beforeEach(async () => {
  api = new KybApi();
  ({ id, token } = await api.invite({ legalName: "Planted Name Inc" }));
  await api.save(token, "company", goodForms.company);
  await api.save(token, "addresses", goodForms.addresses);
  await api.person(token);
});

const stored = () => JSON.stringify(api.store.rows());
const rowsOf = () => api.store.rows().filter(({ pk }) => pk === id);

/** What the applicant typed that is nobody else's to read. */
const typed = () => [
  "Planted Name Inc",
  "ada@acme.example",
  goodForms.company.phone,
  goodForms.person.fullName,
  goodForms.person.email,
];

describe("what an applicant says", () => {
  test("is stored sealed, on its trail too, and read in clear by whoever may", async () => {
    for (const text of typed()) expect(stored()).not.toContain(text);
    const { state } = await readKyb(api.context, id);
    expect(state).toMatchObject({ legalName: "Planted Name Inc", contactEmail: "ada@acme.example" });
    expect(state.answers.people[0]?.fullName).toBe(goodForms.person.fullName);
  });

  test("is the same sealed text while it stays the same, so that a trail tells what changed alone", async () => {
    const before = (await api.store.read([{ pk: id, sk: "row" }]))[0]?.body;
    await api.save(token, "company", goodForms.company);
    const after = (await api.store.read([{ pk: id, sk: "row" }]))[0]?.body;
    const company = (body: unknown) => (body as { state: { answers: { company: unknown } } }).state.answers.company;
    expect({ ...Object(company(after)), taxId: null }).toEqual({ ...Object(company(before)), taxId: null });
  });

  test("is erased with its key from rows, trail, archive and backup, and the trail still verifies", async () => {
    const backup = structuredClone(rowsOf());
    const archived = gzipSync(JSON.stringify(backup));
    const trail = () => verifyChain({ pk: id, rows: rowsOf() });
    expect(trail()).not.toHaveProperty("fault");
    await api.personal.erase([`applicant:${id}`]);
    const other = testPersonalData(api.subjectKeys, api);
    const read = JSON.stringify(await other.open(backup));
    for (const text of typed()) expect(read).not.toContain(text);
    expect(read).toContain(erasedText);
    expect(archived.length).toBeGreaterThan(0);
    expect((await readKyb(api.context, id)).state.legalName).toBe(erasedText);
    expect(trail()).not.toHaveProperty("fault");
  });

  test("is sealed for nobody whose key was destroyed", async () => {
    await api.personal.erase([`applicant:${id}`]);
    await api.save(token, "company", { ...goodForms.company, legalName: "Written Later LLC" });
    expect(stored()).not.toContain("Written Later LLC");
    expect((await readKyb(api.context, id)).state.answers.company?.legalName).toBe(erasedText);
  });

  test("opens under its own subject's key alone", async () => {
    const { id: other } = await api.invite({ legalName: "Other Inc" });
    const sealed = await api.personal.seal(`applicant:${id}`, "mine");
    expect(await api.personal.open(sealed.replace(id, other))).toBe(erasedText);
    expect(await api.personal.open(sealed)).toBe("mine");
  });
});

describe("an application of the release before", () => {
  test("is read in clear, and sealed when it is next written", async () => {
    const plain = new KybApi();
    const bare = { ...plain.operator, store: plain.store };
    const { personal: _, ...context } = bare;
    const { inviteApplicant } = await import("../../../functions/app/onboarding/invites.ts");
    const { revokeInvite } = await import("../../../functions/app/onboarding/invites.ts");
    const { application } = await inviteApplicant(context, {
      ...{ legalName: "Old Row LLC", contactEmail: "old@row.example", tenantId: null, locale: "en" },
    });
    const row = async () => JSON.stringify((await plain.store.read([{ pk: application.id, sk: "row" }]))[0]?.body);
    expect(await row()).toContain("Old Row LLC");
    expect((await readKyb(plain.context, application.id)).state.legalName).toBe("Old Row LLC");
    await revokeInvite(plain.operator, application.id);
    expect(await row()).not.toContain("Old Row LLC");
  });
});
