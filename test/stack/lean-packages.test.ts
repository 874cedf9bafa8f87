import { mkdtempSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import * as plain from "zod";
import { options } from "../../bin/build.ts";
import { leanPackages } from "../../bin/lean-packages.ts";

interface Bundled {
  readonly z: typeof plain;
  readonly http: typeof http;
}

async function bundled(): Promise<Bundled> {
  const outfile = join(mkdtempSync(join(tmpdir(), "lean-")), "index.mjs");
  const contents = 'export * as z from "zod"; export { default as http } from "node:http";';
  const stdin = { contents, resolveDir: join(import.meta.dirname, "../..") };
  await build({ ...options, stdin, outfile, plugins: [leanPackages] });
  return import(pathToFileURL(outfile).href);
}

const { z, http: bundledHttp } = await bundled();

function schemaOf(of: typeof plain) {
  const line = of.strictObject({ text: of.string().min(1).describe("a text"), cents: of.int().default(1) });
  return of
    .object({
      lines: of.array(line).max(2),
      kind: of.enum(["a", "b"]).optional(),
      more: of.record(of.string(), of.int()),
    })
    .meta({ id: "Sample" });
}

const values = [
  { lines: [{ text: "one" }], more: {} },
  { lines: [{ text: "one", cents: 2 }], kind: "b", more: { a: 1 }, unknown: true },
  { lines: [{ text: "", cents: 0.5, other: 1 }, {}, {}], kind: "c", more: { a: "x" } },
  { lines: "none" },
  null,
];

describe("zod in a Lambda", () => {
  test("parses and refuses as it does elsewhere, however often it has", () => {
    const [lean, usual] = [schemaOf(z), schemaOf(plain)];
    for (let round = 0; round < 5; round++)
      for (const value of values) {
        const [one, other] = [lean.safeParse(value), usual.safeParse(value)];
        expect(one.data).toEqual(other.data);
        expect(one.error?.issues).toEqual(other.error?.issues);
      }
  });

  test("knows which fields are deprecated", () => {
    const terms = { deprecated: true, "x-sunset": "2027-01-01" };
    expect(z.string().meta(terms).optional().unwrap().meta()).toMatchObject(terms);
  });

  test("stores nothing that documents say", () => {
    const schema = z.string();
    expect(schema.describe("a text")).toBe(schema);
    expect(schema.meta({ description: "a text" })).toBe(schema);
    expect(schema.meta()).toBeUndefined();
  });
});

describe("node:http in a Lambda", () => {
  test("is Node's own", () => {
    expect(bundledHttp.request).toBe(http.request);
  });
});
