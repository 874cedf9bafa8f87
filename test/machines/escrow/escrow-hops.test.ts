import { beforeEach, describe, expect, test } from "vitest";
import { loadEscrow, screenFor } from "../../../functions/app/escrow/escrows.ts";
import {
  awaitProof,
  disbursePayout,
  type PayoutDesk,
  type PayoutSubject,
  parkEscrow,
  screenPayout,
  withdrawBlocked,
} from "../../../functions/app/escrow/machine-steps.ts";
import { sendPayout } from "../../../functions/app/escrow/payout.ts";
import { codeOf, EscrowDoor, noAnswer } from "../../support/escrow/escrow-door.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";
import { type Attempt, escrowPayoutMachine, Machines } from "../../support/world/core/machines.ts";

let door: EscrowDoor;
let machines: Machines;
let due: { readonly at: number; readonly run: () => void }[];
let running: Promise<void>[];

beforeEach(async () => {
  door = await EscrowDoor.withTenant();
  due = [];
  running = [];
  machines = new Machines(escrowPayoutMachine, {
    invoke: (attempt) => running.push(perform(attempt)),
    later: (seconds, run) => due.push({ at: door.nowMs + seconds * 1000, run }),
  });
});

const workflows: PayoutDesk["workflows"] = {
  startSettlement: async () => undefined,
  startEscrowPayout: async ({ escrowId, tenantId, presentation }) =>
    machines.start(`${escrowId}-${presentation}`, { escrowId, tenantId }),
  answer: async (token) => machines.answer(token),
  fail: async (token, error, cause) => machines.fail(token, error, cause),
};

/** As functions/steps does it. */
async function perform(attempt: Attempt): Promise<void> {
  const { task, token, payload } = attempt;
  const desk: PayoutDesk = { ...door.escrowDesk, actor: "system:escrow", workflows };
  try {
    machines.taskDone(attempt, await hop(task, desk, payload as unknown as PayoutSubject, token));
  } catch (error) {
    machines.taskFailed(attempt, "Error", String(error));
  }
}

function hop(task: string, desk: PayoutDesk, subject: PayoutSubject, token = ""): Promise<unknown> {
  const hops: Record<string, () => Promise<unknown>> = {
    Screen: async () => ({ outcome: await screenPayout(desk, subject) }),
    Disburse: () => disbursePayout(desk, subject),
    Proof: () => awaitProof(desk, subject, token),
    Withdraw: () => withdrawBlocked(desk, subject),
    Park: () => parkEscrow(desk, subject, "Error"),
  };
  return hops[task]?.() ?? Promise.reject(new Error(task));
}

/** Hands on what follows from what was committed, and lets machines and time run on. */
async function settle(seconds: number): Promise<void> {
  const until = door.nowMs + seconds * 1000;
  for (;;) {
    await door.handOn(workflows);
    await Promise.all(running.splice(0));
    if (running.length > 0) continue;
    const next = due.toSorted((one, other) => one.at - other.at)[0];
    if (!next || next.at > until) break;
    due = due.filter((each) => each !== next);
    door.nowMs = Math.max(door.nowMs, next.at);
    next.run();
  }
  door.nowMs = until;
}

function paths(): string[] {
  return [...machines.executions.values()].map(({ path }) => path.join(" "));
}

describe("the machine with its real hops", () => {
  test("finds a payout done by the call that ordered it", async () => {
    const id = await door.funded();
    await door.release(id);
    await settle(60);
    expect(paths()).toEqual(["Intent Screen Gate Done"]);
  });

  test("waits for the proof, and is woken by the callback", async () => {
    const id = await door.funded({ payoutAddress: "0xNOPROOF" });
    await door.release(id);
    await settle(60);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof"]);
    await door.callback(id, { state: "payment_processed" });
    await settle(1);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof Done"]);
    expect((await door.state(id)).status).toBe("released");
  });

  test.each(["release", "refund"] as const)("pays a %s whose call was lost, once", async (leg) => {
    const id = await door.funded();
    door.railThat({ disburse: noAnswer });
    expect(await codeOf(door[leg](id))).toEqual([503, "rail_unavailable"]);
    door.reached = door.holding;
    await settle(60);
    expect((await door.state(id)).status).toBe(`${leg}${leg === "refund" ? "ed" : "d"}`);
    expect(await listLedger(door, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
    expect((await door.holding.transfersOf([`mock_${id}`])).map(({ kind }) => kind)).toEqual([
      ...["collection", "payout"],
    ]);
  });

  test("parks beside a rail that stays silent; the sweeper starts another, which pays", async () => {
    const id = await door.funded();
    door.railThat({ disburse: noAnswer });
    await door.release(id);
    await settle(120);
    expect(paths()).toEqual(["Intent Screen Gate Disburse Parked Done"]);
    expect((await door.state(id)).parked).toMatchObject({ reason: "Error" });
    door.pass(300);
    await door.sweep(workflows);
    door.reached = door.holding;
    await settle(60);
    expect((await door.state(id)).status).toBe("released");
    expect(machines.executions.size).toBe(2);
  });

  test("takes a release back whose address is blocked before it left", async () => {
    const id = await door.funded();
    door.railThat({ disburse: noAnswer });
    await door.release(id);
    await settle(120);
    const screen = door.screening.screen.bind(door.screening);
    door.screening.screen = (asked) => screen({ ...asked, address: "0xBLOCKED" });
    door.railThat({ disburse: noAnswer, payoutOf: noAnswer });
    door.pass(1000);
    await door.sweep(workflows);
    door.reached = door.holding;
    await settle(120);
    expect(paths().at(-1)).toBe("Intent Screen Gate Withdraw Done");
    expect(await door.state(id)).toMatchObject({
      ...{ status: "release_pending", intent: null, heldCents: 10_000, unmet: ["screening_declined"] },
    });
    expect(await codeOf(door.refund(id))).toEqual([409, "kyt_declined"]);
  });

  test("does not take a release back whose repeated order is on its way while its address is blocked", async () => {
    const id = await door.funded();
    const desk = { ...door.escrowDesk, actor: "system:escrow" as const, workflows };
    const subject = { escrowId: id, tenantId: (await door.state(id)).tenantId };
    door.railThat({ disburse: noAnswer });
    await door.release(id);
    door.pass(300);
    const screen = door.screening.screen.bind(door.screening);
    const disburse = door.holding.disburse.bind(door.holding);
    door.railThat({
      disburse: async (asked) => {
        door.screening.screen = (each) => screen({ ...each, address: "0xBLOCKED" });
        const address = (await door.state(id)).payoutAddress ?? "";
        await screenFor(desk, await loadEscrow(desk, id), { stage: "release", address });
        await expect(withdrawBlocked(desk, subject)).rejects.toThrow("may still be on its way");
        return disburse(asked);
      },
    });
    await disbursePayout({ ...desk, ...door.escrowDesk }, subject);
    expect((await door.state(id)).status).toBe("released");
  });

  test("does not send a release whose address is blocked just before the rail is told", async () => {
    const id = await door.funded();
    const desk = { ...door.escrowDesk, actor: "system:escrow" as const, workflows };
    const { payoutAddress } = await door.state(id);
    door.railThat({ disburse: noAnswer });
    await door.release(id);
    const stale = await loadEscrow(desk, id);
    const screen = door.screening.screen.bind(door.screening);
    door.screening.screen = (each) => screen({ ...each, address: "0xBLOCKED" });
    await screenFor(desk, stale, { stage: "release", address: payoutAddress ?? "" });
    door.reached = door.holding;
    const { intent } = stale.state;
    const sent = intent && (await sendPayout({ ...desk, ...door.escrowDesk }, stale, intent));
    expect(sent).toMatchObject({
      said: { said: null },
      escrow: { state: { intent: { toldAt: intent?.at } } },
    });
    expect((await door.holding.transfersOf([`mock_${id}`])).map(({ kind }) => kind)).toEqual(["collection"]);
  });

  test("asks a rail that is silent about a proof", async () => {
    const id = await door.funded({ payoutAddress: "0xNOPROOF" });
    await door.release(id);
    await settle(60);
    await door.holding.does(`mock_${id}`, { kind: "payment_processed", txHash: "0xLATE" });
    door.pass(700);
    await door.sweep(workflows);
    await settle(1);
    expect(await door.state(id)).toMatchObject({ status: "released", releaseTxHash: "0xLATE" });
    expect(paths()).toEqual(["Intent Screen Gate Disburse Proof Done"]);
  });
});
