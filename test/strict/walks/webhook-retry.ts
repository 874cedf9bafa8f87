import { expect } from "vitest";
import { invoiceOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { deliveryOperations } from "../../../functions/contract/webhooks/deliveries.ts";
import { verify } from "../../support/journeys/receiver.ts";
import { until } from "../../support/runner/until.ts";
import { type Tenant, type Visit, waitLimitMs } from "../visit.ts";

/** A receiver that fails gets the same event again once the retry is due. */
export async function webhookRetry(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  await using receiver = await tenant.receiver();
  receiver.answers = 503;
  const { id } = await tenant.invoice(1_000);
  await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
  await delivery(visit, tenant, "failed");
  receiver.answers = 204;
  await visit.advance(60);
  const delivered = await delivery(visit, tenant, "delivered");
  expect(delivered?.attempts.map(({ status }) => status)).toEqual([503, 204]);
  const [first, second] = receiver.arrived;
  if (first === undefined || second === undefined) throw new Error("two attempts did not arrive");
  verify(second, receiver.secret);
  expect(second.headers["x-service-event-id"]).toBe(first.headers["x-service-event-id"]);
  return "webhook retry: the same event again, signed";
}

async function delivery(visit: Visit, tenant: Tenant, status: string) {
  const query = { tenantId: tenant.id, limit: 100 };
  const { data } = await until(
    () => visit.operator.call(deliveryOperations.listDeliveries, { query }),
    (seen) => seen.data[0]?.status === status,
    `the delivery never became ${status}`,
    waitLimitMs,
  );
  return data[0];
}
