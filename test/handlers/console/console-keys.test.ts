import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formsIn } from "../../support/routes/page-forms.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { textOf } from "../../support/settlement/payer.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let visitor: Visitor;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  visitor = new Visitor(deployed);
  expect((await visitor.signIn()).status).toBe(303);
});

/** What the form that mints a key on a page holds, by name; a box that is not ticked holds nothing. */
function held(page: string) {
  const form = formsIn(page).find(({ action }) => action.endsWith(`tenants/${owner.id}/keys`));
  const fields = form?.fields.filter(({ kind }) => kind !== "hidden") ?? [];
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

const everything = { "scopes.*": "yes" };
const boxes = ["scopes.*", "scopes.read", "scopes.pay", "scopes.refund", "scopes.escrow", "scopes.write"];
const unticked = Object.fromEntries(boxes.map((name) => [name, ""]));

const mint = (fields: Readonly<Record<string, string>>) => visitor.post("addKey", fields, { id: owner.id });

async function newest() {
  const { text } = await deployed.call("listKeys", deployed.operatorToken, { id: owner.id });
  return JSON.parse(text).data[0];
}

describe("the form that mints an API key", () => {
  test("has a box for each scope, with everything ticked, and mints that as it stands", async () => {
    const { text } = await visitor.get("showTenant", { id: owner.id });
    expect(held(text)).toEqual({ name: "", ...unticked, ...everything, expiresAt: "", sourceRanges: "" });
    for (const name of ["scopes", "expiresAt", "sourceRanges"]) {
      expect(text).toContain(`id="addKey-${name}-hint"`);
      expect(text).toMatch(new RegExp(`aria-describedby="addKey-${name}-hint"`));
    }
    expect((await mint({ name: "", ...everything, expiresAt: "", sourceRanges: " \r\n" })).status).toBe(200);
    expect(await newest()).toMatchObject({ name: null, scopes: ["*"], expiresAt: null, sourceRanges: null });
  });

  test("mints a key that may do what is ticked, until a moment in UTC, from the ranges that are typed", async () => {
    const minted = await mint({
      ...{ name: "till", "scopes.read": "yes", "scopes.pay": "yes", expiresAt: "2031-05-01T09:30" },
      sourceRanges: "203.0.113.0/28, 198.51.100.7\r\n2001:DB8:17::/48 ",
    });
    const key = /slc_test_\w+/.exec(minted.text)?.[0] ?? "";
    const sourceRanges = ["203.0.113.0/28", "198.51.100.7/32", "2001:db8:17::/48"];
    const expiresAt = "2031-05-01T09:30:00.000Z";
    expect(await newest()).toMatchObject({ name: "till", scopes: ["read", "pay"], expiresAt, sourceRanges });
    const from = (address: string, id: string) =>
      deployed.call(id, key, {}, id === "createCustomer" ? { name: "x" } : undefined, { "x-forwarded-for": address });
    expect((await from("203.0.113.15", "listInvoices")).status).toBe(200);
    expect(JSON.parse((await from("203.0.113.16", "listInvoices")).text).code).toBe("source_not_allowed");
    expect(JSON.parse((await from("203.0.113.15", "createCustomer")).text).code).toBe("insufficient_scope");
    const listed = textOf((await visitor.get("showTenant", { id: owner.id })).text);
    expect(listed).toContain(`until 2031-05-01 09:30:00 UTC read, pay from ${sourceRanges.join(", ")}`);
  });

  test.each([
    ["no box that is ticked", {}, "scopes", "Must not be empty."],
    ["everything and more", { ...everything, "scopes.read": "yes" }, "scopes", "* stands alone."],
    ["a scope that there is not", { "scopes.admin": "yes" }, "scopes", "Entry 1: This is none of what it can be."],
    ["a box that says no", { ...everything, "scopes.read": "no" }, "scopes", "Unknown field."],
    ["scopes in one text", { scopes: "read" }, "scopes", "Must be a list."],
    ["an expiry in the past", { ...everything, expiresAt: "2020-01-01T00:00" }, "expiresAt", "Not in the past."],
    ["an expiry that is none", { ...everything, expiresAt: "soon" }, "expiresAt", "Give a date and a time."],
    [
      "an address within a range",
      { ...everything, sourceRanges: "198.51.100.7, 203.0.113.7/24" },
      "sourceRanges",
      "Entry 2: Not an address within a range: the range is 203.0.113.0/24.",
    ],
    [
      "every address",
      { ...everything, sourceRanges: "0.0.0.0/0" },
      "sourceRanges",
      "Entry 1: Not every address: leave the ranges out for that.",
    ],
    [
      "21 ranges",
      { ...everything, sourceRanges: Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`).join(" ") },
      "sourceRanges",
      "Must have at most 20 items.",
    ],
    ["a long text", { ...everything, sourceRanges: "1".repeat(1_201) }, "sourceRanges", "At most 1200 characters."],
  ])("refuses %s beside the field, and keeps what was typed", async (_, wrong, field, words) => {
    const before = (await newest())?.id;
    const typed = { name: '"><script>', ...wrong };
    const { status, text } = await mint(typed);
    expect([status, (await newest())?.id]).toEqual([400, before]);
    expect(text).toContain(`id="addKey-${field}-error">${words}</p>`);
    expect(text).toContain(`<li><a href="#addKey-${field}">`);
    expect(text).toMatch(new RegExp(`id="addKey-${field}"[^>]*aria-invalid="true"`));
    expect(text).not.toContain("<script>");
    const { scopes: _scopes, "scopes.admin": _admin, "scopes.read": read, ...rest } = typed as Record<string, string>;
    const ticked = read === "yes" ? { "scopes.read": read } : {};
    expect(held(text)).toEqual({ ...unticked, expiresAt: "", sourceRanges: "", ...rest, ...ticked });
  });
});
