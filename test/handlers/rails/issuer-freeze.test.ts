import { beforeEach, describe, expect, test } from "vitest";
import { lookAtReserve } from "../../../functions/app/settlement/release-reserve.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { addDays, addSeconds } from "../../../functions/domain/core/time.ts";
import { escrowReviewReason } from "../../../functions/domain/escrow/review.ts";
import { whyEnded } from "../../../functions/domain/settlement/decline-reason.ts";
import { openActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { askSendBack, recordSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { keepReserve, letReserveGo, whyNotRelease } from "../../../functions/domain/settlement/reserve.ts";
import { reviewOf } from "../../../functions/domain/settlement/review-item.ts";
import { viewSettlement } from "../../../functions/domain/settlement/view.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { railThat, releaseContext } from "../../support/settlement/reserve-api.ts";

describe("a settlement whose wallet the coin's issuer has frozen", () => {
  test("fails by a code of its own, its money is held, and operators see what can be done", async () => {
    const api = new BooksApi();
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xFROZEN" }));
    const { state } = await loadSettlement(api.context, paid.settlementId);
    expect(viewSettlement(state)).toMatchObject({
      status: "failed",
      failureCode: "frozen_by_issuer",
      failureReason: "the coin's issuer has frozen the wallet",
      waitingFor: { reason: "operator_review", until: null },
    });
    expect(reviewOf(state)).toMatchObject({
      kind: "frozen_by_issuer",
      reason: expect.stringContaining("frozen 0xFROZEN: 100.00 USD is held, and nothing is ordered to it again"),
    });
    expect(openActions(state)).toContain("returned_off_platform");
    expect(openActions(state)).not.toContain("resume");
    expect(whyEnded(state)?.words).toMatch(/issuer has frozen the destination wallet/);
  });

  test("is not paid out again, whoever asks and however late", async () => {
    const api = new BooksApi();
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xFROZEN" }));
    const orders = async () => (await api.rail.transfersOf([paid.railRef])).filter(({ kind }) => kind === "payout");
    const before = await orders();
    expect(before).toMatchObject([{ state: "failed" }]);
    api.pass(30 * 86_400);
    await api.settle(paid).catch(() => undefined);
    expect(await orders()).toEqual(before);
    expect((await loadSettlement(api.context, paid.settlementId)).state.status).toBe("failed");
  });

  test("is known by what an operator reports of a rail that has no word for it", async () => {
    const api = new BooksApi();
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xNOPROOF" }));
    await api.railSays(paid.railRef, "failed", { return_code: "frozen_by_issuer" });
    const { state } = await loadSettlement(api.context, paid.settlementId);
    expect([state.status, state.failureCode]).toEqual(["failed", "frozen_by_issuer"]);
    expect(reviewOf(state)?.kind).toBe("frozen_by_issuer");
  });
});

describe("a reserve whose wallet the coin's issuer has frozen", () => {
  /** A delivered settlement whose reserve the rail refuses so, once; with the keys that it was asked with. */
  async function refused() {
    const api = new BooksApi();
    const paid = await api.settle(await api.paid(10_000));
    const keys: string[] = [];
    const rail = railThat(api.rail, {
      disburse: async ({ key }) => {
        keys.push(key);
        return { refused: { code: "frozen_by_issuer", reason: "frozen" } };
      },
    });
    const look = async () =>
      lookAtReserve(releaseContext(api, rail), await loadSettlement(api.context, paid.settlementId));
    const state = async () => (await loadSettlement(api.context, paid.settlementId)).state;
    api.nowMs = Date.parse(addSeconds((await state()).reserve?.releaseAt ?? "", 1));
    await look();
    return { api, keys, look, state, id: paid.settlementId };
  }

  test("is held, is never looked at again, and operators see it", async () => {
    const { keys, state, api, look } = await refused();
    const { reserve, ...rest } = await state();
    expect(reserve).toMatchObject({ status: "held", lookAt: null, blocked: { reason: "frozen_by_issuer" } });
    expect(reviewOf({ ...rest, reserve })).toMatchObject({ kind: "frozen_by_issuer" });
    for (let days = 1; days <= 3; days++) {
      api.nowMs = Date.parse(addDays(api.clock.now(), 1));
      await look();
    }
    expect(keys).toEqual([expect.stringMatching(/:reserve:1$/)]);
  });

  test("is let go by no operator, and kept as it is", async () => {
    const { state, keys, look, api, id } = await refused();
    const now = await state();
    expect(whyNotRelease(now)).toMatch(/issuer has frozen/);
    expect(keepReserve(now, api.clock.now())).toEqual([]);
    // Two who let it go all the same move nothing.
    await changeSettlement(api.context, await loadSettlement(api.context, id), (current) =>
      letReserveGo(current, "two", api.clock.now()),
    );
    await look();
    expect(keys).toHaveLength(1);
    expect((await state()).reserve?.blocked?.reason).toBe("frozen_by_issuer");
  });
});

describe("money on its way back out of a wallet that the coin's issuer has frozen", () => {
  test("is held, is not ordered again, and can go back outside the rail", async () => {
    const api = new BooksApi();
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xFAILPAYOUT" }));
    const { state: failed } = await loadSettlement(api.context, paid.settlementId);
    const now = api.clock.now();
    const asked = askSendBack({ ...failed, refundable: true }, "two", now);
    if (!("next" in asked)) throw asked;
    const input = { settlement: asked.next, invoice: {} as never, now };
    const change = recordSendBack(input, { refused: { code: "frozen_by_issuer" } });
    const next = change.settlement.at(-1)?.next ?? failed;
    expect(reviewOf(next)).toMatchObject({ kind: "frozen_by_issuer" });
    expect(askSendBack(next, "two", now)).toMatchObject({ message: expect.stringContaining("frozen") });
    expect(openActions(next)).toContain("returned_off_platform");
    expect(openActions(next)).not.toContain("return");
  });
});

describe("an escrow whose address the coin's issuer has frozen", () => {
  let api: EscrowApi;

  beforeEach(async () => {
    api = await EscrowApi.withTenant();
  });

  const held = { heldCents: 10_000 };

  test("is failed by a release to it, and operators see that it is held", async () => {
    const id = await api.funded({ payoutAddress: "0xFROZEN" });
    const { status, text } = await api.release(id);
    expect([status, text]).toEqual([502, expect.stringMatching(/frozen_by_issuer.*payout_failed/)]);
    const state = await api.state(id);
    expect(state).toMatchObject({ ...held, status: "failed", failureCode: "frozen_by_issuer" });
    expect(escrowReviewReason(state)).toMatchObject({ kind: "frozen_by_issuer" });
  });

  test("is refunded to another address alone", async () => {
    const id = await api.funded();
    expect(await codeOf(api.refund(id, { refundAddress: "0xFROZEN" }))).toEqual([502, "payout_failed"]);
    api.pass(86_400);
    await api.sweep();
    expect(await codeOf(api.refund(id, { refundAddress: "0xFROZEN" }))).toEqual([409, "illegal_escrow_transition"]);
    expect((await api.state(id)).pastPayouts).toHaveLength(1);
    expect(await codeOf(api.refund(id, { refundAddress: "0xBUYER" }))).toEqual([200, "refunded"]);
  });
});
