import { beforeEach, describe, expect, test } from "vitest";
import { disputedEscrowOf, raiseEscrowReturnAlert } from "../../../functions/app/escrow/disputes.ts";
import {
  awaitProof,
  disbursePayout,
  type PayoutContext,
  parkEscrow,
  screenPayout,
  withdrawBlockedPayout,
} from "../../../functions/app/escrow/machine-steps.ts";
import { UnfinishedSearch } from "../../../functions/app/rails/ports-search.ts";
import { later, noon } from "../../support/core/samples.ts";
import { EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;
let id: string;
let disbursed: string[];

const context = (): PayoutContext => ({ ...api.escrowContext, actor: "system:escrow", workflows: api.workflows });
const subject = () => ({ escrowId: id, tenantId: api.tenantId });
const mustNotBeAsked = () => Promise.reject(new Error("must not be asked"));
const payouts = async () =>
  (await api.holding.transfersOf([`mock_${id}`])).filter(({ kind }) => kind === "payout").length;

function address(says: string): void {
  const screen = api.screening.screen.bind(api.screening);
  api.screening.screen = (input) => screen({ ...input, address: says });
}

/** An escrow whose release is ordered, and whose rail gave no answer to the call. */
beforeEach(async () => {
  api = await EscrowApi.withTenant();
  id = await api.funded();
  disbursed = [];
  api.railThat({ disburse: noAnswer });
  expect((await api.release(id)).status).toBe(503);
  api.railThat({
    disburse: (order) => {
      disbursed.push(order.key);
      return api.holding.disburse(order);
    },
  });
});

/** The rail took it and has no proof yet. */
async function taken(): Promise<void> {
  api.railThat({ disburse: async () => ({ txHash: null, transferRef: "tr_9" }) });
  await disbursePayout(context(), subject());
  expect((await api.state(id)).intent).toMatchObject({ submitted: true, transferRef: "tr_9" });
}

describe("the machine's screen", () => {
  test("lets an order through while its pass is good, and asks nobody", async () => {
    api.screening.screen = mustNotBeAsked;
    api.railThat({ payoutOf: mustNotBeAsked });
    expect(await screenPayout(context(), subject())).toBe("pass");
  });

  test("screens anew once the pass has run out, and blocks what is declined", async () => {
    api.pass(901);
    expect(await screenPayout(context(), subject())).toBe("pass");
    expect((await api.state(id)).screens).toHaveLength(2);
    api.pass(901);
    address("0xBLOCKED");
    expect(await screenPayout(context(), subject())).toBe("blocked");
    api.screening.screen = mustNotBeAsked;
    expect(await screenPayout(context(), subject())).toBe("blocked");
  });

  test("lets through what has left already, whatever its address is by now", async () => {
    api.pass(901);
    api.screening.screen = mustNotBeAsked;
    api.railThat({ payoutOf: async () => ({ txHash: null, transferRef: "tr_9" }) });
    expect(await screenPayout(context(), subject())).toBe("pass");
  });

  test("asks nobody about what the rail took", async () => {
    await taken();
    api.pass(901);
    api.screening.screen = mustNotBeAsked;
    api.railThat({ payoutOf: mustNotBeAsked });
    expect(await screenPayout(context(), subject())).toBe("pass");
  });

  test("ends where the call has brought it to its end", async () => {
    await disbursePayout(context(), subject());
    expect(await screenPayout(context(), subject())).toBe("ended");
  });
});

describe("the machine's payout", () => {
  test("is made once, under its key, and recorded", async () => {
    await disbursePayout(context(), subject());
    expect(await api.state(id)).toMatchObject({ status: "released", heldCents: 0 });
    await disbursePayout(context(), subject());
    expect([disbursed, await payouts()]).toEqual([[`${id}:release:1`], 1]);
  });

  test("is not made where it was taken already", async () => {
    await taken();
    api.railThat({ disburse: mustNotBeAsked, payoutOf: mustNotBeAsked });
    await disbursePayout(context(), subject());
    expect((await api.state(id)).intent?.submitted).toBe(true);
  });

  test("is tried again where it may not be sent and cannot be taken back yet", async () => {
    api.pass(901);
    address("0xBLOCKED");
    await expect(disbursePayout(context(), subject())).rejects.toThrow("the payout is not sent yet");
    expect(disbursed).toEqual([]);
    api.pass(400);
    await disbursePayout(context(), subject());
    expect(await api.state(id)).toMatchObject({ status: "release_pending", intent: null });
  });

  test("that the rail refuses leaves it failed", async () => {
    api.railThat({ disburse: async () => ({ refused: { code: "closed", reason: "closed account" } }) });
    await disbursePayout(context(), subject());
    expect(await api.state(id)).toMatchObject({ status: "failed", failureReason: "closed: closed account" });
  });
});

describe("the machine's wait", () => {
  test("is on record until the proof comes, and ended then", async () => {
    await taken();
    await awaitProof(context(), subject(), "ONE");
    expect([(await api.state(id)).waiting, api.answered]).toEqual([{ state: "proof", token: "ONE" }, []]);
    await api.callback(id, { state: "payment_processed" });
    await api.handOn(api.workflows);
    expect(new Set(api.answered)).toEqual(new Set(["ONE"]));
  });

  test("is over at once where the proof is here already", async () => {
    await disbursePayout(context(), subject());
    await awaitProof(context(), subject(), "ONE");
    expect([(await api.state(id)).waiting, api.answered]).toEqual([null, ["ONE"]]);
  });
});

describe("the machine's withdrawal", () => {
  test("takes back what the rail does not know, once it cannot be on its way any more", async () => {
    address("0xBLOCKED");
    api.pass(901);
    await screenPayout(context(), subject());
    await expect(withdrawBlockedPayout(context(), subject())).rejects.toThrow("the payout may still be on its way");
    api.pass(400);
    await withdrawBlockedPayout(context(), subject());
    expect(await api.state(id)).toMatchObject({ status: "release_pending", intent: null });
    api.railThat({ payoutOf: mustNotBeAsked });
    await withdrawBlockedPayout(context(), subject());
  });

  test("records what the rail knows of it instead", async () => {
    api.railThat({ payoutOf: async () => ({ txHash: "0xleft" }) });
    await withdrawBlockedPayout(context(), subject());
    expect(await api.state(id)).toMatchObject({ status: "released", releaseTxHash: "0xleft" });
  });

  test("goes on in a long list where the last look stopped, also once it is ordered again", async () => {
    const begun: unknown[] = [];
    const look = async ({ searchFrom }: { readonly searchFrom?: string | undefined }): Promise<never> => {
      begun.push(searchFrom);
      throw new UnfinishedSearch(`tr_${begun.length}`);
    };
    api.railThat({ payoutOf: look });
    for (const _ of [1, 2])
      await expect(withdrawBlockedPayout(context(), subject())).rejects.toThrow("too long for one look");
    expect((await api.state(id)).intent).toMatchObject({ searchedTo: "tr_2" });
    const { screen } = api.screening;
    address("0xBLOCKED");
    api.pass(1300);
    api.railThat({ payoutOf: async () => null });
    await screenPayout(context(), subject());
    await withdrawBlockedPayout(context(), subject());
    api.screening.screen = screen;
    api.railThat({ disburse: look });
    await api.release(id, "k2");
    expect((await api.state(id)).intent).toMatchObject({ searchedTo: "tr_3" });
    expect(begun).toEqual([undefined, "tr_1", "tr_2"]);
  });

  test("asks nobody about what was taken", async () => {
    await taken();
    api.railThat({ payoutOf: mustNotBeAsked });
    await withdrawBlockedPayout(context(), subject());
    expect((await api.state(id)).intent?.submitted).toBe(true);
  });
});

test("a machine that gives up parks its escrow with why, for five minutes", async () => {
  await parkEscrow(context(), subject(), "States.Timeout");
  expect((await api.state(id)).parked).toEqual({ reason: "States.Timeout", since: noon, until: later(300) });
});

describe("an escrow in a dispute", () => {
  test("is one that money was asked for", async () => {
    expect(await disputedEscrowOf(api.context, api.tenantId, id)).toMatchObject({ escrowId: id, amountCents: 10_000 });
    const fresh = await api.created();
    await expect(disputedEscrowOf(api.context, api.tenantId, fresh)).rejects.toMatchObject({
      ...{ code: "validation_error", message: "escrowId: nothing was ever paid into this escrow" },
      detail: { fields: [{ path: "escrowId", message: "nothing was ever paid into this escrow" }] },
    });
  });

  test("raises one alert for a code, however often it is told", async () => {
    const told = { kind: "raise_escrow_return_alert", ...subject(), code: "R10", at: later(9) } as const;
    const rows = () => api.store.rows().filter(({ type }) => type === "alert");
    for (let times = 0; times < 2; times += 1) await raiseEscrowReturnAlert(api.context, told);
    expect(rows()).toHaveLength(1);
    const { reference } = await api.state(id);
    expect(JSON.stringify(rows()[0]?.body)).toContain(reference);
    await raiseEscrowReturnAlert(api.context, { ...told, code: "R29" });
    expect(rows()).toHaveLength(2);
  });
});
