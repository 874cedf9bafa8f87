import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { fieldCodes } from "../../../functions/domain/core/refusal.ts";
import { operation } from "../../../functions/http/operation-types.ts";
import { cursor, metadata, text } from "../../../functions/http/schemas.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer } from "../../support/routes/things.ts";

const api = new TestApi();
let apiKey: string;

beforeAll(async () => {
  ({ apiKey } = await api.tenant());
});

const ops = {
  change: operation({
    ...{ id: "change", method: "POST", path: "/things", caller: "tenant", summary: "s", tag: "t", lambda: "things" },
    query: z.strictObject({ cursor }),
    body: z
      .strictObject({
        name: text(2, 4),
        count: z.int().min(1).max(9),
        share: z.number(),
        on: z.boolean(),
        mail: z.email(),
        at: z.iso.datetime(),
        slug: z.string().regex(/^[a-z]+$/),
        day: z.string().regex(/^\d$/, "one digit"),
        mood: z.enum(["good", "bad"]),
        only: z.literal("this"),
        list: z
          .array(z.strictObject({ id: z.string() }))
          .min(1)
          .max(2),
        either: z.union([z.string(), z.strictObject({ a: z.int() })]),
        by: z.discriminatedUnion("kind", [z.strictObject({ kind: z.literal("a") })]),
        step: z.int().multipleOf(5),
        metadata,
      })
      .partial()
      .refine(({ name }) => name !== "no", { path: ["name"], message: "not no" }),
    reply: { status: 200, schema: z.object({}) },
    refusals: [],
  }),
};

async function wrong(body: unknown, path = "/things") {
  const send = api.open(ops, { change: async () => ({ body: {} }) });
  const { text: reply } = await send({ method: "POST", path, headers: bearer(apiKey), body: JSON.stringify(body) });
  return JSON.parse(reply);
}

describe("a wrong field has a code and a message of our own", () => {
  test.each([
    [{ name: 1 }, "name", "wrong_type", "must be a string"],
    [{ name: null }, "name", "wrong_type", "must be a string"],
    [{ name: "a" }, "name", "too_short", "must have at least 2 characters"],
    [{ name: "abcde" }, "name", "too_long", "must have at most 4 characters"],
    [{ name: "a\u0000" }, "name", "invalid", "no control characters"],
    [{ name: "no" }, "name", "invalid", "not no"],
    [{ count: 1.5 }, "count", "wrong_type", "must be a whole number"],
    [{ count: "1" }, "count", "wrong_type", "must be a number"],
    [{ count: 0 }, "count", "too_small", "must be at least 1"],
    [{ count: 10 }, "count", "too_big", "must be at most 9"],
    [{ share: "x" }, "share", "wrong_type", "must be a number"],
    [{ on: "yes" }, "on", "wrong_type", "must be true or false"],
    [{ mail: "x" }, "mail", "pattern", "must be an e-mail address"],
    [{ at: "yesterday" }, "at", "pattern", "must be a date and time such as 2026-11-21T12:00:00Z"],
    [{ slug: "A" }, "slug", "pattern", "not of the form that it must have"],
    [{ day: "12" }, "day", "pattern", "one digit"],
    [{ mood: "fair" }, "mood", "not_allowed", "must be one of good, bad"],
    [{ only: "that" }, "only", "not_allowed", "must be this"],
    [{ list: [] }, "list", "too_short", "must not be empty"],
    [{ list: [{ id: "1" }, { id: "2" }, { id: "3" }] }, "list", "too_long", "must have at most 2 items"],
    [{ list: {} }, "list", "wrong_type", "must be a list"],
    [{ list: [1] }, "list.0", "wrong_type", "must be an object"],
    [{ list: [{}] }, "list.0.id", "required", "required"],
    [{ list: [{ id: "1", more: 1 }] }, "list.0.more", "unknown_field", "unknown field"],
    [{ either: 1 }, "either", "invalid", "not of a form that is allowed"],
    [{ by: { kind: "b" } }, "by.kind", "invalid", "not of a form that is allowed"],
    [{ step: 3 }, "step", "invalid", "not of a form that is allowed"],
    [{ metadata: { [`${"k".repeat(41)}`]: "v" } }, `metadata.${"k".repeat(41)}`, "invalid", expect.any(String)],
    [{ metadata: { k: 1 } }, "metadata.k", "wrong_type", "must be a string"],
    [[], "", "wrong_type", "must be an object"],
    [7, "", "wrong_type", "must be an object"],
  ])("%j", async (body, path, code, message) => {
    const { error, fields } = await wrong(body);
    expect(fields).toEqual([{ path, code, message }]);
    expect(fieldCodes).toContain(code);
    expect(error).toBe(`${path || "body"}: ${fields[0].message}`);
    expect(error).not.toMatch(/expected|received|Invalid/);
  });

  test("in the query too", async () => {
    expect((await wrong({}, "/things?nosuch=1")).fields).toEqual([
      { path: "nosuch", code: "unknown_field", message: "unknown field" },
    ]);
    expect((await wrong({}, "/things?cursor=a&cursor=b")).fields).toEqual([
      { path: "cursor", code: "repeated", message: "given more than once" },
    ]);
  });
});
