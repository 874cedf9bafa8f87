import { describe, expect, test } from "vitest";
import { refundOperations } from "../../functions/contract/settlement/payments.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { nobody, TestTenant } from "../support/journeys/journey.ts";

const { refundPayment } = refundOperations;
const body = { amountCents: 1_000, reason: "ordered twice" };

describe("a refund on a rail without that leg", () => {
  test("is refused as the capabilities say, whatever payment is named, and the key keeps the answer", async () => {
    const { capabilities } = await nobody.call(publicOperations.getCapabilities);
    expect(capabilities.refunds).toMatchObject({ available: false, code: "refund_unsupported" });
    const tenant = await TestTenant.create();
    const paid = await tenant.payNew(1_000);
    for (const id of [paid.payment.id, "pay_01K00000000000000000000009"]) {
      const input = { params: { id }, body, key: `refund-${id}` };
      await tenant.refused(refundPayment, "refund_unsupported", input);
      const again = await tenant.ask(refundPayment, input);
      expect([again.status, again.headers.get("idempotent-replay")]).toEqual([409, "true"]);
      await tenant.refused(refundPayment, "idempotency_key_reuse", { ...input, body: { ...body, amountCents: 1 } });
    }
    await tenant.flag("vendor.collection.mock", false);
    await tenant.refused(refundPayment, "vendor_disabled", { params: { id: paid.payment.id }, body });
  });
});
