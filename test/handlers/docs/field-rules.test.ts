import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { goodBody, goodRequest } from "../../support/routes/bad-input.ts";
import { wholeSchemaOf } from "../../support/routes/json-schema.ts";
import { type RuledBody, ruledBodies } from "../../support/routes/rule-bodies.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let bearer: Partial<Record<Operation["caller"], string>>;

beforeAll(async () => {
  const { one } = await deployed.start();
  bearer = { tenant: one.apiKey, operator: deployed.operatorToken, rail: deployed.operatorToken };
});

afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

/** What no JSON Schema says: sums, comparisons of fields, and items that differ in one field. */
const unsaid = /they add up to|fewer than the \d+ that must approve|seq is used twice/;

/** A vendor signs what it likes; what an operator may say in its place is told by the report's own rules. */
const ruled = operations
  .filter(({ caller, body }) => body !== undefined && caller !== "vendor")
  .map((op) => ({ op, bodies: ruledBodies(wholeSchemaOf(op.body), goodBody(op)) }))
  .filter(({ bodies }) => bodies.length > 0);

let sent = 0;

/** Why a body is refused as it is, whatever there is or is not; undefined where it is not. What the schema takes is sent, since the use case may refuse it. */
async function refusalOf(op: Operation, { body }: RuledBody): Promise<string | undefined> {
  const read = op.body?.safeParse(body);
  if (read?.success === false) return read.error.message;
  const request = goodRequest(op);
  const keyed = op.idempotencyKey ? { "idempotency-key": `rule-${++sent}` } : {};
  const headers = { ...request.headers, ...keyed, authorization: `Bearer ${bearer[op.caller]}` };
  const reply = await deployed.send(op, { ...request, headers, body: JSON.stringify(body) });
  return reply.status === 400 ? reply.text : undefined;
}

test("rules across fields are found in the documents", () => {
  const found = ruled.map(({ op }) => op.id);
  expect(found).toEqual(expect.arrayContaining(["acceptSignup", "attachEvidence", "createCase", "createEscrow"]));
  expect(found).toEqual(expect.arrayContaining(["createCreditNote", "mintKey", "receiveMockCallback"]));
  expect(found).toEqual(expect.arrayContaining(["createInvoice", "replaceDisputeRules"]));
});

describe.each(ruled.map(({ op, bodies }) => [op.id, op, bodies] as const))("%s", (_, op, bodies) => {
  test("takes what keeps the rules that its document says", async () => {
    const refused: string[] = [];
    for (const each of bodies.filter(({ broken }) => broken.length === 0)) {
      const why = await refusalOf(op, each);
      if (why !== undefined && !unsaid.test(why)) refused.push(`${each.name}: ${why}`);
    }
    expect(refused).toEqual([]);
  });

  test("refuses what breaks one of them", async () => {
    const wrong = bodies.filter(({ broken }) => broken.length > 0);
    const taken: string[] = [];
    for (const each of wrong)
      if ((await refusalOf(op, each)) === undefined) taken.push(`${each.name}: ${each.broken.join(" and ")}`);
    expect(wrong).not.toEqual([]);
    expect(taken).toEqual([]);
  });
});
