import { beforeEach, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { changeEscrow, loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { readEscrow } from "../../../functions/app/escrow/reads.ts";
import { lookUpEscrow } from "../../../functions/app/escrow/sweep.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { ReportedTransfer } from "../../../functions/domain/rails/reported-event.ts";
import { later, noon } from "../../support/core/samples.ts";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const push = { amountCents: 10_000, source: { type: "ach_push" } };
const mustNotBeAsked = () => Promise.reject(new Error("must not be asked"));
const collection: Omit<ReportedTransfer, "railRef" | "events" | "receivedCents"> = {
  ...{ transferRef: "t", reference: null, leg: "collection", returned: null, paid: null, state: "x" },
};

async function rowOf(id: string) {
  const [row] = await api.store.read([rowKey(id)]);
  if (!row) throw new Error(`no row ${id}`);
  return row;
}

/** An escrow that waits for a push of which the rail says this, and which it does not give up. */
async function told(events: ReportedTransfer["events"] | null, receivedCents: number | null = null, change = {}) {
  const id = await api.created(change);
  await api.fund(id, push);
  const lookUp = async (railRef: string) => events && { ...collection, railRef, events, receivedCents };
  api.railThat({ cancelCollection: async () => false, lookUp });
  return id;
}

describe("an escrow that is ended while its money may come", () => {
  test.each([
    ["expire", (id: string) => api.post(`/${id}/expire`)],
    ["refund", (id: string) => api.refund(id, {})],
  ])("by %s is first asked about under its own key where the rail's answer was lost", async (_, end) => {
    const id = await api.created();
    api.railThat({ collect: noAnswer });
    await api.fund(id, push);
    const keys: string[] = [];
    api.railThat({
      collect: (order) => {
        keys.push(order.key);
        return api.holding.collect(order);
      },
    });
    expect(await codeOf(end(id))).toEqual([409, "illegal_escrow_transition"]);
    expect(keys).toEqual([`${id}:fund:1`]);
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", funding: { railRef: `mock_${id}` } });
    expect((await end(id)).status).toBe(200);
  });

  test("by hand is refused where the rail knows nothing of it, or says that it came, which is held", async () => {
    const id = await told(null);
    const before = await api.state(id);
    expect((await api.post(`/${id}/expire`)).json.error).toContain("its money is on its way");
    expect(await api.state(id)).toEqual(before);
    const came = await told([{ kind: "funds_received", totalCents: 10_000, bought: "100.000000" }], 10_000);
    expect((await api.post(`/${came}/expire`)).json.error).toContain("a funded escrow must be refunded");
    expect(await api.state(came)).toMatchObject({ status: "funded", heldCents: 10_000 });
  });

  test("by a refund gives back what came meanwhile", async () => {
    const id = await told([{ kind: "funds_received", totalCents: 10_000, bought: "100.000000" }], 10_000);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
    expect(await api.state(id)).toMatchObject({ refundedCents: 10_000, refundAddress: "0xBUYER" });
  });

  test("late is held where all came meanwhile", async () => {
    const all = [{ kind: "funds_received" as const, totalCents: 10_000, bought: "100.000000" }];
    const id = await told(all, 10_000, { expiresAt: later(60) });
    api.pass(61);
    await lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));
    expect(await api.state(id)).toMatchObject({ status: "funded", expiryLookAt: null, heldCents: 10_000 });
  });

  test.each<[string, ReportedTransfer["events"], number | null, object]>([
    [
      "failed among other news",
      [
        { kind: "funds_received", totalCents: 0 },
        { kind: "failed", code: "x" },
      ],
      null,
      {},
    ],
    ["failed and nothing came", [{ kind: "failed", code: "x" }], 0, { unappliedCents: 0 }],
  ])("late expires where its deposit %s", async (_, events, receivedCents, state) => {
    const id = await told(events, receivedCents, { expiresAt: later(60) });
    api.pass(61);
    await lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));
    expect(await api.state(id)).toMatchObject({ status: "expired", failureCode: null, ...state });
  });

  test("late is failed, to be closed, where its deposit failed after a part", async () => {
    const events = [
      { kind: "funds_received" as const, totalCents: 4_000 },
      { kind: "failed" as const, code: "x" },
    ];
    const id = await told(events, 4_000, { expiresAt: later(60) });
    api.pass(61);
    await lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));
    expect(await api.state(id)).toMatchObject({ status: "failed", failureCode: "x", unappliedCents: 4_000 });
  });

  test("says on its trail how", async () => {
    const [byHand, late] = [await api.created(), await api.created({ expiresAt: later(60) })];
    await api.post(`/${byHand}/expire`);
    api.pass(61);
    await api.sweep();
    const waiting = await told([{ kind: "failed", code: "x" }]);
    await api.post(`/${waiting}/expire`);
    const reasons = async (id: string) =>
      (await readEscrow(api.context, null, id)).entries.slice(1).map(({ reason }) => reason);
    expect([await reasons(byHand), await reasons(late), (await reasons(waiting)).slice(-2)]).toEqual([
      ...[["expired by hand"], ["past its expiry"]],
      ["the deposit is not waited for any more", "expired by hand"],
    ]);
  });
});

describe("money that goes back by a rail with wallets", () => {
  /** An escrow on it for which 60.00 came, that became so much. */
  async function came(bought: string, returnDeposit: Rail["returnDeposit"]): Promise<string> {
    api.railThat({ name: "bridge", returnDeposit });
    const id = await api.created();
    await api.fund(id, push);
    const events = [{ kind: "funds_received" as const, totalCents: 6_000, bought }];
    const call = { rail: "bridge", railRef: `mock_${id}`, reference: id, events };
    await receiveCallback(api.context, call);
    return id;
  }

  test("waits for our own balance where it had bought less than that costs: the rail is not told before", async () => {
    const id = await came("59.000000", mustNotBeAsked);
    const { status, json } = await api.refund(id, {}, "k1");
    expect([status, json.status, json.payout.leg]).toEqual([200, "awaiting_funds", "return"]);
    expect((await api.state(id)).sendBack).not.toHaveProperty("cost");
    api.pass(61);
    expect(await lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id))).toBe(true);
    expect((await api.refund(id, {}, "k1")).headers["idempotent-replay"]).toBe("true");
  });

  test("is told at once where it had bought enough, and found by the rail's name of it", async () => {
    const id = await came("60.000000", async () => ({ transferRef: "back-1", returned: null }) as ReportedTransfer);
    expect((await api.refund(id, {})).status).toBe(200);
    expect((await api.state(id)).sendBack).toMatchObject({ transferRef: "back-1", cost: "60.000000" });
    const found = await api.store.page({ pk: "find#back-1", limit: 9 });
    expect(found.map(({ sk }) => sk)).toEqual([id]);
  });
});

test("what comes under a deposit that was given up is heard after another was asked for", async () => {
  const id = await api.created();
  await api.fund(id, push);
  const first = await loadEscrow(api.context, id);
  await changeEscrow(api.context, first, (state) => {
    const funding = state.funding && { ...state.funding, cancelledAt: noon };
    return [{ next: { ...state, funding }, from: state.status, to: state.status, reason: "given up" }];
  });
  api.railThat({ collect: async () => ({ railRef: "mock_second", state: "awaiting_funds", instructions: {} }) });
  await api.fund(id, push);
  await api.callback(id, { state: "funds_received", amountCents: 4_000 });
  expect(await api.state(id)).toMatchObject({
    ...{ status: "awaiting_funds", unappliedCents: 4_000, funding: { railRef: "mock_second", receivedCents: 0 } },
    pastFundings: [{ railRef: `mock_${id}`, receivedCents: 4_000 }],
  });
});

describe("a sweep", () => {
  test("asks nobody, and logs nothing, about an escrow whose rail is not reached any more", async () => {
    const id = await api.created();
    await api.fund(id, push);
    api.railThat({ name: "bridge", lookUp: mustNotBeAsked });
    api.pass(3_600);
    await lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));
    expect((await api.state(id)).askedAt).toBe(later(3_600));
    expect(api.log.lines.filter((line) => line.includes("look-up"))).toEqual([]);
  });

  test("asks later again about money that is to go back, where the rail gives no answer", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.callback(id, { state: "funds_received", amountCents: 6_000 });
    api.railThat({ returnDeposit: noAnswer });
    expect((await api.refund(id, {}, "k1")).status).toBe(503);
    api.pass(61);
    const look = async () => lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));
    await expect(look()).rejects.toThrow("no answer");
    expect((await api.state(id)).sendBack?.lookAt).toBe(later(661));
    api.railThat({ returnDeposit: mustNotBeAsked });
    await look();
  });
});
