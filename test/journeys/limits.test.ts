import { expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { TestTenant } from "../support/journeys/journey.ts";
import { type Answer, refusal } from "../support/runner/client.ts";

const { getInvoice } = invoiceOperations;
const limit = { perSecond: 50, burst: 500 };
const lanes = 8;
const longestPushSeconds = 15;

test("a tenant that asks too much is told to wait, and another one is not", async () => {
  const tenant = await TestTenant.create();
  const input = { params: { id: `inv_${"0".repeat(26)}` } };
  const first = await tenant.ask(getInvoice, input);
  expect(first.headers.get("ratelimit-limit")).toBe(String(limit.burst));
  expect(Number(first.headers.get("ratelimit-remaining"))).toBeLessThan(limit.burst);

  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let allowed = 0;
  let limited: Answer | undefined;
  const lane = async () => {
    while (limited === undefined && seconds() < longestPushSeconds) {
      const answer = await tenant.ask(getInvoice, input);
      if (answer.status === 429) limited = answer;
      else allowed += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  // Each Lambda may run ahead by a second's worth of what it has not shared yet.
  expect(allowed).toBeLessThanOrEqual(limit.burst + (seconds() + lanes) * limit.perSecond);
  const other = await TestTenant.create();
  await other.draft(1_000);
  // A machine that is too slow to use the bucket up is never told to wait.
  if (limited === undefined) return;
  const { retryAfter } = refusal(getInvoice, "rate_limited", limited);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(limited.headers.get("ratelimit-remaining")).toBe("0");
  expect(Number(limited.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
});

test("money routes carry the limit's headers, refused or not", async () => {
  const tenant = await TestTenant.create();
  const { id } = await tenant.draft(1_000);
  for (const _ of ["paid", "already paid"]) {
    const answer = await tenant.ask(payOperations.payInvoice, { params: { id } });
    for (const name of ["limit", "remaining", "reset"])
      expect(answer.headers.get(`ratelimit-${name}`)).toMatch(/^\d+$/);
  }
});
