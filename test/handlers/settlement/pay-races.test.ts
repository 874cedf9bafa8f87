import { beforeEach, describe, expect, test, vi } from "vitest";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail } from "../../../functions/adapters/mock/rail-mock.ts";
import type { Row, Write } from "../../../functions/app/core/ports.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { PayVendors } from "../../../functions/app/settlement/pay-guards.ts";
import { changePair, changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { recordCollection } from "../../../functions/domain/settlement/collection.ts";
import { type Settlement, settlementTransition } from "../../../functions/domain/settlement/settlement.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let tenant: { id: string; apiKey: string };
let invoiceId: string;

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  invoiceId = await api.invoice(tenant.id);
});

async function pay(input: { key?: string; body?: object; vendors?: Partial<PayVendors> } = {}) {
  const { key = "k1", body = {}, vendors } = input;
  const reply = await api.openPay(vendors)({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return { ...reply, json: JSON.parse(reply.text) };
}

const code = ({ status, json, headers }: Awaited<ReturnType<typeof pay>>) => [
  ...[status, json.code, headers["retry-after"]],
];

/** The mock rail, which does something else before it answers. */
function collecting(first: () => Promise<unknown>): Rail {
  const collect: Rail["collect"] = async (order) => {
    await first();
    return api.rail.collect(order);
  };
  return railThat(api.rail, { collect });
}

const rowsOf = (type: string): Row[] => api.store.rows().filter((row) => row.type === type);
const claims = () => rowsOf("claim").map(({ body }) => body as { status: string; command: Record<string, unknown> });
const settlements = () => rowsOf("settlement").map(({ body }) => (body as { state: Settlement }).state);

function invoiceState() {
  const [{ body } = { body: undefined }] = rowsOf("invoice");
  return (body as { state: Record<string, unknown> }).state;
}

const isOpening = (writes: readonly Write[]) =>
  writes.some((each) => "put" in each && each.put.type === "settlement" && each.expect === "absent");
const isAnswer = (writes: readonly Write[]) =>
  writes.some(
    (each) =>
      "put" in each &&
      each.put.type === "claim" &&
      (each.put.body as Row["body"] & { status: string }).status === "done",
  );

/** So many writes of a kind are lost, each after something else has happened; how many were tried since. */
function lose(times: number, isLost: (writes: readonly Write[]) => boolean, first = async (): Promise<unknown> => 0) {
  const write = api.store.write.bind(api.store);
  const counted = { tries: 0 };
  api.store.write = async (writes, nonce) => {
    if (!isLost(writes)) return write(writes, nonce);
    counted.tries += 1;
    if (counted.tries > times) return write(writes, nonce);
    await first();
    return { ok: false, rows: [] };
  };
  return counted;
}

describe("a payment that opens while its invoice changes", () => {
  test("opens over the invoice as it is then", async () => {
    const tries = lose(1, isOpening, () => pay({ key: "k2", body: { amountCents: 4_000 } }));
    expect((await pay({ body: { amountCents: 5_000 } })).status).toBe(201);
    expect(tries).toEqual({ tries: 3 });
    expect(invoiceState()).toMatchObject({ amountPaidCents: 9_000, amountProcessingCents: 0 });
  });

  test("is refused where too little remains by then, and its key is free again", async () => {
    lose(1, isOpening, () => pay({ key: "k2", body: { amountCents: 4_000 } }));
    expect(code(await pay({ body: { amountCents: 7_000 } }))).toEqual([400, "amount_exceeds_remaining", undefined]);
    expect((await pay({ body: { amountCents: 6_000 } })).status).toBe(201);
    expect(settlements()).toHaveLength(2);
  });

  test("is told to come again after three lost tries, and its key is free again", async () => {
    const tries = lose(3, isOpening);
    expect(code(await pay())).toEqual([409, "version_conflict", "1"]);
    expect(tries).toEqual({ tries: 3 });
    expect(settlements()).toEqual([]);
    expect((await pay({ body: { amountCents: 1 } })).status).toBe(201);
  });

  test("leaves it to whoever has taken its claim over meanwhile", async () => {
    const tries = lose(1, isOpening, async () => {
      const [claim] = rowsOf("claim");
      if (claim) await api.store.write([{ put: { ...claim, v: claim.v + 1 }, expect: claim.v }], "taken over");
    });
    expect(code(await pay())).toEqual([409, "idempotency_in_progress", "1"]);
    expect(tries).toEqual({ tries: 1 });
    expect(settlements()).toEqual([]);
  });
});

describe("a payment whose record changes while the rail is asked to collect", () => {
  const note = () => changeOnly((state) => ({ ...state, disputes: ["cas_1"] }));
  async function changeOnly(change: (state: Settlement) => Settlement): Promise<void> {
    const [{ id } = { id: "" }] = settlements();
    await changeSettlement(api.context, await loadSettlement(api.context, id), (state) => [
      settlementTransition(state, change(state), api.clock.now(), { reason: "meanwhile" }),
    ]);
  }

  test("has both on record", async () => {
    const answer = await pay({ vendors: { rail: collecting(note) } });
    expect([answer.status, answer.json.settlement.status]).toEqual([201, "screening"]);
    expect(settlements()).toMatchObject([{ status: "screening", disputes: ["cas_1"] }]);
    expect((await pay()).text).toBe(answer.text);
  });

  test("answers as another did who had taken its claim over", async () => {
    let other = { text: "" };
    const rail = collecting(async () => {
      api.pass(36);
      other = await pay();
    });
    const answer = await pay({ vendors: { rail } });
    expect([answer.status, answer.text]).toEqual([201, other.text]);
    expect(settlements()).toHaveLength(1);
  });

  test("leaves it to another who has taken its claim over and is still at it", async () => {
    const silent = railThat(api.rail, { collect: () => Promise.reject(new Error("gone")) });
    const rail = collecting(async () => {
      api.pass(36);
      expect((await pay({ vendors: { rail: silent } })).status).toBe(503);
    });
    expect(code(await pay({ vendors: { rail } }))).toEqual([409, "idempotency_in_progress", "1"]);
    expect(claims()).toMatchObject([{ status: "running" }]);
    expect((await pay()).status).toBe(201);
  });

  test("is told to come again after three lost tries, and goes on under its key at once", async () => {
    const tries = lose(3, isAnswer);
    expect(code(await pay())).toEqual([409, "version_conflict", "1"]);
    expect(tries).toEqual({ tries: 3 });
    const [opened] = settlements();
    expect(opened?.status).toBe("created");
    const again = await pay();
    expect([again.status, again.json.settlement.id, again.json.settlement.status]).toEqual([
      ...[201, opened?.id, "screening"],
    ]);
  });

  test("that was answered without us is told as it stands, and the rail is not asked again", async () => {
    const silent = railThat(api.rail, { collect: () => Promise.reject(new Error("gone")) });
    expect(code(await pay({ vendors: { rail: silent } }))).toEqual([503, "rail_unavailable", "2"]);
    const [opened] = settlements();
    if (!opened) throw new Error("nothing was opened");
    const collection = { railRef: "tr_7", state: "awaiting_funds", instructions: null } as const;
    await changePair(api.context, opened, (settlement, invoice, now) =>
      recordCollection(settlement, invoice, collection, now),
    );
    const collect = vi.fn();
    const { status, json } = await pay({ vendors: { rail: railThat(api.rail, { collect }) } });
    expect([status, json.settlement.status, json.payment.railRef]).toEqual([201, "collecting", "tr_7"]);
    expect(collect).not.toHaveBeenCalled();
  });
});

test("a first call looks for nothing that an earlier one may have made", async () => {
  const read = api.store.read.bind(api.store);
  const keys: string[] = [];
  api.store.read = async (asked) => {
    keys.push(...asked.map(({ pk }) => pk));
    return read(asked);
  };
  expect((await pay()).status).toBe(201);
  expect(keys.filter((key) => key.startsWith("stl_"))).toEqual([]);
});

describe("what a payment leaves on record", () => {
  test("is the vendors that it was opened with, and what they can do", async () => {
    const refunding = new MockRail(true, new MockRailFile(() => api.railStore, api.clock));
    await pay({ vendors: { rail: railThat(refunding, { keepsReserve: false }) }, body: { amountCents: 4_000 } });
    await pay({ key: "k2" });
    const known = { rail: "mock", conversionVendor: "mock", partnerCustomerId: "cust_1", destWallet: "0xWALLET" };
    expect(settlements()).toMatchObject([
      { ...known, fiatInCents: 4_000, refundable: true, keepsReserve: false },
      { ...known, fiatInCents: 6_000, refundable: false, keepsReserve: true },
    ]);
    const screen = { stage: "collection", round: 1, outcome: "pass", risk: "low", at: api.clock.now() };
    expect(settlements()[0]?.screens).toEqual([{ ...screen, ref: expect.stringMatching(/^mock_scr_/) }]);
  });

  test("is a claim with all that continues it, and what was asked where it was refused", async () => {
    const { json } = await pay({ body: { amountCents: 4_000, source: { type: "ach", holderType: "individual" } } });
    await changeTenant(api.context, tenant.id, { status: "suspended" });
    await pay({ key: "k2", body: { amountCents: 7 } });
    await pay({ key: "k3" });
    const ids = { settlementId: expect.stringMatching(/^stl_/), paymentId: expect.stringMatching(/^pay_/) };
    const known = { invoiceId, source: "ach" };
    expect(claims().map(({ command }) => command)).toEqual([
      {
        ...known,
        amountCents: 4_000,
        holderType: "individual",
        settlementId: json.settlement.id,
        paymentId: json.payment.id,
      },
      { ...known, ...ids, amountCents: 7 },
      { ...known, ...ids, amountCents: 0 },
    ]);
  });

  test("is the screen alone, where that let nothing come into being", async () => {
    await changeTenant(api.context, tenant.id, { destWallet: "0xOFAC" });
    const { json } = await pay();
    const [claim] = claims();
    const screen = { stage: "collection", round: 1, outcome: "declined", risk: "critical", at: api.clock.now() };
    const [row = expect.fail("no screen")] = rowsOf("screening");
    expect((row.body as { state: unknown }).state).toEqual({
      ...{ settlementId: claim?.command.settlementId, tenantId: tenant.id, invoiceId },
      ...{ address: "0xOFAC", chain: "base", record: { ...screen, ref: json.screeningRef } },
    });
    expect(row.pk).toBe(`screen#${claim?.command.settlementId}`);
    const entries = api.store.rows().filter(({ pk, type }) => pk === row.pk && type === "entry");
    expect(entries.map(({ body }) => body)).toMatchObject([
      { from: null, to: "declined", reason: "screen before collection", tenantId: tenant.id, events: [] },
    ]);
    expect(claim?.status).toBe("done");
  });
});
