import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { besiege } from "../../support/routes/besiege.ts";
import { formsIn } from "../../support/routes/page-forms.ts";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists();
const good = { plan: "pro", companyName: "Acme", contactName: "Ada", contactEmail: "form@acme.example" };

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

function open(path: string, headers: Record<string, string> = {}) {
  return deployed.send(screeningOperationOf("showAccountForm"), { method: "GET", path, headers });
}

function send(fields: Readonly<Record<string, string>> | string, headers: Record<string, string> = {}, lang = "en") {
  return deployed.send(screeningOperationOf("sendAccountForm"), {
    ...{ method: "POST", path: `/signup?lang=${lang}`, body: String(new URLSearchParams(fields)) },
    headers: {
      ...{ "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      ...{ "x-forwarded-for": "203.0.113.9", ...headers },
    },
  });
}

function stored() {
  return deployed.aws.store.rows().filter(({ type }) => type === "account_request");
}

/** The plan that stands chosen on a page. */
function chosenOn(page: string): string | undefined {
  const [form] = formsIn(page);
  return form?.fields.find(({ name, value }) => name === "plan" && value !== "")?.value;
}

describe("the screening interface's front page", () => {
  test("leads to the form from each plan, in its own language", async () => {
    const page = (path: string) =>
      deployed.send(screeningOperationOf("showScreening"), { method: "GET", path, headers: {} });
    for (const [lang, labels] of [
      ["en", "Ask for an account"],
      ["es", "Solicitar una cuenta"],
    ] as const) {
      const { text } = await page(`/?lang=${lang}`);
      expect(text).toContain(`href="./signup?lang=${lang}" class="button">${labels}`);
      for (const plan of ["free", "starter", "pro"])
        expect(text).toContain(`href="./signup?plan=${plan}&lang=${lang}"`);
    }
  });
});

describe("the form for an account", () => {
  test("has the plan chosen that its address names, and keeps it where the language is changed", async () => {
    for (const plan of ["free", "starter", "pro"]) {
      const { text } = await open(`/signup?plan=${plan}&lang=en`);
      expect(chosenOn(text)).toBe(plan);
      expect(text).toContain(`href="?plan=${plan}&amp;lang=es"`);
    }
    for (const other of ["/signup", "/signup?plan=unlimited", '/signup?plan="><script>'])
      expect(chosenOn((await open(other)).text)).toBe("free");
  });

  test("is in English or Spanish, asks nobody else for anything, and may be found", async () => {
    const { status, text, headers } = await open("/signup");
    expect(status).toBe(200);
    expect(text).toContain("Ask for an account");
    expect((await open("/signup", { "accept-language": "es-MX" })).text).toContain("Solicitar una cuenta");
    expect(headers["content-security-policy"]).not.toMatch(/script-src|unsafe/);
    expect(headers["x-robots-tag"]).toBeUndefined();
  });

  test("is taken, and leads to a page that can be loaded again", async () => {
    const { status, headers } = await send({ ...good, useCase: "" }, {}, "es");
    expect([status, headers.location]).toEqual([303, "./signup/received?lang=es"]);
    const [request] = stored();
    const { companyName, contactName, contactEmail, ...rest } = good;
    expect(request?.body).toMatchObject({ state: { ...rest, useCase: null, locale: "es" } });
    for (const said of [companyName, contactName, contactEmail])
      expect(JSON.stringify(request)).not.toContain(`"${said}"`);
    const thanks = await deployed.send(screeningOperationOf("showAccountThanks"), {
      ...{ method: "GET", path: (headers.location ?? "").slice(1), headers: {} },
    });
    expect(thanks.text).toContain("Su solicitud ha llegado");
  });

  test("says what is wrong beside each field, and keeps what was typed", async () => {
    const typed = { ...good, plan: "gold", contactEmail: "ada", useCase: "x".repeat(2001), companyName: "<b>" };
    const { status, text } = await send(typed);
    expect(status).toBe(400);
    for (const name of ["plan", "contactEmail", "useCase"]) {
      expect(text).toContain(`href="#f-${name}"`);
      expect(text).toContain(`id="f-${name}-error"`);
    }
    expect(text).toContain("&lt;b&gt;");
    expect((await send(typed, {}, "es")).text).toContain("Elija uno de los planes");
  });

  test("tells who sends too much to wait, with what was typed still there", async () => {
    const from = { "x-forwarded-for": "203.0.113.10" };
    for (let at = 0; at < 5; at++)
      expect((await send({ ...good, contactEmail: `five${at}@acme.example` }, from)).status).toBe(303);
    const { status, text, headers } = await send(good, from);
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(text).toContain('value="form@acme.example"');
    expect(chosenOn(text)).toBe("pro");
  });

  test("comes from no other site", async () => {
    const before = stored().length;
    const { status } = await send({ ...good, contactEmail: "x@acme.example" }, { "sec-fetch-site": "cross-site" });
    expect([status, stored().length]).toEqual([403, before]);
  });

  test("with anything at all in any of its fields stores only what is whole", async () => {
    const siege = await besiege({
      ...{ name: "account", action: "/signup", good },
      open: () => open("/signup"),
      send: (body, nth) => send(body, { "x-forwarded-for": `2001:db8:${nth.toString(16)}::1` }),
      stored: async () => stored().length,
    });
    expect(siege.faults).toEqual([]);
    expect(siege.fields).toHaveLength(5);
  });
});
