import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicantBrand, brandOf } from "../../../functions/app/tenants/brands.ts";
import { brandLogoOperations } from "../../../functions/contract/tenants/brands.ts";
import {
  brandedUrl,
  logoPath,
  ownColours,
  plainBrand,
  platformBrand,
} from "../../../functions/domain/tenants/brand.ts";
import { aJpeg, aPng, sha256Of } from "../../support/core/files.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const { operatorToken } = deployed;
const png = aPng(120, 40);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const look = {
  name: "Nordwind Café 北風",
  colours: { accent: "#7a1f5c" },
  supportEmail: "help@nordwind.example",
  supportUrl: "https://nordwind.example/help",
  domain: "pay.nordwind.example",
  locale: "es",
};
let one: Owner;
let other: Owner;

beforeAll(async () => {
  process.env.BRAND_DOMAINS = "pay.nordwind.example,pay.north.example";
  ({ one, other } = await deployed.start());
});

afterAll(() => {
  delete process.env.BRAND_DOMAINS;
  deployed.stop();
});

async function call(id: string, params: Record<string, string>, body?: unknown) {
  const { status, text } = await deployed.call(id, operatorToken, params, body);
  return { status, json: JSON.parse(text) };
}

const put = (body: unknown, id = one.id) => call("putTenantBrand", { id }, body);
const putReseller = (body: unknown) => call("putResellerBrand", { isoRef: "iso é 7" }, body);

async function refused(body: object): Promise<{ path: string; message: string }[]> {
  const { status, json } = await put({ name: "Nordwind", ...body });
  expect(status, JSON.stringify(json)).toBe(400);
  expect(json.code).toBe("validation_error");
  return json.fields;
}

async function tenant(id: string) {
  return (await call("getTenant", { id })).json;
}

async function brand(id = one.id) {
  return brandOf({ store: deployed.aws.store }, await tenant(id));
}

function picture(sha256: string) {
  const { showLogo } = brandLogoOperations;
  return deployed.send(showLogo, { method: "GET", path: pathOf(showLogo, { sha256 }), headers: {} });
}

async function newInvoice(owner: Owner, number: string) {
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  const body = { number, customerId: "c", lineItems };
  return JSON.parse((await deployed.call("createInvoice", owner.apiKey, {}, body)).text);
}

describe("a tenant without a brand", () => {
  test("has its name, its address and our colours, and links under our host", async () => {
    const { status, json } = await call("getTenantBrand", { id: other.id });
    expect([status, json.code]).toEqual([404, "not_found"]);
    expect(await brand(other.id)).toEqual(plainBrand(await tenant(other.id)));
    expect((await newInvoice(other, "B-1")).hostedUrl).toMatch(/^http:\/\/localhost:4002\/i\//);
  });

  test("has its reseller's, and its own before that", async () => {
    const theirs = { name: "North", colours: { accent: "#0a5c36" }, domain: "pay.north.example" };
    expect((await putReseller(theirs)).status).toBe(200);
    expect(await brand(other.id)).toMatchObject({ name: "other" });
    await call("changeTenant", { id: other.id }, { isoRef: "iso é 7" });
    expect(await brand(other.id)).toMatchObject({ ...theirs, colours: { ...ownColours, ...theirs.colours } });
    expect((await brand(other.id)).supportEmail).toBe("other@example.com");
    expect((await newInvoice(other, "B-2")).hostedUrl).toMatch(/^http:\/\/pay\.north\.example\/i\//);
    await put({ name: "Its own" }, other.id);
    expect(await brand(other.id)).toMatchObject({ name: "Its own", domain: null });
    await call("removeTenantBrand", { id: other.id });
    expect((await brand(other.id)).name).toBe("North");
    await call("removeResellerBrand", { isoRef: "iso é 7" });
    expect((await brand(other.id)).name).toBe("other");
    expect((await call("getResellerBrand", { isoRef: "iso é 7" })).status).toBe(404);
  });
});

test("a business that is verified sees our brand where it has none, not its own name", async () => {
  expect(await applicantBrand({ store: deployed.aws.store }, await tenant(other.id))).toEqual(platformBrand);
  await put({ name: "Its own" }, other.id);
  const own = await applicantBrand({ store: deployed.aws.store }, await tenant(other.id));
  expect(own).toMatchObject({ name: "Its own", supportEmail: null });
  await call("removeTenantBrand", { id: other.id });
});

describe("a tenant's brand", () => {
  test("is kept whole, and the same again changes nothing", async () => {
    const input = { ...look, logo: { data: base64(png) } };
    const { status, json } = await put(input);
    expect(status).toBe(200);
    const logo = { id: sha256Of(png), contentType: "image/png", width: 120, height: 40 };
    expect(json).toMatchObject({ ...look, colours: { ...ownColours, ...look.colours }, logo });
    expect((await call("getTenantBrand", { id: one.id })).json).toEqual(json);
    await deployed.advance(60);
    expect((await put(input)).json).toEqual(json);
    expect((await put({ ...look, logo: { id: logo.id } })).json).toEqual(json);
    expect(await brand()).toEqual({ ...look, logo, colours: { ...ownColours, ...look.colours } });
  });

  test("is the host of links made from then on, under our scheme", async () => {
    const { hostedUrl } = await newInvoice(one, "A-2");
    expect(hostedUrl).toMatch(/^http:\/\/pay\.nordwind\.example\/i\/[\w-]{43}$/);
    expect(brandedUrl(await brand(), "https://onboard.example")).toBe("https://pay.nordwind.example");
    const input = { legalName: "A", contactEmail: "a@b.example", tenantId: one.id };
    const { id, magicLink } = (await call("inviteApplicant", {}, input)).json;
    expect(magicLink).toMatch(/^http:\/\/pay\.nordwind\.example\/k\//);
    expect((await call("resendInvite", { id })).json.magicLink).toMatch(/^http:\/\/pay\.nordwind/);
  });

  test("has its logo served for ever, as what it is and nothing else", async () => {
    const { status, headers, text } = await picture(sha256Of(png));
    expect(status).toBe(200);
    expect(sha256Of(Buffer.from(text, "latin1"))).toBe(sha256Of(png));
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect(logoPath({ id: sha256Of(png) })).toBe(`brand/${sha256Of(png)}`);
    expect((await picture(sha256Of("another"))).status).toBe(404);
  });

  test("may have a JPEG, and the picture it had before stays where letters show it", async () => {
    expect((await put({ ...look, logo: { data: base64(aJpeg) } })).json.logo).toMatchObject({ width: 16 });
    expect((await picture(sha256Of(aJpeg))).headers["content-type"]).toBe("image/jpeg");
    expect((await picture(sha256Of(png))).status).toBe(200);
  });

  test("is taken away once, and can be given again", async () => {
    expect((await call("removeTenantBrand", { id: one.id })).status).toBe(200);
    expect((await call("removeTenantBrand", { id: one.id })).status).toBe(404);
    expect((await call("getTenantBrand", { id: one.id })).status).toBe(404);
    expect((await brand()).name).toBe("one");
    expect((await put({ name: "Again" })).json).toMatchObject({ name: "Again", logo: null });
  });

  test("is in the audit trail with what changed, and who did it", async () => {
    const { json } = await call("listAudit", {});
    const reply = json.data.filter((each: { subject: string }) => each.subject === `brand#${one.id}`);
    expect(reply.map((each: { action: string }) => each.action)).toEqual([
      "putTenantBrand",
      "removeTenantBrand",
      "putTenantBrand",
      "putTenantBrand",
    ]);
    expect(reply[0]).toMatchObject({ actor: "operator:one", after: { name: "Again" } });
  });

  test("is nobody's whose tenant there is not", async () => {
    expect((await put(look, "ten_7ZZZZZZZZZZZZZZZZZZZZZZZZZ")).status).toBe(404);
  });
});

describe("what a brand may not be", () => {
  test("unreadable: the ratio and a shade that reads are named", async () => {
    expect(await refused({ colours: { accent: "#ffcc00" } })).toEqual([
      {
        path: "colours.accent",
        code: "invalid",
        message: expect.stringMatching(/1\.5\d:1 on #ffffff and needs 4\.5:1; the nearest shade is #/),
      },
    ]);
    const [text] = await refused({ colours: { text: "#aaaaaa" } });
    expect(text?.path).toBe("colours.text");
  });

  test.each([
    ["an SVG", base64(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), "neither PNG nor JPEG"],
    ["a program", base64(Buffer.from("MZ and more")), "neither PNG nor JPEG"],
    ["a picture of 1,201 pixels", base64(aPng(1, 1_201)), "1200"],
    ["a PNG without its pixels", base64(aPng(4, 4, [4, 400])), "cannot be unpacked"],
    ["65 KB", base64(Buffer.alloc(65 * 1024)), "over 64 KB"],
    ["no base64", "~~~~", "base64"],
  ])("with %s for a logo", async (_, data, problem) => {
    const [field] = await refused({ logo: { data } });
    expect(field?.path).toMatch(/^logo/);
    expect(field?.message.toLowerCase()).toContain(problem.toLowerCase());
  });

  test("with a logo that nobody has sent", async () => {
    expect(await refused({ logo: { id: "0".repeat(64) } })).toEqual([
      { path: "logo.id", code: "invalid", message: "no such picture is kept" },
    ]);
  });

  test.each(["pay.elsewhere.example", "localhost:4002", "127.0.0.1", "sub.pay.nordwind.example"])(
    "under %s, where this stage does not answer",
    async (domain) => {
      const [field] = await refused({ domain });
      expect(field?.path).toBe("domain");
    },
  );

  test("but under any name of this machine while it runs on one", async () => {
    expect((await put({ name: "Local", domain: "nordwind.localhost:4002" })).json.domain).toBe(
      "nordwind.localhost:4002",
    );
    expect((await newInvoice(one, "A-9")).hostedUrl).toMatch(/^http:\/\/nordwind\.localhost:4002\/i\//);
  });

  test.each<[string, object]>([
    ["two lines in its name", { name: "A\nBcc: everybody@example.com" }],
    ["a name that turns its direction", { name: "A\u202eevil" }],
    ["81 characters in its name", { name: "x".repeat(81) }],
    ["a blank name", { name: "  " }],
    ["a help page without TLS", { supportUrl: "http://nordwind.example" }],
    ["a name that cannot be seen as it is", { name: "Nord\u200bwind" }],
    ["somebody's name in a help page's address", { supportUrl: "https://bank.example@evil.example/help" }],
    ["somebody's password in it", { supportUrl: "https://user:secret@nordwind.example/help" }],
    ["a brace in a help page's address", { supportUrl: "https://nordwind.example/#help}" }],
    ["a percent sign in it that encodes nothing", { supportUrl: "https://nordwind.example/100%" }],
    ["two fragments in it", { supportUrl: "https://nordwind.example/#a#b" }],
    ["a script for a help page", { supportUrl: "javascript:alert(1)" }],
    ["capitals in a colour", { colours: { accent: "#FFFFFF" } }],
    ["a colour with a way out of it", { colours: { accent: "#fff}*{x" } }],
    ["a language that pages have not", { locale: "fr" }],
    ["an address that is none", { supportEmail: "help@" }],
  ])("with %s", async (_, body) => {
    expect((await refused(body)).length).toBeGreaterThan(0);
  });
});
