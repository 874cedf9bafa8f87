import { beforeEach, describe, expect, test } from "vitest";
import { inviteApplicant, revokeInvite } from "../../../functions/app/onboarding/invites.ts";
import { changeKyb, kybByLink } from "../../../functions/app/onboarding/reads.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { MailApi } from "../../support/mail/mail-api.ts";

let api: MailApi;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  api = new MailApi();
  tenant = await api.tenant();
});

describe("an application's letters", () => {
  const invite = (tenantId: string | null) => {
    const input = { legalName: "Widgets LLC", contactEmail: "w@widgets.test", tenantId, locale: "en" as const };
    return inviteApplicant({ ...api.context, onboardUrl: api.onboardUrl, live: false }, input);
  };
  const become = (id: string, change: (state: Kyb) => Partial<Kyb>) =>
    changeKyb(api.context, id, (state) => {
      const next = { ...state, ...change(state) };
      const { contactEmail: to, locale } = state;
      const input = { kind: "send_mail", template: "kyb_result", about: id, tenantId: tenant.id } as const;
      const follows = [{ ...input, to, locale }];
      return [{ next, from: state.status, to: next.status, reason: "test", follows }];
    });
  const partner = {
    ...{
      ref: "r",
      standing: null,
      missing: [],
      brought: [],
      reasons: [],
      told: true,
      looks: 0,
      lookAt: null,
      asked: {},
    },
    pages: { identity: null, terms: null },
  };

  test("bring a link of their own, of which the book has the digest alone", async () => {
    const { magicLink } = await invite(tenant.id);
    await api.lettersOut();
    const [letter] = api.sent;
    expect(letter).toMatchObject({ to: "w@widgets.test", fromName: "Sluice", subject: "Sluice: verify your business" });
    const token = /\/k\/([\w-]{43})/.exec(letter?.text ?? "")?.[1] ?? "";
    expect(magicLink).not.toContain(token);
    expect((await kybByLink(api.context, token)).state.legalName).toBe("Widgets LLC");
    expect(JSON.stringify(api.store.rows())).not.toContain(token);
  });

  test("are the service's own for a business that has no tenant yet", async () => {
    await invite(null);
    await api.lettersOut();
    expect(api.sent).toMatchObject([{ fromName: "Sluice", replyTo: null }]);
    expect(api.letters()).toMatchObject([{ tenantId: "platform" }]);
  });

  test("are not sent for what was taken back meanwhile", async () => {
    const { application } = await invite(tenant.id);
    await revokeInvite(api.context, application.id);
    await api.lettersOut();
    expect(api.sent).toEqual([]);
    expect(api.letters()).toMatchObject([{ status: "skipped", reason: "the application is revoked" }]);
  });

  test("bring a new link where the first attempt's letter may be lost", async () => {
    await invite(tenant.id);
    await api.handOn();
    const [order] = api.ordered;
    api.answer = () => Promise.reject(new Error("no answer"));
    await expect(api.sendOrdered()).rejects.toThrow("no answer");
    api.answer = async () => ({ messageId: "m" });
    if (order) api.ordered.push(order);
    await api.sendOrdered();
    const tokens = api.sent.map(({ text }) => /\/k\/([\w-]{43})/.exec(text)?.[1] ?? "");
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await kybByLink(api.context, token)).state.status).toBe("invited");
  });

  test.each([
    [{ status: "approved", decidedAt: "2026-11-21T12:00:00.000Z" }, "Widgets LLC is verified", /Payments can/],
    [
      { status: "rejected", partner: { ...partner, reasons: ["not registered"] } },
      "The verification of Widgets LLC was not successful",
      /- not registered/,
    ],
    [
      { status: "under_review", partner: { ...partner, missing: ["tax_id"] } },
      "Something is missing to verify Widgets LLC",
      /- the tax number[\s\S]*\/k\/[\w-]{43}/,
    ],
  ] as const)("say what it has come to: %o", async (change, subject, labels) => {
    const { application } = await invite(tenant.id);
    await api.lettersOut();
    await become(application.id, () => change as Partial<Kyb>);
    await api.lettersOut();
    expect(api.sent[1]?.subject).toBe(subject);
    expect(api.sent[1]?.text).toMatch(labels);
  });

  test("are not sent where nothing is decided and nothing is missing", async () => {
    const { application } = await invite(tenant.id);
    await api.lettersOut();
    await become(application.id, () => ({ status: "under_review", partner }));
    await api.lettersOut();
    expect(api.sent).toHaveLength(1);
    expect(api.letters().at(-1)).toMatchObject({ status: "skipped" });
  });
});
