import { beforeEach, describe, expect, test } from "vitest";
import { withBought } from "../../../functions/app/escrow/collect-funding.ts";
import { changeByFacts, loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { makePayout, sendPayout } from "../../../functions/app/escrow/payout.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";
import { later } from "../../support/core/samples.ts";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const wire = { ...exact, fundingRef: "wire-1" };
const push = { ...exact, source: { type: "ach_push" } };
const mustNotBeAsked = () => Promise.reject(new Error("must not be asked"));

/** Before the rail answers this call for the first time, something else happens, and the rail is whole again. */
function meanwhile(name: "collect" | "findDeposit" | "disburse", happens: () => Promise<unknown>): void {
  api.railThat({
    [name]: async (input: never) => {
      api.reached = api.holding;
      await happens();
      return (api.holding[name] as (input: never) => unknown).call(api.holding, input);
    },
  } as Partial<Rail>);
}

describe("a call whose claim another took over while the rail was asked", () => {
  test.each([
    ["fund", () => api.created(), (id: string) => api.fund(id, exact, "k1"), "collect", "funded"],
    ["release", () => api.funded(), (id: string) => api.release(id, "k1"), "disburse", "released"],
  ] as const)("to %s answers what the other came to", async (_, made, call, name, status) => {
    const id = await made();
    let other: Awaited<ReturnType<typeof call>> | undefined;
    meanwhile(name, async () => {
      api.pass(36);
      other = await call(id);
    });
    const own = await call(id);
    expect([own.status, own.json.status, own.text]).toEqual([200, status, other?.text]);
    expect((await api.events(id)).filter((event) => event === `escrow.${status}`)).toHaveLength(1);
  });

  test("and did not end yet is told to ask again", async () => {
    const id = await api.created();
    meanwhile("collect", async () => {
      api.pass(36);
      api.railThat({ collect: noAnswer });
      expect((await api.fund(id, exact, "k1")).status).toBe(503);
      api.reached = api.holding;
    });
    const { status, json, headers } = await api.fund(id, exact, "k1");
    expect([status, json.code, headers["retry-after"]]).toEqual([409, "idempotency_in_progress", "1"]);
    expect(await codeOf(api.fund(id, exact, "k1"))).toEqual([200, "funded"]);
  });
});

describe("a call to fund whose escrow moves meanwhile", () => {
  test("by a deposit that another call took for it answers it as it is, funded once", async () => {
    const id = await api.created();
    meanwhile("findDeposit", () => api.fund(id, wire, "k2"));
    expect(await codeOf(api.fund(id, wire, "k1"))).toEqual([200, "funded"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 10_000, escrow_held: -10_000 });
  });

  test("by a deposit is refused where it was closed", async () => {
    const id = await api.created();
    meanwhile("findDeposit", () => api.post(`/${id}/expire`));
    expect(await codeOf(api.fund(id, wire))).toEqual([409, "illegal_escrow_transition"]);
    expect(await api.state(id)).toMatchObject({ status: "expired", receivedCents: 0, fundingRef: null });
  });

  test("by a deposit goes on where its own call had not ended and another had", async () => {
    const id = await api.created();
    api.railThat({ findDeposit: noAnswer });
    expect(await codeOf(api.fund(id, wire, "k1"))).toEqual([503, "rail_unavailable"]);
    api.reached = api.holding;
    expect(await codeOf(api.fund(id, wire, "k2"))).toEqual([200, "funded"]);
    expect(await codeOf(api.fund(id, wire, "k1"))).toEqual([200, "funded"]);
  });

  test("is collected by another key's call under the same order, and no more by its own", async () => {
    const id = await api.created();
    const keys: string[] = [];
    const collect: Rail["collect"] = (order) => {
      keys.push(order.key);
      return keys.length === 1 ? noAnswer() : api.holding.collect(order);
    };
    api.railThat({ collect });
    expect(await codeOf(api.fund(id, exact, "k1"))).toEqual([503, "rail_unavailable"]);
    expect(await codeOf(api.fund(id, exact, "k2"))).toEqual([200, "funded"]);
    expect(await codeOf(api.fund(id, exact, "k1"))).toEqual([200, "funded"]);
    expect(keys).toEqual([`${id}:fund:1`, `${id}:fund:1`]);
  });

  test("is not collected again where it waits for a transfer by now", async () => {
    const id = await api.created();
    api.railThat({ collect: noAnswer });
    await api.fund(id, push, "k1");
    api.reached = api.holding;
    await api.fund(id, push, "k2");
    api.railThat({ collect: mustNotBeAsked });
    const { commits } = api.store;
    expect(await codeOf(api.fund(id, push, "k1"))).toEqual([200, "awaiting_funds"]);
    // Its claim, taken over, and the answer.
    expect(api.store.commits - commits).toBe(2);
  });

  test.each([
    ["by a source", exact],
    ["by a deposit", wire],
  ])("%s is refused where its time ran out, and expired", async (_, body) => {
    const id = await api.created({ expiresAt: later(60) });
    api.railThat({
      partnerCustomer: async () => {
        api.pass(61);
        return "approved";
      },
    });
    const { status, json } = await api.fund(id, body);
    expect([status, json.code, json.error]).toEqual([
      ...[409, "illegal_escrow_transition", expect.stringContaining("it is expired")],
    ]);
    expect(await api.state(id)).toMatchObject({ status: "expired", funding: null });
  });

  test("is asked again for a deposit that was given up, which stays its own", async () => {
    const id = await api.created();
    api.railThat({
      findDeposit: async () => ({ railRef: `mock_${id}`, state: "awaiting_funds", instructions: {} }),
      lookUp: async () => null,
      cancelCollection: async () => true,
      returnDeposit: async () => ({ refused: { code: "too_old", reason: "sixty days" } }),
    });
    expect(await codeOf(api.fund(id, wire))).toEqual([200, "awaiting_funds"]);
    expect(await api.state(id)).toMatchObject({
      funding: { source: "ach_push", holderType: "business", fundingRef: "wire-1", depositTxHash: null },
    });
    const { state } = await loadEscrow(api.context, id);
    await changeByFacts(api.context, await loadEscrow(api.context, id), () => {
      const funding = state.funding && { ...state.funding, cancelledAt: api.clock.now() };
      return [{ next: { ...state, funding }, from: state.status, to: state.status, reason: "given up" }];
    });
    expect(await codeOf(api.fund(id, wire))).toEqual([200, "awaiting_funds"]);
    expect((await api.state(id)).pastFundings).toHaveLength(1);
  });
});

describe("a payout that another call brought to its end meanwhile", () => {
  test("is looked for, and not ordered", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id, "k1");
    const stale = await loadEscrow(api.context, id);
    const { intent } = stale.state;
    if (!intent) throw new Error("a payout is ordered");
    api.reached = api.holding;
    expect(await codeOf(api.release(id, "k1"))).toEqual([200, "released"]);
    const { releaseTxHash } = await api.state(id);
    api.railThat({ disburse: mustNotBeAsked });
    const { escrow, said } = await sendPayout(api.escrowContext, stale, intent);
    expect(escrow.state.status).toBe("released");
    expect(said).toMatchObject({ key: `${id}:release:1`, said: { txHash: releaseTxHash } });
  });

  test("is asked about since it was ordered, and by when the rail was told, if it was", async () => {
    const id = await api.funded();
    api.pass(7);
    api.railThat({ disburse: noAnswer });
    await api.release(id, "k1");
    const { intent } = await api.state(id);
    const asked: unknown[] = [];
    api.railThat({
      payoutOf: async (query) => {
        asked.push(query);
        return null;
      },
    });
    const found = await loadEscrow(api.context, id);
    if (!intent) throw new Error("a payout is ordered");
    const query = { key: intent.key, railRef: `mock_${id}`, transferRef: null, orderedAt: later(7) };
    await makePayout(api.escrowContext, found, { ...intent, toldAt: later(9) });
    await makePayout(api.escrowContext, found, { ...intent, toldAt: null });
    expect(asked).toEqual([...[{ ...query, toldAt: later(9) }], ...[{ ...query, toldAt: later(7) }]]);
  });

  test("that is under way answers another key's call as it stands, and asks nobody", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    expect(await codeOf(api.release(id))).toEqual([200, "funded"]);
    api.railThat({ disburse: mustNotBeAsked, payoutOf: mustNotBeAsked, lookUp: mustNotBeAsked });
    const { status, json } = await api.release(id);
    expect([status, json.status, json.payout.leg]).toEqual([200, "funded", "release"]);
  });

  test("that may neither be sent nor taken back yet is told as a rail without an answer", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id, "k1");
    api.reached = api.holding;
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    api.pass(901);
    expect(await codeOf(api.release(id, "k1"))).toEqual([503, "rail_unavailable"]);
    expect((await api.state(id)).intent).toMatchObject({ submitted: false });
  });
});

describe("a rail's error on the way", () => {
  test("that says that the service itself cannot is told as that", async () => {
    const id = await api.funded();
    api.railThat({ disburse: () => Promise.reject(new ServiceUnavailable("the table is slow")) });
    const { status, json } = await api.release(id);
    expect([status, json.code]).not.toEqual([503, "rail_unavailable"]);
    expect((await api.state(id)).intent).not.toBeNull();
  });
});

describe("a change that was decided by facts", () => {
  test("writes nothing where nothing follows", async () => {
    const found = await loadEscrow(api.context, await api.funded());
    const { commits } = api.store;
    expect(await changeByFacts(api.context, found, () => [])).toEqual(found);
    expect(api.store.commits).toBe(commits);
  });

  test("is decided again on what is there by then", async () => {
    const id = await api.funded();
    const first = await loadEscrow(api.context, id);
    await api.post(`/${id}/approvals`, { body: { approverRef: "anna" } });
    const seen: unknown[] = [];
    await changeByFacts(api.context, first, (state, { disputeOpen }) => {
      seen.push([state.approvals.length, disputeOpen]);
      return [{ next: { ...state, metadata: { a: "1" } }, from: state.status, to: state.status, reason: "test" }];
    });
    expect(seen).toEqual([...[[0, false]], ...[[1, false]]]);
  });
});

test("calls take no more transactions than their claim, what they order and what came of it", async () => {
  const commits = async (call: () => Promise<unknown>) => {
    const before = api.store.commits;
    await call();
    return api.store.commits - before;
  };
  const id = await api.created();
  const [other, waiting] = [await api.funded(), await api.created()];
  const late = await api.created({ expiresAt: new Date(api.nowMs + 1_000).toISOString() });
  api.pass(1);
  // The first call of a second writes the tenant's rate limit.
  await api.get();
  expect({
    create: await commits(() => api.created()),
    fund: await commits(() => api.fund(id)),
    again: await commits(() => api.fund(id)),
    release: await commits(() => api.release(id)),
    refund: await commits(() => api.refund(other)),
    wait: await commits(() => api.fund(waiting, push)),
    expire: await commits(() => api.post(`/${waiting}/expire`)),
    late: await commits(() => api.fund(late)),
  }).toEqual({ create: 1, fund: 3, again: 1, release: 5, refund: 5, wait: 3, expire: 2, late: 1 });
});

describe("a look at what a deposit became", () => {
  test.each([
    ["nothing is held", { heldCents: 0 }],
    ["a payout is ordered", { intent: {} }],
    ["no money was asked for", { funding: null }],
    ["the rail has not named it yet", { funding: { railRef: null, bought: null } }],
    ["it is known", { funding: { railRef: "r", bought: "100.000000" } }],
  ])("asks nobody where %s", async (_, change) => {
    const found = await loadEscrow(api.context, await api.funded());
    const untold = { ...found.state, funding: found.state.funding && { ...found.state.funding, bought: null } };
    api.railThat({ lookUp: mustNotBeAsked });
    const changed = { ...found, state: { ...untold, ...change } as typeof found.state };
    expect(await withBought(api.escrowContext, changed)).toBe(changed);
    const asked = withBought(api.escrowContext, { ...found, state: untold });
    await expect(asked).rejects.toThrow("must not be asked");
  });

  test("changes nothing where the rail knows none of its name", async () => {
    const found = await loadEscrow(api.context, await api.funded());
    const untold = { ...found.state, funding: found.state.funding && { ...found.state.funding, bought: null } };
    api.railThat({ lookUp: async () => null });
    expect((await withBought(api.escrowContext, { ...found, state: untold })).state).toEqual(untold);
  });
});
