import { beforeEach, describe, expect, test } from "vitest";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

type Reply = Awaited<ReturnType<EscrowApi["post"]>>;

/** So many calls at once, each under a key of its own. */
function atOnce(count: number, call: (key: string) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, (_, each) => call(`key-at-once-${each}`)));
}

/** What a call may be told that others were faster than: the escrow as it stands, or to come again. */
function fairly({ status, json, headers }: Reply): string {
  if (status === 200) return json.status;
  return json.code === "version_conflict" && headers["retry-after"] === "1" ? "again" : `${status} ${json.code}`;
}

function unfair(told: readonly string[], fair: readonly string[]): readonly string[] {
  return told.filter((each) => !fair.includes(each));
}

describe.each([2, 8, 32])("%i calls at once under keys of their own", (count) => {
  test("release an escrow once; each has the escrow, or is told to come again, which then has it", async () => {
    const id = await api.funded();
    const replies = await atOnce(count, (key) => api.release(id, key));
    const told = replies.map(fairly);
    expect(unfair(told, ["released", "again", "409 illegal_escrow_transition"])).toEqual([]);
    expect(told).toContain("released");
    expect((await api.events(id)).filter((name) => name === "escrow.released")).toHaveLength(1);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
    const late = told.indexOf("again");
    if (late >= 0) expect(fairly(await api.release(id, `key-at-once-${late}`))).not.toMatch(/^5/);
  });

  test("refund an escrow once", async () => {
    const id = await api.funded();
    const body = { refundAddress: "0xBUYER", reason: "called off" };
    const told = (await atOnce(count, (key) => api.refund(id, body, key))).map(fairly);
    expect(unfair(told, ["refunded", "again", "409 illegal_escrow_transition"])).toEqual([]);
    expect(told).toContain("refunded");
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });

  test("fund an escrow once", async () => {
    const id = await api.created();
    const told = (await atOnce(count, (key) => api.fund(id, { amountCents: 10_000 }, key))).map(fairly);
    expect(unfair(told, ["funded", "again"])).toEqual([]);
    expect(told).toContain("funded");
    expect((await api.state(id)).heldCents).toBe(10_000);
  });

  test("release and refund an escrow: one of them has its money", async () => {
    const id = await api.funded();
    const body = { refundAddress: "0xBUYER", reason: "called off" };
    const told = (
      await atOnce(count, (key) => (/[02468]$/.test(key) ? api.release(id, key) : api.refund(id, body, key)))
    ).map(fairly);
    const fair = ["released", "refunded", "again", "409 illegal_escrow_transition", "409 payout_in_flight"];
    expect(unfair(told, fair)).toEqual([]);
    expect((await api.events(id)).filter((name) => /released|refunded/.test(name))).toHaveLength(1);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });
});

test("a rail that gives no answer is still told as that, and the same key goes on", async () => {
  const id = await api.funded();
  api.railThat({ disburse: () => Promise.reject(new Error("no answer")) });
  const { status, json, headers } = await api.release(id, "release-1");
  expect([status, json.code, headers["retry-after"]]).toEqual([503, "rail_unavailable", "2"]);
  api.railThat({});
  expect((await api.release(id, "release-1")).json.status).toBe("released");
});
