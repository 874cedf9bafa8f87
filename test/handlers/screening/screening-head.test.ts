import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { screeningPublicOperations } from "../../../functions/contract/shared/screening-public.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { expectHeadLikeGet } from "../../support/routes/head.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedLists();
let account: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  account = await deployed.account("unlimited");
});
afterAll(() => deployed.stop());

// So that no account meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

describe("HEAD is GET without its body", () => {
  const reads = allScreeningOperations.filter(({ method }) => method === "GET");

  test.each(reads.map((op) => [op.path, op] as const))("%s", async (_, op) => {
    const { headers, ...request } = goodRequest(op);
    const token = { tenant: account.apiKey, operator: deployed.operatorToken }[op.caller as string];
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
    await expectHeadLikeGet(deployed, op, { ...request, headers: { ...headers, ...bearer } });
  });
});

test("/health ignores what it does not know", async () => {
  for (const query of ["?_=1", "?a=1&a=2", "?__proto__=1"]) {
    const request = { method: "GET", path: `/health${query}`, headers: {} };
    expect((await deployed.send(screeningPublicOperations.getScreeningHealth, request)).status).toBe(200);
  }
});
