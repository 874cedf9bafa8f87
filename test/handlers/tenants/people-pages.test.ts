import { html } from "hono/html";
import { describe, expect, test } from "vitest";
import { localeOf } from "../../../functions/contract/shared/locale.ts";
import { dayText, momentText, moneyText } from "../../../functions/domain/core/format.ts";
import { locales } from "../../../functions/domain/core/mail.ts";
import { platformBrand } from "../../../functions/domain/tenants/brand.ts";
import { contrast } from "../../../functions/domain/tenants/contrast.ts";
import { formTokenOf, isFormToken } from "../../../functions/http/form-origin.ts";
import { errorSummary, peopleForm } from "../../../functions/pages/kit/form.ts";
import { kitMessages } from "../../../functions/pages/kit/messages/kit.ts";
import { paletteCss } from "../../../functions/pages/kit/palette.ts";
import { brandedPage } from "../../../functions/pages/tenants/branded.ts";

const hostile = `"><script>alert(1)</script>`;

describe("the language of a page", () => {
  test.each([
    ["es", "en", "es"],
    ["ES-mx", "en", "es"],
    ["xx", "es-MX,es;q=0.9,en;q=0.5", "es"],
    [undefined, "de, es;q=0.4, en;q=0.7", "en"],
    [undefined, "es;q=0, fr", "en"],
    [undefined, "", "en"],
    [undefined, ";;q=x,,", "en"],
  ] as const)("is for lang=%s and %j %s", (lang, languages, expected) => {
    expect(localeOf(lang, languages)).toBe(expected);
  });

  test("writes money, days and moments as its readers do", () => {
    expect([moneyText(123_456, "USD", "en"), moneyText(123_456, "USD", "es")]).toEqual(["$1,234.56", "$1,234.56"]);
    expect([dayText("2026-01-31", "en"), dayText("2026-01-31", "es")]).toEqual([
      "January 31, 2026",
      "31 de enero de 2026",
    ]);
    expect(momentText("2026-01-31T22:05:00.000Z", "en")).toContain("10:05");
  });

  test("has a word for everything that the other has, and none is empty", () => {
    const [en, es] = locales.map((locale) => kitMessages[locale]);
    expect(Object.keys(es ?? {})).toEqual(Object.keys(en ?? {}));
    expect(Object.keys(es?.refusals ?? {})).toEqual(Object.keys(en?.refusals ?? {}));
  });
});

describe("a brand's colours", () => {
  const brands = [
    platformBrand.colours,
    { accent: "#767676", text: "#767676", background: "#ffffff" },
    { accent: "#00008b", text: "#000000", background: "#ffffe0" },
    { accent: "#757575", text: "#ffffff", background: "#000000" },
  ];

  test.each(brands)("%j are read in everything that is made of them, by day and by night", (colours) => {
    const blocks = paletteCss(colours).match(/\{[^{}]*\}/g) ?? [];
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const colour = (name: string) => new RegExp(`--${name}:(#\\w{6})`).exec(block)?.[1] ?? "";
      for (const ground of ["paper", "ground"])
        for (const name of ["ink", "soft", "accent", "bad", "good", "warn"])
          expect(contrast(colour(name), colour(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour("on-accent"), colour("accent"))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("a page for people", () => {
  const page = (more: object = {}) =>
    brandedPage({
      ...{ root: "./", brand: platformBrand, locale: "en", title: hostile, main: html`<h1>${hostile}</h1>` },
      ...more,
    });

  test("shows what others wrote as text", () => {
    const brand = { ...platformBrand, name: hostile, supportEmail: `a@b.example?${hostile}` };
    expect(page({ brand }).body).not.toContain("<script>alert");
  });

  test("allows script, and asking again, only where it has one, and a store's form only where it names it", () => {
    const policy = (more: object) => page(more).headers?.["content-security-policy"] ?? "";
    expect(policy({})).not.toMatch(/script-src|connect-src|unsafe/);
    expect(policy({ scripts: ["live"] })).toContain("script-src 'self'; connect-src 'self'");
    expect(policy({ formsTo: "https://store.test" })).toContain("form-action 'self' https://store.test;");
  });

  test("has a style of its own for each brand, and its policy knows it by its hash", () => {
    const accent = { ...platformBrand, colours: { ...platformBrand.colours, accent: "#8b0000" } };
    expect(page({ brand: accent }).headers).not.toEqual(page().headers);
    expect(page({ brand: accent }).body).toContain("--accent:#8b0000");
  });

  test("links a mistake to its field, and keeps a ticked box only if it was ticked", () => {
    const errors = [{ path: "legalName", message: "Fill this in." }];
    const form = peopleForm(kitMessages.en, {
      parts: [
        { name: "legalName", label: "Name", hint: "In full" },
        { name: "agree", label: "Yes", kind: "check", value: "yes" },
      ],
      ...{ submit: "Go", errors, typed: { legalName: hostile } },
    });
    expect(String(errorSummary(kitMessages.en, errors))).toContain('href="#f-legalName"');
    const text = String(form);
    expect(text).toContain('aria-describedby="f-legalName-hint f-legalName-error" aria-invalid="true"');
    expect(text).not.toMatch(/<script>| checked/);
  });
});

test("a form's token is its secret's and its purpose's alone", () => {
  const token = formTokenOf("secret", "pay");
  expect(isFormToken(token, "secret", "pay")).toBe(true);
  for (const [given, secret, purpose] of [
    [token, "secret", "other"],
    [token, "Secret", "pay"],
    ["", "secret", "pay"],
    [`${token}x`, "secret", "pay"],
  ] as const)
    expect(isFormToken(given, secret, purpose)).toBe(false);
});
