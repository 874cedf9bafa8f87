import { beforeEach, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { expireLate } from "../../../functions/app/escrow/expire.ts";
import { escrowSubject } from "../../../functions/app/escrow/subject.ts";
import { lookUpEscrow, resumeEscrow } from "../../../functions/app/escrow/sweep.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { later, noon } from "../../support/core/samples.ts";
import { EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const mustNotBeAsked = () => Promise.reject(new Error("must not be asked"));

async function rowOf(id: string) {
  const [row] = await api.store.read([rowKey(id)]);
  if (!row) throw new Error(`no row ${id}`);
  return row;
}

const look = async (id: string) => lookUpEscrow({ ...api.escrowContext, log: api.log }, await rowOf(id));

/** An escrow that waits for a push and expires in a minute. */
async function waiting(): Promise<string> {
  const id = await api.created({ expiresAt: later(60) });
  expect((await api.fund(id, push)).status).toBe(200);
  return id;
}

describe("an escrow whose time is over", () => {
  test("is looked at again five minutes later where its rail gives no answer", async () => {
    const id = await waiting();
    api.railThat({ cancelCollection: noAnswer });
    api.pass(61);
    await expect(look(id)).rejects.toThrow("no answer");
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", expiryLookAt: later(361) });
    api.railThat({ cancelCollection: mustNotBeAsked });
    api.pass(299);
    expect(await look(id)).toBe(true);
    api.reached = api.holding;
    api.pass(1);
    await look(id);
    expect(await api.state(id)).toMatchObject({ status: "expired", funding: { cancelledAt: later(361) } });
  });

  test("keeps money that came meanwhile, and ends where its deposit had failed by itself", async () => {
    const [came, failed] = [await waiting(), await waiting()];
    const report = {
      transferRef: "t",
      reference: null,
      leg: "collection",
      returned: null,
      paid: null,
      state: "x",
    } as const;
    api.pass(61);
    api.railThat({
      cancelCollection: async () => false,
      lookUp: async (railRef) =>
        railRef === `mock_${came}`
          ? { ...report, railRef, events: [{ kind: "funds_received", totalCents: 4_000 }], receivedCents: 4_000 }
          : { ...report, railRef, events: [{ kind: "failed", code: "closed" }], receivedCents: null },
    });
    await look(came);
    await look(failed);
    expect(await api.state(came)).toMatchObject({
      status: "expired",
      unappliedCents: 4_000,
      funding: { receivedCents: 4_000 },
    });
    expect(await api.state(failed)).toMatchObject({ status: "expired", failureCode: null });
  });

  test("stays where the rail knows nothing of its deposit and will not give it up", async () => {
    const id = await waiting();
    api.pass(61);
    api.railThat({ cancelCollection: async () => false, lookUp: async () => null });
    await expireLate(api.escrowContext, await loadEscrow(api.context, id));
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", expiryLookAt: later(361) });
  });
});

describe("a rail that is silent about an escrow", () => {
  test("is asked again as late where it gives no answer, which the log tells", async () => {
    const id = await api.created();
    await api.fund(id, push);
    api.railThat({ lookUp: noAnswer });
    api.pass(3_600);
    expect(await look(id)).toBe(true);
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", askedAt: later(3_600), updatedAt: noon });
    const lines = api.log.lines
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === "rail look-up failed");
    expect(lines).toMatchObject([{ operation: "sweep", correlationId: id }]);
    api.railThat({ lookUp: mustNotBeAsked });
    api.pass(60);
    await look(id);
    expect((await api.state(id)).askedAt).toBe(later(3_600));
  });

  test("is asked for a collection whose name it never told, by the same key", async () => {
    const id = await api.created();
    api.railThat({ collect: noAnswer });
    await api.fund(id, push, "k1");
    const keys: string[] = [];
    api.railThat({
      collect: (order) => {
        keys.push(order.key);
        return api.holding.collect(order);
      },
    });
    api.pass(3_600);
    await look(id);
    expect([keys, (await api.state(id)).funding?.railRef]).toEqual([[`${id}:fund:1`], `mock_${id}`]);
  });

  test("takes nothing back of a payout that it took and does not know any more", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    await api.release(id);
    api.railThat({ payoutOf: async () => null });
    api.pass(600);
    await look(id);
    expect(await api.state(id)).toMatchObject({ status: "funded", askedAt: later(600), intent: { submitted: true } });
    api.railThat({ payoutOf: async () => ({ txHash: "0xproof" }) });
    api.pass(600);
    await look(id);
    expect(await api.state(id)).toMatchObject({ status: "released", releaseTxHash: "0xproof" });
  });

  test("is not asked about what is no escrow", async () => {
    const id = await api.funded();
    const row = { ...(await rowOf(id)), type: "invoice" };
    expect(await lookUpEscrow({ ...api.escrowContext, log: api.log }, row)).toBe(false);
    expect(await resumeEscrow(api.escrowContext, row)).toBeUndefined();
  });
});

describe("a deposit of which the rail has not told what it became", () => {
  test("is asked about before a payout is ordered, and that waits while it is not known", async () => {
    const id = await api.created();
    api.railThat({ collect: async () => ({ railRef: `mock_${id}`, state: "funds_received", instructions: null }) });
    expect((await api.fund(id)).json.status).toBe("funded");
    const report = {
      transferRef: "t",
      reference: null,
      leg: "collection",
      returned: null,
      paid: null,
      state: "x",
    } as const;
    const told = (bought?: string) => ({
      lookUp: async (railRef: string) => ({
        ...{ ...report, railRef, receivedCents: 10_000 },
        events: [
          { kind: "failed" as const, code: "x" },
          { kind: "funds_received" as const, totalCents: 10_000, bought },
        ],
      }),
    });
    api.railThat(told());
    expect((await api.release(id)).json).toMatchObject({ code: "rail_unavailable" });
    expect((await api.state(id)).intent).toBeNull();
    api.railThat({ ...told("99.000000"), disburse: async ({ amount }) => ({ txHash: `0x${amount}` }) });
    expect((await api.release(id)).json).toMatchObject({ status: "released", releaseTxHash: "0x99.000000" });
  });
});

describe("an escrow as operators act upon it", () => {
  async function subject(change: Partial<Escrow> = {}) {
    const id = await api.funded();
    const row = await rowOf(id);
    const body = row.body as { state: Escrow };
    return escrowSubject({ ...row, body: { ...body, state: { ...body.state, ...change } } });
  }

  test("needs two of them but for another screen, and for what it does not take", async () => {
    const found = await subject();
    const second = (["retry_screen", "return", "resolve", "reported", "accept", "note"] as const).map((action) =>
      found?.needsSecond(action as never),
    );
    expect(second).toEqual([false, true, true, true, false, false]);
    expect(found).toMatchObject({ tenantId: api.tenantId, status: "funded" });
    expect(escrowSubject({ ...(await rowOf(found?.id ?? "")), type: "invoice" })).toBeUndefined();
  });

  test("tells what money is at stake", async () => {
    const found = await subject({ unappliedCents: 70 });
    expect([found?.amountAtStake("returned_off_platform"), found?.amountAtStake("return")]).toEqual([70, 0]);
    expect(found?.amountAtStake("verdict")).toBeNull();
  });

  test("tells what came up since somebody asked", async () => {
    const listing = { list: "l", address: "a", version: 1, ref: null, at: later(5), others: 0, othersHeldCents: 0 };
    const found = await subject({ listing, reconBreaks: [{ kind: "return_failed", at: later(5) }] });
    for (const action of ["resolve", "reported"] as const)
      expect([later(4), later(5)].map((at) => found?.cameUpSince(action, at))).toEqual([true, false]);
    expect(found?.cameUpSince("return", later(4))).toBe(false);
    const calm = await subject();
    for (const action of ["resolve", "reported"] as const) expect(calm?.cameUpSince(action, "")).toBe(false);
  });

  test("asks the provider for another screen alone, and only while one is waited for", async () => {
    const { screening, meter } = api;
    const context = { ...api.context, gate: { screening, meter, live: false } };
    const found = await subject();
    for (const action of ["retry_screen", "verdict"] as const)
      expect(await found?.ask(context as never, action)).toBeNull();
  });
});
