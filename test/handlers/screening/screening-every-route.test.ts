import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { badInputCases, goodBody, goodRequest } from "../../support/routes/bad-input.ts";
import { expectErrorBody, expectNamedFields } from "../../support/routes/error-body.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let apiKey = "";

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  apiKey = (await deployed.account("sandbox")).apiKey;
});

afterAll(() => deployed.stop());

// So that nobody meets a rate limit for the table's sake, the playground's fifty a day neither.
beforeEach(() => deployed.advance(2_000));

function credentialFor({ caller }: Operation): Record<string, string> {
  if (caller === "public") return {};
  return { authorization: `Bearer ${caller === "tenant" ? apiKey : deployed.operatorToken}` };
}

/** A batch tells what is wrong with a question in that question's place. */
function isToldInItsPlace(op: Operation, body: string | Uint8Array | undefined): boolean {
  return op.id === "screenBatch" && isTaken(op, body);
}

function isTaken({ body: schema }: Operation, body: string | Uint8Array | undefined): boolean {
  try {
    return schema?.safeParse(JSON.parse(String(body))).success === true;
  } catch {
    return false;
  }
}

/** What every account has been counted so far. */
function counted(): number {
  const counters = deployed.aws.store.rows().filter(({ pk }) => pk.startsWith("usage#"));
  return counters.reduce((sum, row) => sum + (row.counted ?? 0), 0);
}

describe.each(screeningOperations.map((op) => [op.id, op] as const))("%s", (_, op) => {
  const cases = badInputCases(op).map((each) => [each.name, each] as const);

  test("has a good request to try, which its own schema takes", () => {
    expect(op.body?.safeParse(goodBody(op)).error).toBeUndefined();
  });

  test.each(cases)("%s, and nothing is counted", async (_, wrong) => {
    const { expectField } = wrong;
    const before = counted();
    const headers = { ...wrong.request.headers, ...credentialFor(op) };
    const reply = await deployed.send(op, { ...wrong.request, headers });
    expect(counted()).toBe(before);
    if (
      wrong.name.startsWith("body") &&
      !wrong.expectStatus.includes(415) &&
      isToldInItsPlace(op, wrong.request.body)
    ) {
      expect([reply.status, JSON.parse(reply.text).results[0]], reply.text.slice(0, 300)).toEqual([
        200,
        { index: 0, status: 400, error: expect.any(String), code: expect.any(String) },
      ]);
      return;
    }
    expect(wrong.expectStatus, reply.text.slice(0, 300)).toContain(reply.status);
    const body = expectErrorBody(op, reply);
    const { code } = body;
    if (op.caller === "tenant") expect(reply.headers).toHaveProperty("x-usage-used");
    if (expectField === undefined || (code !== "validation_error" && code !== "invalid_request")) return;
    // What the schema lets through is judged later, where something else may be wrong first.
    if (isTaken(op, wrong.request.body)) return;
    expectNamedFields(body, expectField);
  });

  test("a good request to nothing is no error of ours", async () => {
    const request = goodRequest(op);
    const reply = await deployed.send(op, { ...request, headers: { ...request.headers, ...credentialFor(op) } });
    expect(reply.status, deployed.logged.at(-1)).toBeLessThan(500);
  });
});
