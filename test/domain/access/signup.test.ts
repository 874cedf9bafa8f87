import { describe, expect, test } from "vitest";
import { acceptSignup, accessInput, declineSignup, takeSignup } from "../../../functions/domain/access/signup.ts";
import { sourceOf } from "../../../functions/domain/core/client-network.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { slugOf, slugsOf } from "../../../functions/domain/core/slug.ts";
import { later, noon } from "../../support/core/samples.ts";

const asked = { companyName: "Acme Inc.", contactName: "Ada", contactEmail: "ada@acme.example" };
const made = { tenantId: "ten_1", kybId: "kyb_1", note: null };

function received() {
  return takeSignup(asked, { id: "sgn_1", locale: "es" }, noon).next;
}

describe("what a business says", () => {
  const full = {
    ...asked,
    website: "https://acme.example/about",
    country: "US",
    useCase: "wholesale\nACH",
    expectedMonthlyVolumeCents: 0,
  };

  test("is taken whole or in its three names alone, without spaces around it", () => {
    expect(accessInput.parse(full)).toEqual(full);
    expect(accessInput.parse({ ...asked, companyName: "  Acme Inc. " })).toEqual(asked);
    expect(accessInput.parse({ ...asked, companyName: "株式会社アクメ", contactName: "Zoë O’Hara" })).toBeTruthy();
    expect(accessInput.parse({ ...asked, companyName: "ශ්\u200dරී ලංකා සමාගම" })).toBeTruthy();
  });

  test.each([
    ["companyName", ""],
    ["companyName", "   "],
    ["companyName", "a".repeat(201)],
    ["companyName", "Acme\u0000"],
    ["companyName", "Acme\u202e"],
    ["companyName", "Acme\ud800"],
    ["companyName", "Acme\nBcc: all@acme.example"],
    ["contactName", "Ada\tLovelace"],
    ["companyName", 7],
    ["contactName", null],
    ["contactEmail", "ada"],
    ["contactEmail", "ada@acme"],
    ["contactEmail", "Ada <ada@acme.example>"],
    ["contactEmail", "ada@acme.example\r\nBcc: all@acme.example"],
    ["contactEmail", `${"a".repeat(250)}@acme.example`],
    ["website", "javascript:alert(1)"],
    ["website", "ftp://acme.example"],
    ["website", "acme.example"],
    ["website", "https://localhost"],
    ["website", "https://ada:pw@acme.example"],
    ["website", `https://acme.example/${"a".repeat(300)}`],
    ["country", "us"],
    ["country", "USA"],
    ["country", "ZZ"],
    ["useCase", "a".repeat(2001)],
    ["expectedMonthlyVolumeCents", -1],
    ["expectedMonthlyVolumeCents", 1.5],
    ["expectedMonthlyVolumeCents", "100"],
    ["expectedMonthlyVolumeCents", 1e15],
    ["plan", "gold"],
  ])("is refused with %s as %j", (name, value) => {
    expect(accessInput.safeParse({ ...full, [name]: value }).success).toBe(false);
  });
});

describe("a request for access", () => {
  test("is received first, in the language of whoever asked", () => {
    expect(takeSignup(asked, { id: "sgn_1", locale: "es" }, noon)).toMatchObject({
      from: null,
      to: "received",
      next: { status: "received", locale: "es", website: null, tenantId: null, decidedAt: null },
    });
  });

  test("is accepted or declined, once", () => {
    const accepted = acceptSignup(received(), made, later(60));
    const declined = declineSignup(received(), "no", later(60));
    if (accepted instanceof Refusal || declined instanceof Refusal) throw new Error("refused");
    expect(accepted.next).toMatchObject({ status: "accepted", ...made, decidedAt: later(60) });
    expect(declined.next).toMatchObject({ status: "declined", note: "no", decidedAt: later(60) });
    for (const { next } of [accepted, declined])
      for (const again of [acceptSignup(next, made, later(60)), declineSignup(next, "no", later(60))])
        expect(again).toMatchObject({
          code: "signup_decided",
          detail: { extra: { status: next.status, tenantId: next.tenantId } },
        });
  });
});

describe("a company's name in an address", () => {
  test.each([
    ["Acme Inc.", "acme-inc"],
    ["  Ünïcode & Söhne GmbH ", "unicode-sohne-gmbh"],
    ["株式会社", "tenant"],
    ["X", "tenant"],
    ["--", "tenant"],
    ["a".repeat(80), "a".repeat(34)],
    [`${"a".repeat(33)} b`, "a".repeat(33)],
  ])("%j is %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    for (const each of slugsOf(name, 20)) expect(each).toMatch(/^[a-z0-9][a-z0-9-]{1,38}$/);
  });

  test("has a number where others were there before", () => {
    expect(slugsOf("Acme", 3)).toEqual(["acme", "acme-2", "acme-3"]);
  });
});

describe("one source of requests", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
  ])("%s is %s", (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });
});
