import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminEscrowOperations } from "../../functions/contract/escrow/admin-escrow.ts";
import { escrowMoneyOperations, escrowOperations } from "../../functions/contract/escrow/escrow.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { eventOperations } from "../../functions/contract/webhooks/events.ts";
import type { RefusalCode } from "../../functions/domain/core/refusal.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { nobody, operator, TestTenant, wallet } from "../support/journeys/journey.ts";
import { refusal } from "../support/runner/client.ts";

const { createEscrow, fundEscrow, releaseEscrow, refundEscrow, expireEscrow } = escrowMoneyOperations;

const unknown = { id: "esc_01K00000000000000000000009" };
const milestone = { ...unknown, milestoneId: "mil_01K00000000000000000000009" };

/** A wish that nothing is wrong with. */
function wish(reply: Readonly<Record<string, unknown>> = {}) {
  return { reference: `deal-${randomUUID()}`, amountCents: 10_000, payoutAddress: wallet(), ...reply };
}

/** What this rail cannot do, with nothing else in its way, and another body. */
const unable: readonly [string, Operation, RefusalCode, object, object][] = [
  ["create", createEscrow, "escrow_not_offered", { body: wish() }, { body: wish() }],
  [
    ...(["fund", fundEscrow, "escrow_hold_unsupported"] as const),
    { params: unknown, body: { amountCents: 10_000 } },
    { params: unknown, body: { amountCents: 1 } },
  ],
  [
    ...(["release", releaseEscrow, "escrow_disbursement_unsupported"] as const),
    { params: unknown },
    { params: { id: "deal-1" } },
  ],
  [
    ...(["refund", refundEscrow, "escrow_disbursement_unsupported"] as const),
    { params: unknown, body: { reason: "called off", refundAddress: wallet() } },
    { params: unknown },
  ],
];

/** Nothing was written: no escrow, for its tenant or for operators, and no event. */
async function nothingMade(tenant: TestTenant): Promise<void> {
  expect((await tenant.call(escrowMoneyOperations.listEscrows)).data).toEqual([]);
  const query = { tenantId: tenant.id };
  expect((await operator.call(adminEscrowOperations.listAllEscrows, { query })).data).toEqual([]);
  expect((await tenant.call(eventOperations.listEvents)).data).toEqual([]);
}

describe("escrow on a rail that cannot hold value", () => {
  test("is not among the capabilities, which name the refusal", async () => {
    const { capabilities } = await nobody.call(publicOperations.getCapabilities);
    const { available, code, status, endpoint } = capabilities.managed_escrow;
    expect({ available, code, status, endpoint }).toEqual({
      ...{ available: false, code: "escrow_hold_unsupported", status: 409 },
      endpoint: "POST /api/v1/escrow/{id}/fund",
    });
  });

  test.each(unable)("%s is refused before anything is looked up, and the key keeps the answer", async (...of) => {
    const [name, op, code, input, other] = of;
    const tenant = await TestTenant.create();
    const first = await tenant.ask(op, { ...input, key: name });
    refusal(op, code, first);
    const again = await tenant.ask(op, { ...input, key: name });
    expect([again.status, again.text]).toEqual([409, first.text]);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replay"))).toEqual([null, "true"]);
    await tenant.refused(op, "idempotency_key_reuse", { ...other, key: name });
    await tenant.refused(op, code, other);
    await nothingMade(tenant);
  });

  test.each(unable)("%s: who asks comes first, then the key, then the body", async (...of) => {
    const [, op, code, input] = of;
    const tenant = await TestTenant.create();
    // Everything is wrong at once, and put right one after the other.
    await tenant.flag("escrow.enabled", false);
    const path = op.path.replace("{id}", unknown.id);
    const wrong = { body: "{", headers: { "content-type": "application/json" } };
    refusal(op, "missing_api_key", await nobody.send("POST", path, wrong));
    refusal(op, "idempotency_key_required", await tenant.send("POST", path, wrong));
    if (op !== releaseEscrow) {
      await tenant.refused(op, "validation_error", { params: unknown, body: { nope: 1 }, key: "order" });
      const headers = { ...wrong.headers, "idempotency-key": "order" };
      refusal(op, "invalid_json", await tenant.send("POST", path, { ...wrong, headers }));
    }
    const isGated = op === createEscrow || op === fundEscrow;
    if (isGated) await tenant.refused(op, "escrow_disabled", { ...input, key: "order" });
    else await tenant.refused(op, code, { ...input, key: "off" });
    await tenant.flag("escrow.enabled", null);
    // What was refused before the capability was asked about has left the key free.
    await tenant.refused(op, code, { ...input, key: "order" });
    await nothingMade(tenant);
  });

  test("a rail or a vendor that is switched off comes before what the adapter cannot do", async () => {
    const tenant = await TestTenant.create();
    await tenant.refused(createEscrow, "rail_disabled", { body: wish({ rail: "fiat" }) });
    await tenant.flag("escrow.rail.stablecoin", false);
    await tenant.refused(createEscrow, "rail_disabled", { body: wish(), key: "kept not" });
    await tenant.flag("escrow.rail.stablecoin", null);
    await tenant.refused(createEscrow, "escrow_not_offered", { body: wish(), key: "kept not" });
    await tenant.flag("vendor.collection.mock", false);
    await tenant.refused(createEscrow, "vendor_disabled", { body: wish() });
    await tenant.refused(fundEscrow, "vendor_disabled", { params: unknown, body: { amountCents: 1 } });
  });

  test.each([
    [{ amountCents: 0 }, "amountCents"],
    [{ amountCents: -1 }, "amountCents"],
    [{ amountCents: 10.5 }, "amountCents"],
    [{ releaseRule: "whenever" }, "releaseRule"],
    [{ rail: "carrier_pigeon" }, "rail"],
    [{ expiresAt: "2001-01-01T00:00:00.000Z" }, "expiresAt"],
    [{ payoutAddress: undefined }, "payoutAddress"],
    [{ reference: "esc_mine" }, "reference"],
    [{ reference: "a/b" }, "reference"],
    [{ reference: " " }, "reference"],
    [{ releaseRule: "milestone" }, "milestones"],
    [{ milestones: [{ description: "a", amountCents: 1, seq: 0 }] }, "milestones.0.seq"],
    [{ nope: 1 }, "nope"],
  ])("a wish with %j is 400 before it is 409", async (reply, path) => {
    const tenant = await TestTenant.create();
    const { fields } = await tenant.refused(createEscrow, "validation_error", { body: wish(reply) });
    expect(fields?.map((each) => each.path)).toEqual([path]);
  });

  test("so are milestones that do not add up", async () => {
    const tenant = await TestTenant.create();
    const milestones = [4_000, 5_999].map((amountCents) => ({ description: "a part", amountCents }));
    await tenant.refused(createEscrow, "milestone_sum_mismatch", { body: wish({ milestones }) });
    await nothingMade(tenant);
  });

  test.each<[string, Operation, Readonly<Record<string, string>>, object?]>([
    ["read", escrowOperations.getEscrow, unknown],
    ["read by reference", escrowOperations.getEscrow, { id: "deal-1" }],
    ["conditions", escrowOperations.getEscrowConditions, unknown],
    ["complete", escrowOperations.completeMilestone, milestone],
    ["cancel", escrowOperations.cancelMilestone, milestone],
    ["approve", escrowOperations.recordApproval, unknown, { approverRef: "anna" }],
    ["withdraw", escrowOperations.withdrawApproval, { ...unknown, approverRef: "anna" }],
    ["expire", expireEscrow, unknown],
  ])("what could be asked of one finds none: %s", async (_, op, params, body) => {
    const tenant = await TestTenant.create();
    await tenant.refused(op, "not_found", { params, body });
    await nobody.refused(op, "missing_api_key", { params, body });
  });
});
