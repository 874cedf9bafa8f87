import { beforeEach, describe, expect, test } from "vitest";
import { loadEscrow, screenFor } from "../../../functions/app/escrow/escrows.ts";
import {
  awaitProof,
  disbursePayout,
  type PayoutContext,
  type PayoutSubject,
  parkEscrow,
  screenPayout,
  withdrawBlockedPayout,
} from "../../../functions/app/escrow/machine-steps.ts";
import { sendPayout } from "../../../functions/app/escrow/payout.ts";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";
import { type Attempt, escrowPayoutMachine, Machines } from "../../support/world/core/machines.ts";

let api: EscrowApi;
let machines: Machines;
let due: { readonly at: number; readonly run: () => void }[];
let running: Promise<void>[];

beforeEach(async () => {
  api = await EscrowApi.withTenant();
  due = [];
  running = [];
  machines = new Machines(escrowPayoutMachine, {
    invoke: (attempt) => running.push(perform(attempt)),
    later: (seconds, run) => due.push({ at: api.nowMs + seconds * 1000, run }),
  });
});

const workflows: PayoutContext["workflows"] = {
  startSettlement: async () => undefined,
  startEscrowPayout: async ({ escrowId, tenantId, presentation }) =>
    machines.start(`${escrowId}-${presentation}`, { escrowId, tenantId }),
  answer: async (token) => machines.answer(token),
  fail: async (token, error, cause) => machines.fail(token, error, cause),
};

/** As functions/steps does it. */
async function perform(attempt: Attempt): Promise<void> {
  const { task, token, payload } = attempt;
  const context: PayoutContext = { ...api.escrowContext, actor: "system:escrow", workflows };
  try {
    machines.taskDone(attempt, await transition(task, context, payload as unknown as PayoutSubject, token));
  } catch (error) {
    machines.taskFailed(attempt, "Error", String(error));
  }
}

function transition(task: string, context: PayoutContext, subject: PayoutSubject, token = ""): Promise<unknown> {
  const transitions: Record<string, () => Promise<unknown>> = {
    Screen: async () => ({ outcome: await screenPayout(context, subject) }),
    Disburse: () => disbursePayout(context, subject),
    Proof: () => awaitProof(context, subject, token),
    Withdraw: () => withdrawBlockedPayout(context, subject),
    Park: () => parkEscrow(context, subject, "Error"),
  };
  return transitions[task]?.() ?? Promise.reject(new Error(task));
}

/** Hands on what follows from what was committed, and lets machines and time run on. */
async function settle(seconds: number): Promise<void> {
  const until = api.nowMs + seconds * 1000;
  for (;;) {
    await api.handOn(workflows);
    await Promise.all(running.splice(0));
    if (running.length > 0) continue;
    const next = due.toSorted((one, other) => one.at - other.at)[0];
    if (!next || next.at > until) break;
    due = due.filter((each) => each !== next);
    api.nowMs = Math.max(api.nowMs, next.at);
    next.run();
  }
  api.nowMs = until;
}

function paths(): string[] {
  return [...machines.executions.values()].map(({ path }) => path.join(" "));
}

describe("the machine with its real hops", () => {
  test("finds a payout done by the call that ordered it", async () => {
    const id = await api.funded();
    await api.release(id);
    await settle(60);
    expect(paths()).toEqual(["Intent Screen Gate Done"]);
  });

  test("waits for the proof, and is woken by the callback", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    await api.release(id);
    await settle(60);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof"]);
    await api.callback(id, { state: "payment_processed" });
    await settle(1);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof Done"]);
    expect((await api.state(id)).status).toBe("released");
  });

  test.each(["release", "refund"] as const)("pays a %s whose call was lost, once", async (leg) => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    expect(await codeOf(api[leg](id))).toEqual([503, "rail_unavailable"]);
    api.reached = api.holding;
    await settle(60);
    expect((await api.state(id)).status).toBe(`${leg}${leg === "refund" ? "ed" : "d"}`);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
    expect((await api.holding.transfersOf([`mock_${id}`])).map(({ kind }) => kind)).toEqual([
      ...["collection", "payout"],
    ]);
  });

  test("parks beside a rail that stays silent; the sweeper starts another, which pays", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id);
    await settle(120);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Parked Done"]);
    expect((await api.state(id)).parked).toMatchObject({ reason: "Error" });
    api.pass(300);
    await api.sweep(workflows);
    api.reached = api.holding;
    await settle(60);
    expect((await api.state(id)).status).toBe("released");
    expect(machines.executions.size).toBe(2);
  });

  test("takes a release back whose address is blocked before it left", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id);
    await settle(120);
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    api.railThat({ disburse: noAnswer, payoutOf: noAnswer });
    api.pass(1000);
    await api.sweep(workflows);
    api.reached = api.holding;
    await settle(120);
    expect(paths().at(-1)).toBe("Intent Screen Gate Withdraw Done");
    expect(await api.state(id)).toMatchObject({
      ...{ status: "release_pending", intent: null, heldCents: 10_000, unmet: ["screening_declined"] },
    });
    expect(await codeOf(api.refund(id))).toEqual([409, "kyt_declined"]);
  });

  test("does not take a release back whose repeated order is on its way while its address is blocked", async () => {
    const id = await api.funded();
    const context = { ...api.escrowContext, actor: "system:escrow" as const, workflows };
    const subject = { escrowId: id, tenantId: (await api.state(id)).tenantId };
    api.railThat({ disburse: noAnswer });
    await api.release(id);
    api.pass(300);
    const screen = api.screening.screen.bind(api.screening);
    const disburse = api.holding.disburse.bind(api.holding);
    api.railThat({
      disburse: async (input) => {
        api.screening.screen = (each) => screen({ ...each, address: "0xBLOCKED" });
        const address = (await api.state(id)).payoutAddress ?? "";
        await screenFor(context, await loadEscrow(context, id), { stage: "release", address });
        await expect(withdrawBlockedPayout(context, subject)).rejects.toThrow("may still be on its way");
        return disburse(input);
      },
    });
    await disbursePayout({ ...context, ...api.escrowContext }, subject);
    expect((await api.state(id)).status).toBe("released");
  });

  test("does not send a release whose address is blocked just before the rail is told", async () => {
    const id = await api.funded();
    const context = { ...api.escrowContext, actor: "system:escrow" as const, workflows };
    const { payoutAddress } = await api.state(id);
    api.railThat({ disburse: noAnswer });
    await api.release(id);
    const stale = await loadEscrow(context, id);
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (each) => screen({ ...each, address: "0xBLOCKED" });
    await screenFor(context, stale, { stage: "release", address: payoutAddress ?? "" });
    api.reached = api.holding;
    const { intent } = stale.state;
    const sent = intent && (await sendPayout({ ...context, ...api.escrowContext }, stale, intent));
    expect(sent).toMatchObject({ said: { said: null }, escrow: { state: { intent: { toldAt: intent?.at } } } });
    expect((await api.holding.transfersOf([`mock_${id}`])).map(({ kind }) => kind)).toEqual(["collection"]);
  });

  test("asks a rail that is silent about a proof", async () => {
    const id = await api.funded({ payoutAddress: "0xNOPROOF" });
    await api.release(id);
    await settle(60);
    await api.holding.does(`mock_${id}`, { kind: "payment_processed", txHash: "0xLATE" });
    api.pass(700);
    await api.sweep(workflows);
    await settle(1);
    expect(await api.state(id)).toMatchObject({ status: "released", releaseTxHash: "0xLATE" });
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof Done"]);
  });
});
