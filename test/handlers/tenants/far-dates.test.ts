import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { allOperations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { Visitor } from "../../support/routes/visitor.ts";

const office = new DisputeOffice({ HOLD: "true" });
const visitor = new Visitor(office);
let ownerId: string;

beforeAll(async () => {
  ({ id: ownerId } = (await office.start()).one);
  expect((await visitor.signIn()).status).toBe(303);
});
afterAll(() => office.stop());

/** Days that no record is near to. */
const far = ["0001-01-01", "0722-12-18", "6404-05-06", "9998-12-31"];

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

const dated = allOperations.flatMap((op) => {
  const fields = op.method === "GET" ? datesOf(op) : [];
  return fields.length > 0 ? [[op.id, op, fields] as const] : [];
});

/** Calls that a page of any list or report stays below where next to nothing is stored: a few for each month since the service began. */
const mostCalls = 40;

test("lists, reports and pages of the console take dates", () => {
  const ids = dated.map(([id]) => id);
  expect(ids).toEqual(
    expect.arrayContaining(["listInvoices", "listAllSettlements", "getTrialBalance", "reconcile", "showBalance"]),
  );
});

describe.each(dated)("%s with a date that is far away", (_, op, fields) => {
  beforeEach(() => office.advance(10));

  const ofOne = op.query instanceof z.ZodObject && "tenantId" in op.query.shape;

  /** The status of what it answers, and what that cost. */
  async function asked(query: Readonly<Record<string, string>>): Promise<{ status: number; calls: number }> {
    const path = `${pathOf(op, { id: ownerId })}?${new URLSearchParams(query)}`;
    const before = office.aws.store.calls;
    const token = op.caller === "tenant" ? office.owner.apiKey : office.operatorToken;
    const headers = { authorization: `Bearer ${token}` };
    const reply =
      op.caller === "console" ? await visitor.ask(op, path) : await office.send(op, { method: "GET", path, headers });
    return { status: reply.status, calls: office.aws.store.calls - before };
  }

  test("costs no more than one that is near", async () => {
    const each = fields.flatMap(([field, text]) => far.map((day) => ({ [field]: text(day) })));
    const [first = "", last = ""] = [far[0], far.at(-1)];
    const widest = fields.map(([field, text]) => [field, text(/after|from|since/i.test(field) ? first : last)]);
    for (const query of [...each, Object.fromEntries(widest)])
      for (const owner of ofOne ? [{}, { tenantId: ownerId }] : [{}]) {
        const { status, calls } = await asked({ ...query, ...owner });
        const told = `${JSON.stringify(query)}: ${status}, ${calls} calls`;
        expect([status < 500, calls < mostCalls], told).toEqual([true, true]);
      }
  });
});
