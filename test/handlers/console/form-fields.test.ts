import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { boxesOf, formOf } from "../../../functions/contract/console/schemas.ts";
import { text } from "../../../functions/http/schemas.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let kit: typeof import("../../../functions/pages/console/kit/action.ts");
let api: typeof import("../../../functions/pages/console/kit/handlers.ts");

beforeAll(async () => {
  await deployed.open();
  kit = await import("../../../functions/pages/console/kit/action.ts");
  api = await import("../../../functions/pages/console/kit/handlers.ts");
});
afterAll(() => deployed.stop());

describe("a field of a console form", () => {
  test("is as long, as needed and of the type that its operation's schema says", () => {
    const note = kit.fieldOfSchema("note", text(1, 64).nullable().default(null), "Why");
    expect(note).toEqual({ name: "note", label: "Why", type: "text", optional: true, maxLength: 64 });
    const email = kit.fieldOfSchema("contact", z.email().max(254), "Contact", "a@b.example");
    expect(email).toMatchObject({ type: "email", optional: false, maxLength: 254, value: "a@b.example" });
    const hours = kit.fieldOfSchema("hours", z.coerce.number<string>().int().default(24), "Hours");
    expect(hours).toMatchObject({ type: "number", optional: false, value: "24" });
    expect(hours).not.toHaveProperty("maxLength");
  });

  test("offers the values of its schema by their names", () => {
    const schema = z.enum(["won", "lost"]);
    const called = { label: "Result", choose: "Choose", called: { won: "Won" } };
    expect(kit.fieldOfSchema("result", schema, called).options).toEqual([
      ["", "Choose"],
      ["won", "Won"],
      ["lost", "lost"],
    ]);
  });

  test("is a box for each value of a list, ticked as its schema begins, and read from the boxes that are sent", () => {
    const scopes = z.array(z.enum(["all", "read"])).min(1);
    const options = [["all", "All"]] as const;
    expect(kit.fieldOfSchema("scopes", scopes.default(["all"]), { label: "It may", options })).toMatchObject({
      ...{ type: "boxes", value: "all", options, optional: false },
    });
    const body = boxesOf("scopes", formOf(z.strictObject({ scopes, name: text(1, 5) })));
    expect(Object.keys(kit.shapeOf(body))).toEqual(["scopes", "name"]);
    const read = (fields: object) => body.safeParse({ name: " a ", ...fields });
    const both = { "scopes.all": "yes", "scopes.read": "yes" };
    expect(read(both).data).toEqual({ name: "a", scopes: ["all", "read"] });
    for (const wrong of [{}, { scopes: "read" }, { ...both, "scopes.read": "no" }, { "scopes.": "yes" }])
      expect(read(wrong).success, JSON.stringify(wrong)).toBe(false);
  });

  test("is a mistake of ours where its operation has no such field", () => {
    expect(() => kit.fieldOfSchema("nothing", undefined, "Nothing")).toThrow(/nothing/);
  });

  test("is found in a body that a form reads, and in the shape that its action names", () => {
    const act = z.discriminatedUnion("action", [
      z.strictObject({ action: z.literal("note"), note: text(1, 10) }),
      z.strictObject({ action: z.literal("close"), reference: text(1, 20) }),
    ]);
    expect(Object.keys(kit.shapeOf(formOf(z.strictObject({ name: text(1, 5) }))))).toEqual(["name"]);
    expect(Object.keys(kit.shapeOf(act, "close"))).toEqual(["action", "reference"]);
    expect(kit.shapeOf(act, "none")).toEqual({});
  });
});

describe("a console form that is refused", () => {
  const at = (path: string) => ({ id: path, path }) as never;
  const page = (name: string) => () => ({ title: name, main: "" }) as never;

  async function shownFor(path: string): Promise<string | undefined> {
    const pages = api.formPages(
      () => undefined,
      { form: at(path) },
      {
        "/console/things/new": page("new"),
        "/console/things/{id}": page("thing"),
        "/console/things/{id}/parts/{part}": page("part"),
      },
    );
    return (await pages[path]?.({} as never, { requestId: "r" } as never))?.title;
  }

  test("is shown again by the nearest page at or above it, or where a record is made", async () => {
    expect(await shownFor("/console/things")).toBe("new");
    expect(await shownFor("/console/things/{id}")).toBe("thing");
    expect(await shownFor("/console/things/{id}/status")).toBe("thing");
    expect(await shownFor("/console/things/{id}/parts/{part}/delete")).toBe("part");
    expect(await shownFor("/console/thingsome")).toBe(undefined);
    expect(await shownFor("/console/others")).toBe(undefined);
  });
});
