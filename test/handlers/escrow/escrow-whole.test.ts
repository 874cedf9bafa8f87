import { beforeEach, describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { askAboutFunding, collectFunding, depositWrites } from "../../../functions/app/escrow/collect-funding.ts";
import { openEscrow } from "../../../functions/app/escrow/create.ts";
import { raiseEscrowReturnAlert } from "../../../functions/app/escrow/disputes.ts";
import { changeEscrow, escrowIdOf, loadEscrow } from "../../../functions/app/escrow/escrows.ts";
import { escrowKeys, outcomeOf, requireEscrow } from "../../../functions/app/escrow/money-call.ts";
import { readEscrow } from "../../../functions/app/escrow/reads.ts";
import { tellSendBack } from "../../../functions/app/escrow/send-back.ts";
import { escrowSubject } from "../../../functions/app/escrow/subject.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { later, noon } from "../../support/core/samples.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const nobody = "esc_01K00000000000000000000000";
const mustNotBeAsked = () => Promise.reject(new Error("must not be asked"));

async function rowOf(id: string) {
  const [row] = await api.store.read([rowKey(id)]);
  if (!row) throw new Error(`no row ${id}`);
  return row;
}

/** Others change the record just before each of so many transactions in which this is written. */
function disturbed(id: string, written: string, times: number): void {
  const write = api.store.write.bind(api.store);
  let left = times;
  api.store.write = async (writes, nonce) => {
    if (left > 0 && JSON.stringify(writes).includes(written)) {
      left -= 1;
      const found = await loadEscrow(api.context, id);
      const { v, body, ...row } = await rowOf(id);
      const metadata = { left: String(left) };
      const changed = { ...(body as object), state: { ...found.state, metadata } };
      await write([{ put: { ...row, v: v + 1, body: changed }, expect: v }], `disturbed-${left}`);
    }
    return write(writes, nonce);
  };
}

describe("a call that others are faster than", () => {
  test.each([
    ["at its wish", () => api.created(), (id: string) => api.fund(id, exact, "k1"), ":fund:1", "funded"],
    ["as the rail is told", () => api.funded(), (id: string) => api.release(id, "k1"), '"toldAt":"', "released"],
  ] as const)(
    "%s goes through the second time, or says so and goes on later",
    async (_, made, call, written, status) => {
      const one = await made();
      disturbed(one, written, 2);
      expect(await codeOf(call(one))).toEqual([200, status]);
      api = await EscrowApi.withTenant();
      const other = await made();
      disturbed(other, written, 3);
      const { status: code, json, headers } = await call(other);
      expect([code, json.code, headers["retry-after"]]).toEqual([409, "version_conflict", "1"]);
      expect(await codeOf(call(other))).toEqual([200, status]);
    },
  );

  test("is not what a rail's own refusal is taken for", async () => {
    const id = await api.funded();
    api.railThat({ disburse: () => Promise.reject(new Refusal("not_found", "no such rail")) });
    expect(await codeOf(api.release(id))).toEqual([503, "rail_unavailable"]);
  });
});

describe("what a rail is asked is on record first:", () => {
  test("no collection, no return, no escrow is asked about that was never ordered", async () => {
    const state = await api.state(await api.created());
    await expect(collectFunding(api.escrowContext, state)).rejects.toThrow(`${state.id} asked for no money`);
    const asked = { ...state, funding: (await api.state(await api.funded())).funding };
    await expect(collectFunding(api.escrowContext, asked)).rejects.toThrow(`${state.id} asked for no money`);
    await expect(tellSendBack(api.escrowContext, state)).rejects.toThrow(`${state.id} sends nothing back`);
    api.railThat({ lookUp: mustNotBeAsked, collect: mustNotBeAsked });
    expect((await askAboutFunding(api.escrowContext, state))(state, noon)).toEqual([]);
    const settings = { tenant: undefined, ownFees: undefined, defaultFees: undefined } as never;
    expect(() => requireEscrow({ ...(settings as object), escrow: undefined } as never)).toThrow(
      "looked for no escrow",
    );
    expect(() => outcomeOf({ held: {} } as never)).toThrow("a last step answers");
  });

  test("an escrow is opened for a tenant that there is", async () => {
    const request = { tenantId: "ten_none", operation: "createEscrow", idempotencyKey: "k", fingerprint: "f" };
    const input = { reference: "r", milestones: [] } as never;
    await expect(openEscrow(api.escrowContext, { ...request, input })).rejects.toThrow("no tenant ten_none");
  });
});

describe("a call's claim", () => {
  test("keeps what was asked, for whoever carries it on", async () => {
    const command = async (reply: Promise<unknown>, key: string) => {
      await reply;
      const claims = api.store.rows().filter(({ type }) => type === "claim");
      return claims.map(({ body }) => body as { operation: string; command: object }).at(-1)?.[key as "command"];
    };
    const id = await api.created({ reference: "deal-7" });
    expect(await command(api.fund(id, exact), "command")).toEqual({
      ...{ name: id, amountCents: 10_000, fundingRef: null, depositTxHash: null, source: "ach" },
    });
    expect(await command(api.release("deal-7"), "command")).toEqual({ name: "deal-7" });
    expect(await command(api.release(id), "command")).toEqual({ name: id });
    const [held, open] = [await api.funded(), await api.created()];
    const back = { name: held, reason: "called off", refundAddress: "0xBUYER" };
    expect(await command(api.refund(held), "command")).toEqual(back);
    expect(await command(api.refund(held), "command")).toEqual(back);
    expect(await command(api.post(`/${open}/expire`), "command")).toEqual({ name: open });
    expect(await command(api.post(`/${open}/expire`), "command")).toEqual({ name: open });
    const made = await api.created({ reference: "deal-8" });
    expect(await command(Promise.resolve(), "command")).toEqual({ escrowId: made });
    const body = { reference: "deal-8", amountCents: 10_000, payoutAddress: "0xSELLER" };
    expect(await command(api.post("", { body }), "command")).toEqual({ reference: "deal-8" });
  });
});

describe("rows beside an escrow", () => {
  test("point to it by its reference, and by its deposit, which is its tenant's on the mock", async () => {
    const id = await api.created({ reference: "deal-7" });
    await api.fund(id, { ...exact, fundingRef: "wire-1", depositTxHash: "0xABC" });
    const pointing = api.store.rows().filter(({ body }) => JSON.stringify(body) === JSON.stringify({ escrowId: id }));
    expect(pointing.map(({ pk, type }) => [pk.split("#")[0], type]).sort()).toEqual([
      ...[
        ["deposit", "deposit"],
        ["deposit", "deposit"],
        ["escrow_ref", "escrow_reference"],
      ],
    ]);
    const named = { fundingRef: "W", depositTxHash: "0xABC" };
    const keys = (adapter: string) =>
      api
        .state(id)
        .then((state) =>
          depositWrites({ ...state, adapter }, named).map((write) => ("put" in write ? write.put.pk : "")),
        );
    expect(await keys("bridge")).toEqual(["deposit#bridge#ref#W", "deposit#bridge#hash#0xabc"]);
    expect(await keys("mock")).toEqual([
      ...[`deposit#mock#${api.tenantId}#ref#W`, `deposit#mock#${api.tenantId}#hash#0xabc`],
    ]);
    const other = await api.tenant({ slug: "other" });
    const { json } = await api.post("", {
      apiKey: other.apiKey,
      body: { reference: "r", ...exact, payoutAddress: "0x1" },
    });
    const body = { ...exact, fundingRef: "wire-1" };
    expect(await codeOf(api.post(`/${json.id}/fund`, { apiKey: other.apiKey, body }))).toEqual([200, "funded"]);
  });

  test("are found by what is an id alone, and by what holds one as a reference", async () => {
    const reference = `my-${nobody}`;
    const id = await api.created({ reference });
    expect(await escrowIdOf(api.context, api.tenantId, reference)).toBe(id);
    expect(await escrowIdOf(api.context, api.tenantId, `${id}x`)).toBeUndefined();
    for (const reply of [
      api.fund(nobody),
      api.post(`/${nobody}/expire`),
      api.fund("nothing"),
      api.get("/nothing/conditions"),
    ])
      expect((await reply).json).toMatchObject({ code: "not_found", error: "no such escrow" });
  });
});

describe("an escrow's tenant", () => {
  test("has screens of its own flags", async () => {
    const off = { key: "kyt.screening.enforce", enabled: false, note: null } as const;
    const id = await api.funded({ payoutAddress: "0xBLOCKED" });
    await setFlag({ ...api.context, live: false }, { ...off, tenantId: api.tenantId });
    const asked: unknown[] = [];
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => {
      asked.push(input);
      return screen(input);
    };
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
    expect(asked).toEqual([]);
    await setFlag({ ...api.context, live: false }, { ...off, enabled: true, tenantId: api.tenantId });
    const other = await api.funded();
    await api.release(other);
    expect(asked).toEqual([
      { key: `${other}:release:1:0xSELLER`, stage: "disbursement", address: "0xSELLER", chain: "base" },
    ]);
    await setFlag({ ...api.context, live: false }, { ...off, tenantId: null });
    expect((await api.release(await api.funded({ payoutAddress: "0xBLOCKED" }))).status).toBe(409);
  });
});

describe("what an escrow's readers are told", () => {
  test("is every move, posting and event, however often it was looked at, and the last looks", async () => {
    const id = await api.created({ releaseRule: "dual_approval" });
    await api.fund(id, push);
    await api.callback(id, { state: "funds_received", amountCents: 4_000 });
    await api.post(`/${id}/approvals`, { body: { approverRef: "anna" } });
    const found = await loadEscrow(api.context, id);
    let current = found;
    for (let look = 0; look < 505; look += 1)
      current = await changeEscrow(api.context, current, (state) => [
        { next: state, from: state.status, to: state.status, reason: `look ${look}` },
      ]);
    const reasons = (await readEscrow(api.context, null, id)).entries.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason.startsWith("look "))).toEqual(
      Array.from({ length: 500 }, (_, at) => `look ${at + 5}`),
    );
    expect(reasons).toContain("received 4000 cents that are applied to nothing yet");
    expect(reasons.slice(0, -500)).toHaveLength(3);
  });

  test("of a return is what the rail named, and nothing where it named none", async () => {
    const id = await api.created({ reference: "deal-7" });
    const told = { kind: "raise_escrow_return_alert", escrowId: id, tenantId: api.tenantId, code: "R10" } as const;
    await raiseEscrowReturnAlert(api.context, { ...told, at: later(9) });
    const [alert] = api.store.rows().filter(({ type }) => type === "alert");
    expect((alert?.body as { state: { said: object } } | undefined)?.state.said).toMatchObject({
      ...{ externalId: `return:${id}:R10`, amountCents: 10_000, currency: "USD", paymentId: null, railRef: null },
      ...{ purchaseIdentifier: "deal-7", receivedAt: later(9), transactionDate: noon.slice(0, 10) },
    });
  });
});

test("an operator's verdict that says nothing is a decline", async () => {
  const id = await api.funded({ payoutAddress: "0xREVIEW" });
  await api.release(id);
  const subject = escrowSubject(await rowOf(id));
  const decided = await subject?.decide(api.context, {
    action: "verdict",
    input: {} as never,
    by: "apr_1",
    screen: null,
  });
  if (!decided || decided instanceof Refusal) throw new Error("the verdict was refused");
  await api.store.write(decided.writes, "verdict");
  expect(await api.state(id)).toMatchObject({ unmet: ["screening_declined"], declineReason: "kyt_declined" });
});

test("an operator's other screen is bought by a door that has a provider", async () => {
  const id = await api.funded({ payoutAddress: "0xUNAVAILABLE" });
  await api.release(id);
  const subject = escrowSubject(await rowOf(id));
  await expect(subject?.ask(api.context as never, "retry_screen")).rejects.toThrow("this door buys no screens");
  const { screening, meter } = api;
  const answer = await subject?.ask(
    { ...api.context, gate: { screening, meter, live: false } } as never,
    "retry_screen",
  );
  expect(answer).toMatchObject({ stage: "check", address: "0xUNAVAILABLE", round: 2, verdict: { status: "error" } });
});

test("a call that looks for no escrow reads none, and how its tenant stands", async () => {
  const request = { tenantId: "ten_1", name: nobody, operation: "o", idempotencyKey: "k", fingerprint: "f" };
  const { keys, see } = await escrowKeys(api.context, request, false);
  expect(keys.map(({ pk }) => pk)).toEqual([
    ...["no_escrow#ten_1", "ten_1", "flags#global", "flags#ten_1", "fees#ten_1", "fees#default"],
  ]);
  expect(see([])).toMatchObject({ escrow: undefined, tenant: undefined });
});
