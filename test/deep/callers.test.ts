import { describe, expect, test } from "vitest";
import { operations } from "../../functions/contract/billing.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { endpoints, operator, TestTenant } from "../support/journeys/journey.ts";
import { faultsOf } from "../support/journeys/table.ts";
import { type Callers, wrongCallerCases } from "../support/routes/wrong-caller.ts";

/** Everybody there is, made anew for the table: an owner with records, a stranger, and a key that was revoked. */
async function everybody(): Promise<Callers> {
  const [owner, stranger] = [await TestTenant.create(), await TestTenant.create()];
  const { payment, settlement } = await owner.payNew(1_000);
  const params = { id: owner.id };
  const revoked = await operator.call(tenantOperations.mintKey, { params });
  await operator.call(tenantOperations.revokeKey, { params: { ...params, keyId: revoked.id } });
  return {
    tenantKey: owner.apiKey,
    revokedKey: revoked.apiKey,
    otherTenantKey: stranger.apiKey,
    operatorToken: endpoints.internalToken,
    owned: { inv: payment.invoiceId, pay: payment.id, stl: settlement.id },
  };
}

const callers = everybody();

describe("every wrong caller is refused by the deployed service", () => {
  const guarded = operations.filter((op) => op.caller !== "public").map((op) => [op.id, op] as const);

  test.each(guarded)("%s", async (_, op) => {
    // No HTTP client sends a NUL in a header.
    const rows = wrongCallerCases(op, await callers).filter(({ name }) => !name.includes("NUL"));
    const faults = await faultsOf(rows, null, (wrong, { status, headers, text }) => {
      const { code, error, unmet, requestId } = JSON.parse(text);
      if (status !== wrong.expectStatus || code !== wrong.expectCode) return `expected ${wrong.expectCode}`;
      if (typeof error !== "string" || !Array.isArray(unmet)) return "not the error body";
      if (headers.get("x-request-id") !== requestId) return "no X-Request-Id";
      return status === 401 && headers.get("www-authenticate") !== "Bearer" ? "no WWW-Authenticate" : undefined;
    });
    expect(faults).toEqual([]);
  });
});
