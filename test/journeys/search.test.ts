import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminSettlementOperations } from "../../functions/contract/settlement/admin-settlements.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { searchOperations } from "../../functions/contract/shared/search.ts";
import { eventOperations } from "../../functions/contract/webhooks/events.ts";
import { endpoints, operator, TestTenant, wallet } from "../support/journeys/journey.ts";
import { Client } from "../support/runner/client.ts";

async function found(q: string) {
  const { data } = await operator.call(searchOperations.search, { query: { q } });
  return data.map(({ kind, id }) => `${kind} ${id}`);
}

describe("an operator's search", () => {
  test("finds a settlement by everything that names it", async () => {
    const destWallet = wallet().replace("0x", "0xAb");
    const tenant = await TestTenant.create({ destWallet });
    const number = `S-${randomUUID().slice(0, 12)}`;
    const invoice = await tenant.draft(7_000, { number });
    const paid = await tenant.pay(invoice);
    const { id } = paid.settlement;
    const settled = await tenant.reaches(id, "completed");
    const { railRef } = await tenant.call(paymentOperations.getPayment, { params: { id: paid.payment.id } });
    const { data: events } = await tenant.call(eventOperations.listEvents, { query: { subject: id } });

    const settlement = `settlement ${id}`;
    expect(await found(id)).toEqual([settlement]);
    expect(await found(settled.txHash ?? "")).toEqual([settlement]);
    expect(await found((settled.txHash ?? "").toUpperCase())).toEqual([settlement]);
    expect(await found(destWallet.toLowerCase())).toEqual([settlement]);
    expect(await found(railRef ?? "")).toEqual([settlement]);
    expect(await found(events[0]?.id ?? "")).toEqual([settlement]);
    expect(await found(paid.payment.id)).toEqual([`payment ${paid.payment.id}`]);
    expect(await found(number.toLowerCase())).toEqual([`invoice ${invoice.id}`]);
    expect(await found(invoice.id)).toEqual([settlement, `invoice ${invoice.id}`]);
    expect(await found(tenant.slug)).toEqual([`tenant ${tenant.id}`]);
    expect(await found(tenant.id)).toEqual([`tenant ${tenant.id}`]);

    const { data } = await operator.call(adminSettlementOperations.listAllSettlements, { query: { limit: 5 } });
    expect(data[0]?.id).toBe(id);
  });

  test("finds nothing by a part, and says what it cannot look for", async () => {
    expect(await found(randomUUID())).toEqual([]);
    expect(await found("stl_")).toEqual([]);
    for (const q of ["", "  ", "x".repeat(257)])
      await operator.refused(searchOperations.search, "validation_error", { query: { q } });
    await new Client(endpoints.apiUrl, endpoints.tenant.apiKey).refused(searchOperations.search, "invalid_api_key", {
      query: { q: "x" },
    });
  });
});
