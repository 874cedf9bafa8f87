import { describe, expect, test } from "vitest";
import { acceptSignup, accessInput, declineSignup, takeSignup } from "../../../functions/domain/access/signup.ts";
import { sourceOf } from "../../../functions/domain/core/client-network.ts";
import { slugOf, slugsOf } from "../../../functions/domain/core/slug.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";

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
    expect(accessInput.parse({ ...asked, companyName: "  Acme Inc. ", useCase: " ACH\r\n\twire " })).toEqual({
      ...asked,
      useCase: "ACH\r\n\twire",
    });
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
    ["useCase", " "],
    ["useCase", "ACH\u0000"],
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
  const empty = { website: null, country: null, useCase: null, expectedMonthlyVolumeCents: null };
  const undecided = { status: "received", note: null, decidedAt: null, tenantId: null, kybId: null };
  const stored = { ...asked, ...empty, ...undecided, id: "sgn_1", locale: "es", createdAt: noon, updatedAt: noon };

  test("is received first, in the language of whoever asked", () => {
    expect(takeSignup(asked, { id: "sgn_1", locale: "es" }, noon)).toEqual({
      ...{ next: stored, from: null, to: "received", reason: "access requested" },
    });
  });

  test("keeps what was said beside the names", () => {
    const extra = { website: "https://acme.example", country: "ES", useCase: "ACH", expectedMonthlyVolumeCents: 0 };
    const { next } = takeSignup({ ...asked, ...extra }, { id: "sgn_1", locale: "es" }, noon);
    expect(next).toEqual({ ...stored, ...extra });
  });

  test("is accepted with its tenant and application, or declined with a note", () => {
    const when = { decidedAt: later(60), updatedAt: later(60) };
    expect(acceptSignup(received(), { ...made, note: "known" }, later(60))).toEqual({
      next: { ...stored, status: "accepted", tenantId: "ten_1", kybId: "kyb_1", note: "known", ...when },
      ...{ from: "received", to: "accepted", reason: "access granted" },
    });
    expect(declineSignup(received(), "no", later(60))).toEqual({
      next: { ...stored, status: "declined", note: "no", ...when },
      ...{ from: "received", to: "declined", reason: "access declined" },
    });
  });

  test.each([
    ["accepted", agreed(acceptSignup(received(), made, later(60))).next],
    ["declined", agreed(declineSignup(received(), "no", later(60))).next],
  ])("that was %s is not decided again", (status, state) => {
    const refusal = {
      code: "signup_decided",
      message: `this request was ${status} already`,
      detail: { extra: { status, tenantId: state.tenantId } },
    };
    expect(acceptSignup(state, made, later(90))).toMatchObject(refusal);
    expect(declineSignup(state, "no", later(90))).toMatchObject(refusal);
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
