import { beforeEach, describe, expect, test, vi } from "vitest";
import { claimWrite, runningClaim } from "../../../functions/app/core/idempotency-claim.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { aTenant, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

const { settlement, invoice } = settlementIn("failed");
const command = { paymentId: settlement.payment.id, amountCents: 10_000, reason: "ordered twice" };
const request = {
  ...{ tenantId: settlement.tenantId, operation: "refundPayment", idempotencyKey: "k", fingerprint: "f" },
  ...command,
};

let api: TestApi;
let returnDeposit: ReturnType<typeof vi.fn>;

beforeEach(async () => {
  api = new TestApi();
  returnDeposit = vi.fn(async () => ({ transferRef: "tr_9", returned: null }));
  await putRecord(api, settlementRecordType, { ...settlement, refundable: true } as typeof settlement);
  await putRecord(api, invoiceRecordType, invoice);
});

interface World {
  readonly refund?: boolean;
  readonly isChargedBack?: boolean;
  readonly action?: string;
}

function context({ refund = true, isChargedBack = false, action }: World = {}) {
  const rail = railThat(api.rail, {
    returnDeposit,
    capabilities: { ...api.rail.capabilities, refund },
  } as unknown as Partial<Rail>);
  const chargebacks = { isChargedBack: vi.fn(async () => isChargedBack) };
  return { ...api.context, ...(action !== undefined && { action }), rail, log: api.log, chargebacks };
}

const tenantIs = (status: "active" | "suspended") => putRecord(api, tenantRecordType, aTenant({ status }));
const claims = () => api.store.rows().flatMap(({ type, body }) => (type === "claim" ? [body] : []));
const stateNow = async () => (await loadSettlement(api.context, settlement.id)).state;

describe("a refund that is taken", () => {
  test("answers the payment as it was ordered, and its claim tells what was asked", async () => {
    await tenantIs("active");
    const { outcome, replayed } = await refundPayment(context(), request);
    const ordered = { ...(await stateNow()), sendBack: { ...(await stateNow()).sendBack, transferRef: null } };
    expect([outcome, replayed]).toEqual([{ kind: "result", result: viewPayment(ordered as typeof settlement) }, false]);
    expect(returnDeposit).toHaveBeenCalledTimes(1);
    expect(claims()).toMatchObject([{ operation: "refundPayment", status: "done", command, outcome }]);
  });

  test("and that the rail does not answer is in the log, by the name of what was called", async () => {
    await tenantIs("active");
    returnDeposit.mockRejectedValue(new Error("silence"));
    await refundPayment(context({ action: "refundPayment" }), request);
    expect(api.log.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "ERROR", message: "refund not answered", operation: "refundPayment", correlationId: settlement.id },
    ]);
    expect((await stateNow()).sendBack).toMatchObject({ transferRef: null });
  });

  test("in nobody's name is in the log as a refund", async () => {
    await tenantIs("active");
    returnDeposit.mockRejectedValue(new Error("silence"));
    await refundPayment(context(), request);
    expect(api.log.lines.map((line) => JSON.parse(line).operation)).toEqual(["refund"]);
  });
});

describe("a refund that is not taken says why, and its claim what was asked:", () => {
  test.each([
    ["its rail has no leg", { refund: false }, "active", "refund_unsupported", "the mock adapter has no refund leg"],
    ["its tenant is suspended", {}, "suspended", "tenant_suspended", "this tenant is suspended"],
    [
      "the payer has the money back",
      { isChargedBack: true },
      "active",
      "action_not_available",
      "refund is not possible: an alert says that its money was taken back",
    ],
  ] as const)("%s", async (_, world, status, code, message) => {
    await tenantIs(status);
    const { outcome } = await refundPayment(context(world), request);
    expect(outcome).toMatchObject({ kind: "refusal", code, message });
    expect(claims()).toMatchObject([{ status: "done", command, outcome }]);
    expect(returnDeposit).not.toHaveBeenCalled();
    expect((await stateNow()).sendBack).toBeNull();
  });

  test("there is no such payment, which no key keeps", async () => {
    const none = refundPayment(context(), { ...request, paymentId: "pay_01K00000000000000000000009" });
    await expect(none).rejects.toMatchObject({ code: "not_found", message: "no such payment" });
    const stranger = refundPayment(context(), { ...request, tenantId: "ten_01K00000000000000000000009" });
    await expect(stranger).rejects.toMatchObject({ code: "not_found", message: "no such payment" });
    expect(claims()).toEqual([]);
  });
});

test("a refund's claim without an answer is nobody's to carry on", async () => {
  await tenantIs("active");
  const claim = runningClaim(request, command, api.clock.now(), undefined);
  await api.store.write([claimWrite(claim)], "claim");
  api.pass(36);
  await expect(refundPayment(context(), request)).rejects.toThrow("a refund's claim is written with its answer");
});
