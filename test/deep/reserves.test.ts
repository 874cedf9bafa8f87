import { describe, expect, test } from "vitest";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { adminReserveOperations, reserveOperations } from "../../functions/contract/settlement/reserves.ts";
import { advance, operator, reportAsRail, secondOperator, TestTenant } from "../support/journeys/journey.ts";
import { until } from "../support/runner/until.ts";

const { listReserves } = reserveOperations;
const { forecastReserves, holdReserve, listAllReserves, releaseReserve } = adminReserveOperations;
const { approveAction } = reviewOperations;
const day = 86_400;

/** A delivered payment of 100.00 of which 10.00 are kept for so many days. */
async function kept(reserveDays: number) {
  const tenant = await TestTenant.create();
  await tenant.feeRule({ reserveBps: 1_000, reserveDays });
  const receiver = await tenant.receiver(["reserve.release_ready", "reserve.hold_blocked"]);
  const paid = await tenant.payNew(10_000);
  const { id } = await tenant.reaches(paid.settlement.id, "completed");
  const reserve = async () => {
    const { data } = await tenant.call(listReserves);
    return data.find(({ settlementId }) => settlementId === id);
  };
  const becomes = (status: string, seconds = 0) =>
    until(
      async () => {
        await advance(seconds);
        return reserve();
      },
      (seen) => seen?.status === status,
      `the reserve was never ${status}`,
    );
  return { tenant, receiver, paid, id, reserve, becomes, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
}

describe("a reserve", () => {
  test("is held with its day, shown and forecast, and paid out with a proof once that has come", async () => {
    await using one = await kept(20);
    const held = await one.reserve();
    expect(held).toMatchObject({ status: "held", amountCents: 1_000, heldCents: 1_000, blockedReason: null });
    const { days } = await operator.call(forecastReserves, { query: { tenantId: one.tenant.id } });
    expect(days).toEqual([{ date: held?.releaseAt.slice(0, 10), count: 1, amountCents: 1_000 }]);
    await advance(15 * day);
    expect(await one.reserve()).toMatchObject({ status: "held" });
    await advance(6 * day);
    const released = await one.becomes("released");
    expect(released).toMatchObject({ heldCents: 0, usdtOut: "10.000000", txHash: expect.stringMatching(/^0x/) });
    await until(
      () => one.receiver.events,
      (events) => events.length > 0,
      "no event",
    );
    expect(one.receiver.events).toEqual(["reserve.release_ready"]);
    const { data } = await one.tenant.call(listReserves, { query: { status: "held" } });
    expect(data).toEqual([]);
  });

  test("that an operator keeps goes when a second one agrees, before its day, and no sooner than the payer's bank lets it", async () => {
    await using one = await kept(300);
    const params = { id: (await one.reserve())?.id ?? "" };
    await operator.call(holdReserve, { params });
    const { data } = await operator.call(listAllReserves, { query: { tenantId: one.tenant.id } });
    expect(data).toMatchObject([{ id: params.id, blockedReason: "manual" }]);
    const { approvalId } = await operator.call(releaseReserve, { params, body: { note: "they leave us" } });
    await operator.refused(releaseReserve, "approval_pending", { params });
    await operator.refused(approveAction, "second_operator_required", { params: { id: approvalId } });
    await secondOperator.call(approveAction, { params: { id: approvalId } });
    await advance(61);
    expect(await one.reserve()).toMatchObject({ status: "held", blockedReason: "return_window_open" });
    await one.becomes("released", 3 * day);
    const reply = ["reserve.hold_blocked", "reserve.hold_blocked", "reserve.release_ready"];
    await until(
      () => one.receiver.events,
      (events) => events.length >= reply.length,
      "not all was said",
    );
    expect(one.receiver.events.toSorted()).toEqual(reply);
    await operator.refused(holdReserve, "action_not_available", { params });
  });

  test("is used up first by a return after delivery, and never released", async () => {
    await using one = await kept(5);
    await reportAsRail(one.paid, "returned", { return_code: "R10" });
    await one.becomes("used");
    await advance(10 * day);
    expect(await one.reserve()).toMatchObject({ status: "used", heldCents: 0, usedCents: 1_000, txHash: null });
    expect(await one.tenant.settlement(one.id)).toMatchObject({ status: "completed" });
    expect(one.receiver.events).toEqual([]);
  });

  test("is nobody else's to see", async () => {
    await using one = await kept(5);
    const stranger = await TestTenant.create();
    expect((await stranger.call(listReserves)).data).toEqual([]);
    await stranger.refused(holdReserve, "invalid_api_key", { params: { id: (await one.reserve())?.id ?? "" } });
  });
});
