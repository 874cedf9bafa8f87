import { beforeEach, describe, expect, test } from "vitest";
import { linkToken } from "../../../functions/app/core/link-token.ts";
import {
  approveAsOperator,
  operatorsDecision,
  takesApprovals,
  withdrawAsOperator,
} from "../../../functions/app/escrow/approvals.ts";
import { conditionsNow, escrowConditions } from "../../../functions/app/escrow/conditions.ts";
import { changeEscrow, escrowIdOf, loadEscrow, screenedFor } from "../../../functions/app/escrow/escrows.ts";
import { inspectEscrow, listAllEscrows } from "../../../functions/app/escrow/operator-reads.ts";
import { escrowByToken, listEscrows, readEscrow } from "../../../functions/app/escrow/reads.ts";
import { escrowCallbackPlan } from "../../../functions/app/escrow/receive-callback.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { noon } from "../../support/core/samples.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const as = (actor: string) => ({ ...api.context, actor });
const approve = { decision: "approve", note: null } as const;
const no = (ask: Promise<unknown>) => ask.then(() => "none").catch(({ code, message }) => [code, message]);

describe("an operator's decision on an escrow", () => {
  test("is one voice under the operator's name, whatever door they come by", async () => {
    const id = await api.funded({ releaseRule: "dual_approval" });
    expect(await approveAsOperator(as("operator:anna"), id, { ...approve, note: "fine" })).toEqual({
      ...{ approverRef: "operator:anna", decision: "approve", note: "fine", at: noon },
    });
    await approveAsOperator(as("operator:Anna"), id, approve);
    const state = await api.state(id);
    expect(state.approvals.map(({ approverRef }) => approverRef)).toEqual(["operator:anna"]);
    expect(operatorsDecision(state, "operator:ANNA")?.approverRef).toBe("operator:anna");
    expect(operatorsDecision(state, "operator:ben")).toBeUndefined();
    await api.post(`/${id}/approvals`, { body: { approverRef: "ben" } });
    expect(operatorsDecision(await api.state(id), "operator:ben")).toBeUndefined();
  });

  test("is taken back by who made it alone", async () => {
    const id = await api.funded({ releaseRule: "dual_approval" });
    await approveAsOperator(as("operator:anna"), id, { decision: "reject", note: null });
    const none = ["action_not_available", "you have made no decision on it"];
    expect(await no(withdrawAsOperator(as("operator:ben"), id))).toEqual(none);
    expect(await withdrawAsOperator(as("operator:anna"), id)).toMatchObject({ decision: "reject" });
    expect((await api.state(id)).approvals).toEqual([]);
    expect(await no(withdrawAsOperator(as("operator:anna"), id))).toEqual(none);
  });

  test("is asked for by no other rule than that people approve", async () => {
    const id = await api.funded();
    expect(await no(approveAsOperator(as("operator:anna"), id, approve))).toEqual([
      ...["action_not_available", "its release rule is manual: nobody approves it"],
    ]);
    expect(
      (["dual_approval", "manual", "milestone"] as const).map((releaseRule) => takesApprovals({ releaseRule })),
    ).toEqual([...[true, false, false]]);
  });
});

describe("an escrow's conditions", () => {
  test("are told with the screen that they rest on", async () => {
    const id = await api.funded();
    const screening = { address: "0xSELLER", at: null, outcome: null, risk: null, screeningRef: null, live: false };
    const input = (live: boolean) => escrowConditions(api.escrowContext, api.tenantId, { name: id, live });
    expect(await input(false)).toEqual({ releasable: false, unmet: ["screening_stale"], screening });
    const ref = expect.any(String);
    const passed = { ...screening, outcome: "pass", risk: "low", at: noon, screeningRef: ref };
    expect(await input(true)).toEqual({ releasable: true, unmet: [], screening: { ...passed, live: true } });
    expect((await conditionsNow(api.context, await api.state(id))).screening).toEqual(passed);
    expect((await api.state(id)).screens.map(({ stage }) => stage)).toEqual(["check"]);
    await api.release(id);
    const screens = (await api.state(id)).screens.length;
    expect((await input(true)).screening.live).toBe(false);
    expect((await api.state(id)).screens).toHaveLength(screens);
  });

  test("are not met again while the payout is under way", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    await api.release(id);
    expect(await conditionsNow(api.context, await api.state(id))).toMatchObject({ releasable: false, unmet: [] });
  });

  test("without a beneficiary buy no screen", async () => {
    const on = { key: "escrow.rail.fiat", enabled: true, tenantId: null, note: null } as const;
    await setFlag({ ...api.context, live: false }, on);
    const id = await api.funded({ rail: "fiat", payoutAddress: undefined });
    api.screening.screen = () => Promise.reject(new Error("must not be asked"));
    expect(await escrowConditions(api.escrowContext, api.tenantId, { name: id, live: true })).toMatchObject({
      ...{ unmet: ["payout_address_missing"], screening: { address: null, outcome: null, live: false } },
    });
  });
});

describe("a screen before a payout", () => {
  test("is bought where money is held and the last one is not good any more", async () => {
    const [held, empty] = [await api.funded(), await api.created()];
    const screened = async (id: string, address: string | null) =>
      (await screenedFor(api.escrowContext, await loadEscrow(api.context, id), { stage: "refund", address })).state
        .screens.length;
    expect([await screened(empty, "0xA"), await screened(held, null), await screened(held, "0xA")]).toEqual([0, 0, 1]);
    expect(await screened(held, "0xA")).toBe(1);
    api.pass(901);
    expect(await screened(held, "0xA")).toBe(2);
  });
});

describe("an escrow that is read", () => {
  test("is found by id, by its tenant's reference, and by its page's link, with its trail", async () => {
    const id = await api.created({ reference: "deal 7" });
    expect([
      await escrowIdOf(api.context, api.tenantId, "deal 7"),
      await escrowIdOf(api.context, api.tenantId, id),
    ]).toEqual([id, id]);
    expect(await escrowIdOf(api.context, api.tenantId, "deal 8")).toBeUndefined();
    const token = linkToken("l".repeat(64), await api.state(id), 1);
    const found = await readEscrow(api.context, api.tenantId, "deal 7");
    expect(await escrowByToken(api.context, token)).toEqual(found);
    expect(found.entries.map(({ seq, reason }) => [seq, reason])).toEqual([[1, "escrow created"]]);
    const none = ["not_found", "no such escrow"];
    expect(await no(escrowByToken(api.context, "x"))).toEqual(none);
    expect(await no(readEscrow(api.context, null, "deal 7"))).toEqual(none);
    expect(await no(loadEscrow(api.context, "esc_9"))).toEqual([undefined, "no escrow esc_9"]);
  });

  test("is listed with its tenant's, and with everybody's for operators", async () => {
    const mine = await api.created();
    api.pass(1);
    const other = await api.tenant({ slug: "other" });
    const body = { reference: "r", amountCents: 10_000, payoutAddress: "0x1" };
    const { id: theirs } = (await api.post("", { apiKey: other.apiKey, body })).json;
    const ids = async (list: Promise<{ data: { id: string }[] }>) => (await list).data.map(({ id }) => id);
    const asker = { tenantId: api.tenantId, tenantCreatedAt: noon };
    expect(await ids(listEscrows(api.context, asker, { limit: 9 }))).toEqual([mine]);
    expect(await ids(listEscrows(api.context, asker, { limit: 9, status: "funded" }))).toEqual([]);
    expect(await ids(listAllEscrows(api.context, { limit: 9 }))).toEqual([theirs, mine]);
    expect(await ids(listAllEscrows(api.context, { limit: 9, tenantId: other.id }))).toEqual([theirs]);
  });

  test("is inspected with what happened in plain words, and no dispute where there is none", async () => {
    const id = await api.funded();
    const found = await inspectEscrow({ store: api.store, deliveries: new MemoryStore() }, id);
    expect(found.disputes).toEqual([]);
    expect(found.state.id).toBe(id);
    expect([found.entries.length, found.timeline.map(({ kind }) => kind)]).toEqual([3, ["hop", "hop", "rail"]]);
  });
});

describe("a rail's callback", () => {
  const events = [{ kind: "funds_received" as const, totalCents: 10_000 }];

  test("is about the escrow whose reference it has, on the rail that holds it", async () => {
    const id = await api.created();
    await api.fund(id, { amountCents: 10_000, source: { type: "ach_push" } });
    const call = { rail: "mock", railRef: `mock_${id}`, reference: id, events };
    const hears = (change: object) => escrowCallbackPlan(api.context, { ...call, ...change });
    for (const change of [
      { rail: "bridge" },
      { railRef: "mock_other" },
      { reference: "stl_1.inv_1" },
      { reference: "" },
      { reference: "esc_01K00000000000000000000000" },
    ])
      expect(await hears(change), JSON.stringify(change)).toBeUndefined();
    expect((await api.state(id)).status).toBe("awaiting_funds");
    await receiveCallback(api.context, { ...call, reference: `${id}.2` });
    expect((await api.state(id)).status).toBe("funded");
  });

  test("without a reference is about the escrow that knows the rail's own", async () => {
    const id = await api.created();
    await api.fund(id, { amountCents: 10_000, source: { type: "ach_push" } });
    const call = { rail: "mock", railRef: `mock_${id}`, reference: null, events };
    expect(await escrowCallbackPlan(api.context, { ...call, railRef: "mock_unknown" })).toBeUndefined();
    await receiveCallback(api.context, call);
    expect((await api.state(id)).status).toBe("funded");
  });
});

test("a change that lost its race is decided again, on what is there by then", async () => {
  const id = await api.funded();
  const first = await loadEscrow(api.context, id);
  await api.post(`/${id}/approvals`, { body: { approverRef: "anna" } });
  const seen: number[] = [];
  await changeEscrow(api.context, first, (state) => {
    seen.push(state.approvals.length);
    return [{ next: { ...state, metadata: { a: "1" } }, from: state.status, to: state.status, reason: "test" }];
  });
  expect(seen).toEqual([0, 1]);
  expect(await api.state(id)).toMatchObject({ metadata: { a: "1" }, approvals: [{ approverRef: "anna" }] });
});
