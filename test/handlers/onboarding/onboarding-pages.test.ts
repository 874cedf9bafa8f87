import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { kybProblemCodes } from "../../../functions/domain/onboarding/form.ts";
import { kybSteps } from "../../../functions/domain/onboarding/kyb.ts";
import { onboardingMessages } from "../../../functions/pages/onboarding/messages/onboarding.ts";
import { onboardingProblems } from "../../../functions/pages/onboarding/messages/onboarding-problems.ts";
import { Applicant } from "../../support/onboarding/applicant.ts";
import { goodForms, secretsOfForms } from "../../support/onboarding/kyb-forms.ts";
import { pageOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let applicant: Applicant;

beforeAll(async () => {
  await deployed.start();
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  applicant = await Applicant.invited(deployed);
});

const hostile = `"><script>alert(1)</script>`;

describe("an application's link", () => {
  test("leads to the first step that lacks something, and on to the next once it is saved", async () => {
    expect((await applicant.get()).headers.location).toBe(`../k/${applicant.token}/company`);
    const saved = await applicant.fill("company", goodForms.company);
    expect([saved.status, saved.headers.location]).toEqual([303, `../../k/${applicant.token}/addresses?saved=company`]);
    expect((await applicant.get("addresses?saved=company")).text).toContain("details are saved");
    expect((await applicant.get()).headers.location).toBe(`../k/${applicant.token}/addresses`);
  });

  test("shows a page of nothing to a guesser, and another one once it has ended", async () => {
    const guessed = await deployed.send(pageOf("openApplication"), {
      ...{ method: "GET", path: `/k/${"x".repeat(43)}/company`, headers: {} },
    });
    expect([guessed.status, guessed.text]).toEqual([404, expect.stringContaining("There is nothing here")]);
    const odd = await deployed.send(pageOf("openApplication"), { ...{ method: "GET", path: "/k/short", headers: {} } });
    expect(odd.status).toBe(404);
    await deployed.call("revokeInvite", deployed.operatorToken, { id: applicant.id }, {});
    const ended = await applicant.get("company");
    expect([ended.status, ended.text]).toEqual([410, expect.stringContaining("This link has ended")]);
    expect(ended.text).not.toContain("Acme");
  });

  test("is in no line that was logged", async () => {
    await applicant.fill("company", goodForms.company);
    const lines = deployed.logged.join("\n");
    expect(lines).not.toContain(applicant.token);
    for (const each of secretsOfForms) expect(lines).not.toContain(each);
  });

  test("leads from an unknown page to a page, and a wrong method is no good", async () => {
    const unknown = await applicant.get("company/what/ever");
    expect([unknown.status, unknown.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    const put = await deployed.send(pageOf("saveApplication"), {
      ...{ method: "PUT", path: `/k/${applicant.token}/company`, headers: {} },
    });
    expect([put.status, put.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
  });
});

describe("every page", () => {
  test.each([...kybSteps, "status", "people/new"])(
    "%s renders with strict headers, in both languages",
    async (place) => {
      for (const lang of ["en", "es"] as const) {
        const { status, headers, text } = await applicant.get(`${place}?lang=${lang}`);
        expect([place, status]).toEqual([place, 200]);
        expect(text).toContain(`<html lang="${lang}" dir="ltr">`);
        expect(text.length).toBeLessThan(70_000);
        expect(headers).toMatchObject({
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "x-frame-options": "DENY",
          "x-content-type-options": "nosniff",
          "x-robots-tag": "noindex",
          "permissions-policy": expect.stringContaining("camera=()"),
        });
        expect(headers["content-security-policy"]).toMatch(
          /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
        );
        expect(text).not.toMatch(/ style=| on\w+=|undefined|\[object/);
      }
    },
  );

  test("comes in the browser's language, and in the chosen one from link to link", async () => {
    expect((await applicant.get("company", { "accept-language": "es-MX,es;q=0.9,en;q=0.5" })).text).toContain(
      onboardingMessages.es.steps.company.title,
    );
    const chosen = await applicant.get("addresses?lang=es", { "accept-language": "en" });
    expect(chosen.text).toContain(`../../k/${applicant.token}/company?lang=es`);
  });
});

describe("a form", () => {
  test("has words for every problem, in both languages", () => {
    for (const labels of [onboardingProblems.en, onboardingProblems.es]) {
      for (const code of kybProblemCodes)
        expect(String(typeof labels[code] === "string" ? labels[code] : labels[code](5)), code).toMatch(/\w/);
      expect(typeof labels.too_long === "string" ? "" : labels.too_long(5)).toContain("5");
    }
  });

  test.each([
    ["company", ["legalName", "entityType", "formationDate", "taxId", "industry", "phone"]],
    ["addresses", ["registeredLine1", "registeredCity", "operatingLine1"]],
    ["people/new", ["fullName", "birthDate", "email", "homeLine1", "idType", "idNumber"]],
    ["payout", ["accountHolder", "accountType", "routingNumber", "accountNumber", "wallet", "stable"]],
    ["consent", ["name", "title", "agree"]],
  ])("of %s with nothing in it says so beside each field and in the summary", async (place, paths) => {
    await applicant.get(place);
    const reply = await applicant.post(place, place === "consent" ? { termsVersion: "2026-11-01" } : {});
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("<title>Error: ");
    expect(reply.text).toMatch(/<div class="errors" role="alert" tabindex="-1" autofocus/);
    for (const path of paths) {
      expect(reply.text, path).toContain(`<a href="#f-${path}">`);
      expect(reply.text, path).toContain(`id="f-${path}-error"`);
      expect(reply.text, path).toContain(`id="f-${path}"`);
    }
  });

  test("with wrong fields keeps what was typed, as text", async () => {
    const typed = { ...goodForms.company, legalName: hostile, phone: hostile, website: "javascript:alert(1)" };
    const reply = await applicant.fill("company", typed);
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain("<script>alert");
    expect(reply.text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(reply.text).toContain(onboardingProblems.en.not_a_website as string);
    expect(reply.text).toContain('value="Wholesale of widgets"');
  });

  test("shows hostile names as text wherever they are read again", async () => {
    await applicant.fill("company", { ...goodForms.company, legalName: hostile });
    await applicant.fill("people/new", { ...goodForms.person, fullName: hostile });
    for (const place of ["company", "people", "documents", "payout", "review"])
      expect((await applicant.get(place)).text, place).not.toContain("<script>alert");
  });

  test("without its own token, or from another site, is refused and changes nothing", async () => {
    await applicant.get("company");
    const foreign = await applicant.post("company", goodForms.company, { "sec-fetch-site": "cross-site" });
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining("This form was not taken")]);
    const tokenless = await applicant.post("company", { ...goodForms.company, form: "x" });
    expect(tokenless.status).toBe(403);
    const old = await applicant.post("company", goodForms.company, {
      "sec-fetch-site": "",
      origin: "https://evil.test",
    });
    expect(old.status).toBe(403);
    expect((await applicant.get()).headers.location).toContain("/company");
  });

  test("that another tab has overtaken is not saved, keeps what was typed and says what changed", async () => {
    await applicant.get("company");
    await applicant.post("company", goodForms.company);
    const late = await applicant.post("company", { ...goodForms.company, industry: "Other things" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("This was changed elsewhere");
    expect(late.text).toContain('value="Other things"');
    const again = await applicant.post("company", { ...goodForms.company, industry: "Other things" });
    expect(again.status).toBe(303);
    expect((await applicant.get("company")).text).toContain('value="Other things"');
  });

  test("that is too large, of another type or no text at all is refused in words", async () => {
    await applicant.get("company");
    const large = await applicant.post("company", { legalName: "x".repeat(300_000) });
    expect([large.status, large.text]).toEqual([413, expect.stringContaining("too much at once")]);
    const other = await applicant.post("company", {}, { "content-type": "application/json" });
    expect(other.status).toBe(415);
    expect(other.headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});

describe("a secret", () => {
  test("is never shown again but for its end, and may be left as it is", async () => {
    await applicant.fillAll();
    for (const place of ["company", "people", "payout", "review"]) {
      const { text } = await applicant.get(place);
      for (const each of secretsOfForms) expect(text, place).not.toContain(each);
    }
    expect((await applicant.get("review")).text).toContain("Ends in 6789");
    const stored = await applicant.fill("company", { ...goodForms.company, taxId: "" });
    expect(stored.status).toBe(303);
  });
});

describe("a document", () => {
  test("that is a disguise is not accepted, in words, and the next one is", async () => {
    await applicant.fill("company", goodForms.company);
    const disguise = await applicant.bring("formation_document", undefined, Buffer.from("MZ not a pdf"));
    expect(disguise.text).toContain("The file was not accepted: the PDF begins like a Windows program");
    const spanish = await applicant.get("documents?lang=es");
    expect(spanish.text).toContain("no es un archivo del tipo que indicó");
    expect((await applicant.bring("formation_document")).text).toContain("The file is received.");
  });

  test("is sent by a form of the store's own, which the page alone allows", async () => {
    await applicant.fill("company", goodForms.company);
    await applicant.get("documents");
    const announced = await applicant.post("documents", { kind: "proof_of_address", contentType: "image/png" });
    const page = await applicant.get(announced.headers.location?.split(`${applicant.token}/`)[1]);
    expect(page.text).toMatch(/enctype="multipart\/form-data"/);
    expect(page.text).toContain(`value="http://localhost:4002/k/${applicant.token}/uploaded/any"`);
    expect(page.headers["content-security-policy"]).toMatch(/form-action 'self' http:\/\/[\w.]+:\d+;/);
  });

  test("that is missing holds the way on up, with a link to it", async () => {
    await applicant.fill("company", goodForms.company);
    const held = await applicant.get("documents/done");
    expect(held.text).toContain('href="#f-formation_document-contentType"');
    expect(held.text).toContain("Formation document: Send this document");
    expect(held.text).toContain('id="f-formation_document-contentType-error"');
  });

  test("without a type says so beside its field", async () => {
    await applicant.fill("company", goodForms.company);
    await applicant.get("documents");
    const reply = await applicant.post("documents", { kind: "proof_of_address", contentType: "" });
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('id="f-proof_of_address-contentType-error"'),
    ]);
  });
});

describe("a company that fills everything in", () => {
  test("checks, agrees and sees how its application stands; nothing can be changed then", async () => {
    const early = await applicant.fill("review", {});
    expect(early.text).toContain("Something is still missing");
    await applicant.fillAll();
    expect((await applicant.get("review")).text).toContain("The address is one on Base.");
    expect((await applicant.fill("review", {})).headers.location).toContain("/consent?saved=review");
    await applicant.get("consent");
    const sent = await applicant.post("consent", goodForms.consent);
    expect(sent.headers.location).toBe(`../../k/${applicant.token}/status?saved=consent`);
    const status = await applicant.get("status");
    expect(status.text).toContain('<div id="live" data-live="4"');
    expect(status.text).toMatch(/<script type="module" src="\.\.\/\.\.\/assets\/live\.[\w-]{16}\.js">/);
    expect(status.text).toContain('<noscript><meta http-equiv="refresh" content="10"></noscript>');
    expect(status.headers["content-security-policy"]).toContain("script-src 'self'; connect-src 'self'");
    expect((await applicant.get("company")).headers.location).toBe(`../../k/${applicant.token}/status`);
    const late = await applicant.post("company", goodForms.company);
    expect([late.status, late.headers.location]).toEqual([303, `../../k/${applicant.token}/status?saved=closed`]);
    expect((await applicant.get("status?saved=closed")).text).toContain("Nothing was changed");
  });
});

test("where the partner sends people back to knows no link", async () => {
  const reply = await deployed.send(pageOf("showReturned"), { method: "GET", path: "/k/back", headers: {} });
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("You are back")]);
});

describe("the scripts of pages", () => {
  test("are served for ever by the hash of what is in them, and under no other name", async () => {
    await applicant.fillAll();
    const asset = (path: string) => deployed.send(pageOf("getAsset"), { method: "GET", path, headers: {} });
    const { pageScript } = await import("../../../functions/pages/browser/scripts.ts");
    const reply = await asset(`/assets/${pageScript("live").file}`);
    expect([reply.status, reply.headers["content-type"], reply.headers["cache-control"]]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
    expect((await asset(`/assets/live.${"x".repeat(16)}.js`)).status).toBe(404);
  });
});
