import { beforeEach, describe, expect, test } from "vitest";
import { inviteApplicant, revokeInvite } from "../../../functions/app/onboarding/invites.ts";
import { changeKyb, kybByLink } from "../../../functions/app/onboarding/reads.ts";
import type { Kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { MailDoor } from "../../support/mail/mail-door.ts";

let door: MailDoor;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  door = new MailDoor();
  tenant = await door.tenant();
});

describe("an application's letters", () => {
  const invite = (tenantId: string | null) => {
    const asked = {
      legalName: "Widgets LLC",
      contactEmail: "w@widgets.test",
      tenantId,
      locale: "en" as const,
    };
    return inviteApplicant({ ...door.desk, onboardUrl: door.onboardUrl, live: false }, asked);
  };
  const become = (id: string, change: (state: Kyb) => Partial<Kyb>) =>
    changeKyb(door.desk, id, (state) => {
      const next = { ...state, ...change(state) };
      const { contactEmail: to, locale } = state;
      const asked = { kind: "send_mail", template: "kyb_result", about: id, tenantId: tenant.id } as const;
      const follows = [{ ...asked, to, locale }];
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
    await door.lettersOut();
    const [letter] = door.sent;
    expect(letter).toMatchObject({
      to: "w@widgets.test",
      fromName: "Sluice",
      subject: "Sluice: verify your business",
    });
    const token = /\/k\/([\w-]{43})/.exec(letter?.text ?? "")?.[1] ?? "";
    expect(magicLink).not.toContain(token);
    expect((await kybByLink(door.desk, token)).state.legalName).toBe("Widgets LLC");
    expect(JSON.stringify(door.book.rows())).not.toContain(token);
  });

  test("are the service's own for a business that has no tenant yet", async () => {
    await invite(null);
    await door.lettersOut();
    expect(door.sent).toMatchObject([{ fromName: "Sluice", replyTo: null }]);
    expect(door.letters()).toMatchObject([{ tenantId: "platform" }]);
  });

  test("are not sent for what was taken back meanwhile", async () => {
    const { application } = await invite(tenant.id);
    await revokeInvite(door.desk, application.id);
    await door.lettersOut();
    expect(door.sent).toEqual([]);
    expect(door.letters()).toMatchObject([{ status: "skipped", reason: "the application is revoked" }]);
  });

  test("bring a new link where the first attempt's letter may be lost", async () => {
    await invite(tenant.id);
    await door.handOn();
    const [order] = door.ordered;
    door.answer = () => Promise.reject(new Error("no answer"));
    await expect(door.sendOrdered()).rejects.toThrow("no answer");
    door.answer = async () => ({ messageId: "m" });
    if (order) door.ordered.push(order);
    await door.sendOrdered();
    const tokens = door.sent.map(({ text }) => /\/k\/([\w-]{43})/.exec(text)?.[1] ?? "");
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await kybByLink(door.desk, token)).state.status).toBe("invited");
  });

  test.each([
    [
      { status: "approved", decidedAt: "2026-11-21T12:00:00.000Z" },
      "Widgets LLC is verified",
      /Payments can/,
    ],
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
  ] as const)("say what it has come to: %o", async (change, subject, words) => {
    const { application } = await invite(tenant.id);
    await door.lettersOut();
    await become(application.id, () => change as Partial<Kyb>);
    await door.lettersOut();
    expect(door.sent[1]?.subject).toBe(subject);
    expect(door.sent[1]?.text).toMatch(words);
  });

  test("are not sent where nothing is decided and nothing is missing", async () => {
    const { application } = await invite(tenant.id);
    await door.lettersOut();
    await become(application.id, () => ({ status: "under_review", partner }));
    await door.lettersOut();
    expect(door.sent).toHaveLength(1);
    expect(door.letters().at(-1)).toMatchObject({ status: "skipped" });
  });
});
