import { afterAll, describe, expect, it } from "vitest";
import { escrowPayoutMachine } from "../../support/world/core/machines.ts";
import { describeFile, Tour } from "../core/tour.ts";
import type { Script } from "../core/walk.ts";

const happy: Script = {
  Screen: [{ says: { outcome: "pass" } }],
  Disburse: [{ says: undefined }],
  Proof: [{ answered: true }],
  Withdraw: [{ says: undefined }],
  Park: [{ says: undefined }],
};

const tour = new Tour(escrowPayoutMachine, happy, { escrowId: "esc_1", tenantId: "ten_1" });
const go = (script: Script) => tour.go(script);
const pathOf = (script: Script) => tour.pathOf(script);

describeFile("escrow-payout", escrowPayoutMachine, "an escrow");

describe("the happy path", () => {
  it("gives the call that ordered the payout its time, then screens, pays and waits for the proof", () => {
    expect(pathOf({})).toBe("Intent Screen Gate Disburse Proof Done succeeded");
    expect(go({}).pausesSeconds).toEqual([30]);
  });

  it("is short where that call has done it all", () => {
    expect(pathOf({ Screen: [{ says: { outcome: "ended" } }] })).toBe("Intent Screen Gate Done succeeded");
  });
});

describe("Screen and Gate", () => {
  it.each([
    ["blocked", { outcome: "blocked" }],
    ["a word nobody knows", { outcome: "PASS" }],
    ["true", { outcome: true }],
    ["null", { outcome: null }],
    ["nothing in that field", {}],
    ["nothing at all", undefined],
  ])("take the payout back when the screen says %s", (_, says) => {
    expect(pathOf({ Screen: [{ says }] })).toBe("Intent Screen Gate Withdraw Done succeeded");
  });

  it("try a Lambda that fails three times, then park", () => {
    const { execution, pausesSeconds } = go({ Screen: [{ throws: "Error" }] });
    expect(execution.path.join(" ")).toBe("Intent Screen Parked Done");
    expect(pausesSeconds).toEqual([30, 2, 4]);
  });
});

describe("Disburse", () => {
  it("asks a silent rail three times over six seconds, then parks", () => {
    const { execution, invoked, pausesSeconds } = go({ Disburse: [{ throws: "DeadlineExceeded" }] });
    expect(execution.path.join(" ")).toBe("Intent Screen Gate Disburse Parked Done");
    expect(invoked.filter((task) => task === "Disburse")).toHaveLength(3);
    expect(pausesSeconds).toEqual([30, 2, 4]);
    expect(execution.data).toMatchObject({ error: { Error: "DeadlineExceeded" } });
  });
});

describe("Proof", () => {
  it("waits under its token", () => {
    expect(go({ Proof: [{ waits: true }] }).execution).toMatchObject({ state: "Proof", status: "running" });
  });

  it("ends when another machine has taken its wait over", () => {
    expect(pathOf({ Proof: [{ fails: "SettlementEnded" }] })).toBe("Intent Screen Gate Disburse Proof Done succeeded");
  });

  it("is parked when its Lambda fails or nothing comes in 30 days", () => {
    const parked = "Intent Screen Gate Disburse Proof Parked Done succeeded";
    expect(pathOf({ Proof: [{ throws: "HopFailed" }] })).toBe(parked);
    expect(pathOf({ Proof: [{ timesOut: true }] })).toBe(parked);
  });
});

describe("a Lambda that AWS did not run", () => {
  it.each(["Screen", "Disburse", "Proof"])("is tried again at %s", (task) => {
    const throttled = { throws: "Lambda.TooManyRequestsException" };
    const { execution, pausesSeconds } = go({ [task]: [throttled, throttled, ...(happy[task] ?? [])] });
    expect(execution).toMatchObject({ state: "Done", status: "succeeded" });
    expect(pausesSeconds).toEqual([30, 1, 2]);
  });
});

describe("Withdraw", () => {
  it("looks for the payout through its first minute, then parks", () => {
    const blocked = [{ says: { outcome: "blocked" } }];
    const { execution, pausesSeconds } = go({ Screen: blocked, Withdraw: [{ throws: "Error" }] });
    expect(execution.path.join(" ")).toBe("Intent Screen Gate Withdraw Parked Done");
    expect(pausesSeconds).toEqual([30, 30, 30, 30]);
  });
});

describe("Parked", () => {
  it("is tried nine times over twenty minutes before the machine gives up", () => {
    const { execution, invoked } = go({ Disburse: [{ throws: "Error" }], Park: [{ throws: "Error" }] });
    expect(execution).toMatchObject({ state: "Parked", status: "failed" });
    expect(invoked.filter((task) => task === "Park")).toHaveLength(9);
  });
});

afterAll(() => {
  expect(tour.untaken()).toEqual([]);
});
