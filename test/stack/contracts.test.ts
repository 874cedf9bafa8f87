import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allOperations, lambdas } from "../../functions/contract/billing.ts";
import { type Contract, lambdasOf, operationsOf, pagesOf } from "../../functions/contract/contract.ts";
import { allScreeningOperations, screeningLambdas } from "../../functions/contract/screening.ts";
import type { Operation } from "../../functions/http/operation.ts";

const room = join(import.meta.dirname, "../../functions/contract");

const files = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((path) => path.includes("/"));
const nouns = files.filter((path) => path.endsWith("/contract.ts")).map((path) => path.slice(0, -12));

async function exportsOf(path: string): Promise<[string, unknown][]> {
  return Object.entries(await import(join(room, path)));
}

async function contractsOf(noun: string): Promise<Contract[]> {
  const found = await exportsOf(`${noun}/contract.ts`);
  return found.flatMap(([name, value]) => (name.endsWith("Contract") ? [value as Contract] : []));
}

const served: readonly Operation[] = [...allOperations, ...allScreeningOperations];

describe.each(nouns)("the contract of %s", (noun) => {
  it("describes the Lambda of each of its operations, and none that serves nothing", async () => {
    const own = await contractsOf(noun);
    const used = [...operationsOf(own), ...pagesOf(own)].map(({ lambda }) => lambda);
    expect(own.length).toBeGreaterThan(0);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(lambdasOf(own)).toSorted());
  });

  it("is part of an interface, and describes its Lambdas alone", async () => {
    const own = await contractsOf(noun);
    const ids = [...operationsOf(own), ...pagesOf(own)].map(({ id }) => id);
    expect(served.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    for (const [name, described] of Object.entries(lambdasOf(own)))
      expect({ ...lambdas, ...screeningLambdas }[name]).toEqual(described);
  });
});

describe("the contract room", () => {
  it("serves every operation that a file of it exports", async () => {
    const tables = (await Promise.all(files.map(exportsOf))).flat().filter(([name]) => name.endsWith("Operations"));
    const written = tables.flatMap(([, table]) => Object.values(table as Record<string, Operation>));
    expect(tables.length).toBeGreaterThan(40);
    expect(written.filter((each) => !served.includes(each)).map(({ id }) => id)).toEqual([]);
  });
});
