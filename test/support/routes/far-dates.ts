import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import { pathOf } from "./bad-input.ts";
import type { Visitor } from "./visitor.ts";

interface DatedWorld {
  readonly deployed: DeployedSandbox;
  readonly operations: readonly Operation[];
  readonly visitor: Visitor;
  /** Some of the operations that take dates, so that those are not looked for in vain. */
  readonly among: readonly string[];
  /** Whose records are asked for: an id, and the key of whoever owns it. */
  readonly owner: () => { readonly id: string; readonly apiKey: string };
}

/** Days that no record is near to. */
const far = ["0001-01-01", "0722-12-18", "6404-05-06", "9998-12-31"];

/** Calls that a page of any list or report stays below where next to nothing is stored: one or two for each month since the service began. */
const mostCalls = 100;

function takes(schema: z.core.$ZodType, text: string): boolean {
  return z.safeParse(schema, text).success;
}

/** The fields of a query that take a day or a moment, by what they take. */
function datesOf({ query }: Operation): [field: string, text: (day: string) => string][] {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).flatMap(([field, schema]): [string, (day: string) => string][] => {
    if (takes(schema, "a word")) return [];
    if (takes(schema, "2026-11-21T04:00:00Z")) return [[field, (day) => `${day}T04:00:00Z`]];
    return takes(schema, "2026-11-21") ? [[field, (day) => day]] : [];
  });
}

/** The names by which a list is asked for one owner's records. */
function ownersField({ query }: Operation): string | undefined {
  return query instanceof z.ZodObject ? ["tenantId", "accountId"].find((name) => name in query.shape) : undefined;
}

/** Asks every list, report and page of a console that takes dates for ones that are far away, and counts what that reads. */
export function promiseCostsOfFarDates({ deployed, operations, visitor, among, owner }: DatedWorld): void {
  const dated = operations.flatMap((op) => {
    const fields = op.method === "GET" ? datesOf(op) : [];
    return fields.length > 0 ? [[op.id, op, fields] as const] : [];
  });

  test("lists, reports and pages of the console take dates", () => {
    expect(dated.map(([id]) => id)).toEqual(expect.arrayContaining([...among]));
  });

  /** The status of an answer, and the calls of the table that it cost. */
  async function asked(op: Operation, query: Readonly<Record<string, string>>) {
    const path = `${pathOf(op, { id: owner().id })}?${new URLSearchParams(query)}`;
    const before = deployed.aws.store.calls;
    const bearer = op.caller === "tenant" ? owner().apiKey : deployed.operatorToken;
    const headers = { authorization: `Bearer ${bearer}` };
    const isPage = op.caller === "console";
    const reply = isPage ? await visitor.ask(op, path) : await deployed.send(op, { method: "GET", path, headers });
    return { status: reply.status, calls: deployed.aws.store.calls - before };
  }

  describe.each(dated)("%s with a date that is far away", (_, op, fields) => {
    beforeEach(() => deployed.advance(10));

    test("costs no more than one that is near", async () => {
      const each = fields.flatMap(([field, text]) => far.map((day) => ({ [field]: text(day) })));
      const [first = "", last = ""] = [far[0], far.at(-1)];
      const widest = fields.map(([field, text]) => [field, text(/after|from|since/i.test(field) ? first : last)]);
      const named = ownersField(op);
      for (const query of [...each, Object.fromEntries(widest)])
        for (const whose of named === undefined ? [{}] : [{}, { [named]: owner().id }]) {
          const { status, calls } = await asked(op, { ...query, ...whose });
          const told = `${JSON.stringify(query)}: ${status}, ${calls} calls`;
          expect([status < 500, calls < mostCalls], told).toEqual([true, true]);
        }
    });
  });
}
