import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MemoryMailer } from "../../../functions/adapters/mock/mail-mock.ts";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { letterRow, storedLetterKey } from "../../../functions/app/mail/letter-rows.ts";
import { type Mailing, mailingStatuses, newMailing } from "../../../functions/domain/mail/mailing.ts";
import { aPng } from "../../support/core/files.ts";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
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

/** A letter about the owner's invoice, as it is remembered. */
async function letter(status: Mailing["status"]): Promise<string> {
  const id = `eml_01K0000000000000000000${String(nth).padStart(4, "0")}`;
  const about = owner.invoiceId;
  const input = { template: "invoice_sent", about, tenantId: owner.id, to: "p@example.com", locale: "en" } as const;
  const at = new Date().toISOString();
  const state = { ...newMailing(id, { kind: "send_mail", ...input }, at), status, reason: hostile };
  await screening.aws.store.write([{ put: letterRow(state, 1), expect: "absent" }], id);
  return id;
}

describe("brands", () => {
  const fields = {
    ...{ name: "Acme Pay", accent: "#0B57D0", text: "#1b1b1f", background: "#ffffff" },
    ...{ supportEmail: "", supportUrl: "", domain: "", locale: "es", logo: "keep" },
  };

  test("of a tenant are seen, set, changed and taken away", async () => {
    const params = { id: owner.id };
    expect(await shown("showTenantBrand", params)).toContain("It has no brand of its own");
    expect((await one.post("setTenantBrand", fields, params)).headers.location).toMatch(/done=brand-set$/);
    const page = await shown("showTenantBrand", params);
    for (const labels of ["Acme Pay", "White on the accent", "#0b57d0", ":1", "reads", "curl"])
      expect(page).toContain(labels);
    expect(await shown("showBrands")).toContain("Acme Pay");
    expect(trailOf(`brand#${owner.id}`).at(-1)).toMatchObject({ action: "setTenantBrand" });
    expect((await one.post("dropTenantBrand", {}, params)).status).toBe(303);
    expect(await shown("showBrands")).not.toContain("Acme Pay");
    expect((await one.post("dropTenantBrand", {}, params)).status).toBe(404);
  });

  test("keep their logo or let it go", async () => {
    const params = { id: owner.id };
    const data = Buffer.from(aPng(120, 40)).toString("base64");
    const input = { name: "Logo", logo: { data } };
    const put = await screening.call("putTenantBrand", screening.operatorToken, params, input);
    expect(put.status, put.text).toBe(200);
    await one.post("setTenantBrand", fields, params);
    expect(await shown("showTenantBrand", params)).toContain(`src="data:image/png;base64,${data}"`);
    await one.post("setTenantBrand", { ...fields, logo: "none" }, params);
    expect(await shown("showTenantBrand", params)).not.toContain("data:image/png");
  });

  test.each([
    [{ accent: "#ffff00" }, "accent"],
    [{ text: "#eeeeee" }, "text"],
    [{ background: "white" }, "background"],
    [{ name: "a\nb" }, "name"],
    [{ domain: "evil.example" }, "domain"],
    [{ supportUrl: "http://plain.example" }, "supportUrl"],
    [{ supportEmail: "x" }, "supportEmail"],
    [{ locale: "de" }, "locale"],
  ])("with %j come back with it at the field", async (wrong, field) => {
    for (const [id, params, more] of [
      ["setTenantBrand", { id: owner.id }, {}],
      ["setResellerBrand", undefined, { isoRef: "iso-1" }],
    ] as const) {
      const { status, text } = await one.post(id, { ...fields, ...wrong, ...more }, params);
      expect([status, text.includes(`href="#${id}-${field}"`)], text).toEqual([400, true]);
      expect(text).toContain('aria-invalid="true"');
    }
  });

  test("of a reseller are set and taken away under any name that it has", async () => {
    const isoRef = `Söhne & Co '"$(x)!`;
    const query = new URLSearchParams({ isoRef }).toString();
    expect(await shown("showResellerBrand", undefined, query)).toContain("It has no brand");
    expect((await one.post("setResellerBrand", { ...fields, isoRef })).status).toBe(303);
    const page = await shown("showResellerBrand", undefined, query);
    expect(page).toContain("Acme Pay");
    // The line is copied into a shell.
    const line = /admin\/resellers\/([^<]+?)\/brand/.exec(page)?.[1] ?? "";
    expect(line).toMatch(/^[\w%.~-]+$/);
    expect(decodeURIComponent(line)).toBe(isoRef);
    expect((await one.post("dropResellerBrand", { isoRef })).status).toBe(303);
    const [set, dropped] = trailOf(`brand#iso#${isoRef}`).slice(-2);
    expect([set, dropped]).toMatchObject([
      { actor: "operator:one", action: "setResellerBrand" },
      { actor: "operator:one", action: "dropResellerBrand" },
    ]);
    expect((await one.get("showResellerBrand")).status).toBe(400);
  });
});

describe("letters", () => {
  test.each(mailingStatuses)("%s are listed and shown", async (status) => {
    const id = await letter(status);
    const list = await shown("showLetters", undefined, `status=${status}`);
    expect(list).toContain(id);
    expect(await shown("showLetters", undefined, `about=${owner.invoiceId}`)).toContain(id);
    expect(await shown("showLetters", undefined, `tenantId=${owner.id}&template=receipt`)).not.toContain(id);
    const page = await shown("showLetter", { id });
    expect(page).toContain("It is not kept");
    expect((await one.get("showLetterHtml", { id })).status).toBe(404);
  });

  test("that are kept show their text with its links, and their HTML in a sandbox of its own", async () => {
    const id = await letter("sent");
    const clock = { now: () => new Date().toISOString() };
    const mailer = new MemoryMailer(screening.aws.store, clock, () => `kept-${id}`, storedLetterKey);
    await mailer.send({
      ...{ key: id, fromName: hostile, to: "p@example.com", replyTo: null, subject: hostile },
      text: `Look: https://pay.example.com/i/abc?x=1&y=2 <script>`,
      html: '<!doctype html><p style="color:red">Look</p>',
    });
    const page = await shown("showLetter", { id });
    expect(page).toContain('href="https://pay.example.com/i/abc?x=1&amp;y=2"');
    expect(page).toContain(defused);
    const { status, headers, text } = await one.get("showLetterHtml", { id });
    expect([status, text]).toEqual([200, '<!doctype html><p style="color:red">Look</p>']);
    const policy = headers["content-security-policy"] ?? "";
    for (const part of ["default-src 'none'", "sandbox", "frame-ancestors 'none'", "form-action 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/allow-|script-src/);
  });
});
