import { describe, expect, test } from "vitest";
import * as z from "zod";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { fieldsOf, publicPages } from "../../../functions/http/browser.ts";
import { requireOwnSite } from "../../../functions/http/form-origin.ts";
import { operation } from "../../../functions/http/operation-types.ts";
import { TestApi } from "../../support/core/test-api.ts";

const headers = (reply: Record<string, string>) => (name: string) => reply[name];
const form = headers({ "content-type": "application/x-www-form-urlencoded" });

describe("a form's fields", () => {
  test("are as many as a long form of ours has", () => {
    const fields = Array.from({ length: 400 }, (_, at) => `f${at}=x`).join("&");
    expect(Object.keys(fieldsOf(fields, form))).toHaveLength(400);
  });

  test("are not tens of thousands: comparing and naming them all would hold the door up", () => {
    const fields = Array.from({ length: 40_000 }, (_, at) => at.toString(36)).join("&");
    expect(() => fieldsOf(fields, form)).toThrow(/too many fields/);
  });
});

describe("whose form it is", () => {
  const host = "pay.example.com";

  test.each([
    ["ours by its origin", { host: "api.example.com", origin: "https://pay.example.com" }],
    ["ours by the host that was asked for", { host: "brand.example", origin: "https://brand.example" }],
    ["a program's, which names no origin", { host }],
  ])("%s is let in", (_, reply) => {
    expect(() => requireOwnSite(headers(reply), host)).not.toThrow();
  });

  test.each([
    ["another site's", { host, origin: "https://evil.example" }],
    ["of no address, where no host was asked for either", { origin: "null" }],
    ["of no address at all", { origin: "nonsense" }],
  ])("%s is refused", (_, reply: Record<string, string>) => {
    expect(() => requireOwnSite(headers(reply), host)).toThrow(/another site/);
  });

  test("of a file on somebody's disk is not that of a stage without a host", () => {
    const reply = { host: "api.example.com", origin: "file://" };
    expect(() => requireOwnSite(headers(reply), "")).toThrow(/another site/);
  });
});

describe("a page that says what was wrong, and cannot be drawn", () => {
  const ops = {
    showThing: operation({
      ...{ id: "showThing", method: "GET", path: "/things", caller: "public", tag: "Pages", summary: "a page" },
      reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
      refusals: ["not_found"],
      lambda: "things",
    }),
  };

  test.each([
    ["a refusal", new Refusal("not_found", "no such thing")],
    ["a bug", new Error("the first trouble")],
  ])("is our own plain answer, and in the log: after %s", async (_, trouble) => {
    const api = new TestApi();
    const refused = () => Promise.reject(new Error("the book does not answer"));
    const frame = { ...api.frame(), browser: publicPages({ host: "pay.example.com", refused }) };
    const send = api.open(ops, { showThing: () => Promise.reject(trouble) }, frame);
    const { status, text } = await send({ path: "/things" });
    expect([status, JSON.parse(text)]).toEqual([500, expect.objectContaining({ code: "internal_error" })]);
    expect(JSON.stringify(api.log.lines)).toContain("the book does not answer");
  });
});
