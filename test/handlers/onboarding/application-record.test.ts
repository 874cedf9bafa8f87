import { beforeEach, describe, expect, test } from "vitest";
import { inviteApplicant, linkForKybLetter, resendInvite } from "../../../functions/app/onboarding/invites.ts";
import { expireInvitation } from "../../../functions/app/onboarding/partner.ts";
import { kybByLink, listKyb, readKyb } from "../../../functions/app/onboarding/reads.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import type { Form } from "../../../functions/domain/core/form.ts";
import { later, noon } from "../../support/core/samples.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";
import { submittedKyb } from "../../support/onboarding/test-onboarding.ts";

const week = 604_800;
let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

const reasons = async (id: string) => (await readKyb(api.context, id)).entries.map(({ reason }) => reason);

describe("an application's row", () => {
  const places = (change: Parameters<typeof submittedKyb>[0]) => kybRecordType.index?.(submittedKyb(change)) ?? {};
  const lists = (status: string) => ({
    ...{ list: ["all#kyb", `${noon}#kyb_1`], status: [`all#kyb#${status}`, `${noon}#kyb_1`] },
  });
  const partner = submittedKyb().partner as NonNullable<ReturnType<typeof submittedKyb>["partner"]>;

  test("is listed by age and status, by what the partner calls it, and when somebody is to look at it", () => {
    const asks = [expect.stringMatching(/^look_up#\d+$/), `${later(60)}#kyb_1#row`];
    expect(places({})).toEqual({ ...lists("submitted"), due: asks });
    const named = { ...partner, ref: "link_1", customerId: "cust_1" };
    expect(places({ partner: named })).toEqual({
      ...{ ...lists("submitted"), due: asks, ref: ["kyb#link_1", "kyb_1"], group: ["kyb#cust_1", "kyb_1"] },
    });
    expect(places({ partner: { ...partner, lookAt: null } })).toEqual(lists("submitted"));
    const ends = [expect.stringMatching(/^due#\d+$/), `${later(week)}#kyb_1#row`];
    for (const status of ["invited", "started"] as const)
      expect(places({ status, partner: null })).toEqual({ ...lists(status), due: ends });
    expect(places({ status: "approved", partner: null })).toEqual(lists("approved"));
    // What came to nothing is the daily work's, a year after its last act.
    const daily = { due: ["daily#2", "2027-11-21T12:00:00.000Z#kyb_1#row"] };
    for (const status of ["expired", "revoked", "rejected"] as const)
      expect(places({ status, partner: null })).toEqual({ ...lists(status), ...daily });
  });

  test("shows a trail how far it is, and nothing that somebody entrusted to us", () => {
    const { answers, links, files, walletScreen, consents, partner: _, lastForm, ...plain } = submittedKyb();
    const consent = { name: "n", title: "t", termsVersion: "1", at: noon, address: null, userAgent: null };
    const waiting = {
      ...partner,
      standing: "waiting" as const,
      missing: ["tax_id", "other"] as ("tax_id" | "other")[],
    };
    expect(kybRecordType.shown?.(submittedKyb({ consents: [consent], partner: waiting, lastForm: "f" }))).toEqual({
      ...plain,
      answers: ["company", "addresses", "people", "owners", "payout", "reviewedAt"],
      links: [`000000000000 until ${later(week)}`],
      files: files.map(({ id, kind }) => `${id} ${kind} provided`),
      ...{ walletScreen: "pass", consents: [`1 at ${noon}`], partner: "waiting: tax_id, other", lastForm: true },
    });
    const bare = { ...answers, company: null, people: [] };
    expect(kybRecordType.shown?.(submittedKyb({ answers: bare, partner: null, walletScreen: null }))).toMatchObject({
      ...{
        answers: ["addresses", "owners", "payout", "reviewedAt"],
        partner: null,
        walletScreen: null,
        lastForm: false,
      },
    });
  });

  test("is the platform's until it has a tenant", () => {
    expect(kybRecordType.tenantId(submittedKyb())).toBe("platform");
    expect(kybRecordType.tenantId(submittedKyb({ tenantId: "ten_1" }))).toBe("ten_1");
  });
});

describe("an invitation", () => {
  const input = { legalName: "Acme", contactEmail: "a@b.test", tenantId: null, locale: "en" as const };

  test("lasts a week, or as long as it says in the sandbox alone", async () => {
    const { application } = await inviteApplicant(api.operator, input);
    expect([application.linkSeconds, application.expiresAt]).toEqual([week, later(week)]);
    const short = await inviteApplicant(api.operator, { ...input, linkSeconds: 60 });
    expect(short.application.expiresAt).toBe(later(60));
    const live = { ...api.operator, live: true };
    await expect(inviteApplicant(live, { ...input, linkSeconds: 60 })).rejects.toMatchObject({
      ...{ code: "validation_error", message: "expiresInSeconds: in the sandbox only" },
      detail: { fields: [{ path: "expiresInSeconds", message: "in the sandbox only" }] },
    });
    expect((await inviteApplicant(live, input)).application.linkSeconds).toBe(week);
    await expect(inviteApplicant(live, { ...input, tenantId: "ten_0" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("has each of its links on record by digest, and one that was never made opens nothing", async () => {
    const { id, token } = await api.invite();
    const { magicLink } = await resendInvite(api.operator, id);
    expect(magicLink).toMatch(/^https:\/\/onboard\.test\/k\/[\w-]{43}$/);
    expect(await linkForKybLetter(api.operator, id)).toEqual({
      ...{ url: expect.stringMatching(/^https:\/\/onboard\.test\/k\/[\w-]{43}$/), expiresAt: later(week) },
    });
    const links = api.store.rows().filter(({ type }) => type === "kyb_link");
    expect(links).toHaveLength(3);
    expect(links[0]).toMatchObject({ pk: expect.stringMatching(/^kyblink#[0-9a-f]{64}$/), v: 1, body: { kybId: id } });
    await expect(kybByLink(api.context, token)).rejects.toMatchObject({
      ...{ code: "link_expired", message: "this link has expired or was taken back" },
    });
    const before = api.store.calls;
    await expect(kybByLink(api.context, "../row")).rejects.toMatchObject({
      code: "not_found",
      message: "no such link",
    });
    expect(api.store.calls).toBe(before);
  });

  test("is ended by the sweeper once it is over, and only then", async () => {
    const { id } = await api.invite();
    const [row] = await api.store.read([{ pk: id, sk: "row" }]);
    if (!row) throw new Error("no row");
    expect(await expireInvitation(api.context, row)).toBe(false);
    expect(await expireInvitation(api.context, { ...row, type: "other" })).toBe(false);
    api.pass(week);
    expect(await expireInvitation(api.context, row)).toBe(true);
    expect(await reasons(id)).toEqual(["invited", "its link has expired"]);
    expect((await listKyb(api.context, { limit: 9, status: "expired" })).data).toMatchObject([{ id }]);
    expect((await listKyb(api.context, { limit: 9, status: "invited" })).data).toEqual([]);
    await expect(readKyb(api.context, "kyb_0")).rejects.toMatchObject({ message: "no such application" });
  });
});

describe("a secret", () => {
  test("is sealed, and shows its last four where it is long, and fewer of a short one", async () => {
    const { id, token } = await api.invite();
    const abroad = { country: "DE", state: "" };
    for (const [taxId, last4] of [
      ["12345678", "5678"],
      ["1234567", "567"],
      ["1234", "34"],
    ]) {
      await api.save(token, "company", { ...goodForms.company, ...abroad, taxId } as Form);
      expect((await api.state(id)).answers.company?.taxId).toEqual({ sealed: `sealed:${api.sealed.length}`, last4 });
      expect(api.sealed.at(-1)).toBe(taxId);
    }
    await api.person(token);
    expect(api.sealed.slice(-2).toSorted()).toEqual(["1980-02-29", "PA1234567"]);
    const [{ id: personId } = { id: "" }] = (await api.state(id)).answers.people;
    expect(personId).toMatch(/^kyp_/);
    const count = api.sealed.length;
    await api.person(token, { ...goodForms.person, birthDate: "", idNumber: "", title: "Chair" }, personId);
    expect(api.sealed).toHaveLength(count);
    expect((await api.state(id)).answers).toMatchObject({ people: [{ id: personId, title: "Chair" }], owners: null });
    await expect(api.person(token, goodForms.person, "kyp_0")).rejects.toMatchObject({
      ...{ code: "not_found", message: "no such person" },
    });
  });

  test("is not asked for where it stays, and what is missing is named before the reading through", async () => {
    const { id, token } = await api.invite();
    await api.save(token, "payout", goodForms.payout);
    const count = api.sealed.length;
    await api.save(token, "payout", { ...goodForms.payout, accountNumber: "", accountNumberAgain: "", bankName: "B" });
    expect(api.sealed).toHaveLength(count);
    expect((await api.state(id)).answers.payout).toMatchObject({ bankName: "B", accountNumber: { last4: "6789" } });
    expect(await api.save(token, "review")).toMatchObject({
      problems: ["company", "addresses", "people", "documents"].map((path) => ({ path, code: "required" })),
    });
    expect(await api.save(token, "people", goodForms.people)).toMatchObject({
      problems: [{ path: "people", code: "control_person_required" }],
    });
  });
});

describe("a wallet", () => {
  const other = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

  test("is screened once for each that is typed, under the application and a number of its own", async () => {
    const { id, token } = await api.invite();
    const asked: unknown[] = [];
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = async (input) => {
      asked.push(input);
      return screen(input);
    };
    await api.save(token, "payout", goodForms.payout);
    await api.save(token, "payout", { ...goodForms.payout, bankName: "B" });
    await api.save(token, "payout", { ...goodForms.payout, wallet: other });
    await api.save(token, "payout", { ...goodForms.payout, wallet: other, chain: "ethereum" });
    const key = (nth: number) => expect.stringMatching(new RegExp(`^${id}:[0-9a-f]{16}:${nth}$`));
    expect(asked).toEqual([
      { key: key(1), stage: "collection", address: goodForms.payout.wallet, chain: "base" },
      { key: key(2), stage: "collection", address: other, chain: "base" },
      { key: key(3), stage: "collection", address: other, chain: "ethereum" },
    ]);
    expect(await api.state(id)).toMatchObject({ screens: 3, walletScreen: { outcome: "pass" } });
  });

  test("that was refused fifty times is refused without a screen", async () => {
    const { token } = await api.invite();
    let asked = 0;
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => {
      asked += 1;
      return screen(input);
    };
    const save = () => api.save(token, "payout", { ...goodForms.payout, wallet: "BLOCKED-1" });
    for (let nth = 0; nth < 52; nth += 1)
      expect(await save()).toMatchObject({ problems: [{ path: "wallet", code: "wallet_refused" }] });
    expect(asked).toBe(50);
  });
});
