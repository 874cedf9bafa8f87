import { readFileSync } from "node:fs";
import validate from "asl-validator";
import { afterAll, describe, expect, it } from "vitest";
import type { State } from "../support/world/asl.ts";
import { escrowPayoutMachine } from "../support/world/machines.ts";
import { type Script, type Walk, walk } from "./walk.ts";

const file = new URL("../../statemachines/escrow-payout.asl.json", import.meta.url);
const walked = new Set<string>();

const happy: Script = {
  Screen: [{ says: { outcome: "pass" } }],
  Disburse: [{ says: undefined }],
  Proof: [{ answered: true }],
  Withdraw: [{ says: undefined }],
  Park: [{ says: undefined }],
};

/** Walks, and remembers between which states. */
function go(script: Script): Walk {
  const said = walk({ ...happy, ...script }, escrowPayoutMachine, { escrowId: "esc_1", tenantId: "ten_1" });
  const { path } = said.execution;
  for (const [at, state] of path.entries()) walked.add(`${path[at - 1] ?? "start"} -> ${state}`);
  return said;
}

function pathOf(script: Script): string {
  const { execution } = go(script);
  return `${execution.path.join(" ")} ${execution.status}`;
}

describe("the file", () => {
  it("is valid Amazon States Language", () => {
    const { isValid, errorsText } = validate(JSON.parse(readFileSync(file, "utf8")));
    expect(errorsText("\n")).toBe("");
    expect(isValid).toBe(true);
  });

  it("lets every state be reached", () => {
    const reached = new Set<string>();
    const visit = (name: string) => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const next of waysOut(escrowPayoutMachine.States[name])) visit(next);
    };
    visit(escrowPayoutMachine.StartAt);
    expect([...reached].sort()).toEqual(Object.keys(escrowPayoutMachine.States).sort());
  });

  it("never ends in a Fail: what is wrong with an escrow is on its record", () => {
    expect(Object.values(escrowPayoutMachine.States).map(({ Type }) => Type)).not.toContain("Fail");
  });
});

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
    expect(pathOf({ Proof: [{ fails: "SettlementEnded" }] })).toBe(
      "Intent Screen Gate Disburse Proof Done succeeded",
    );
  });

  it("is parked when its Lambda fails or nothing comes in 30 days", () => {
    const parked = "Intent Screen Gate Disburse Proof Parked Done succeeded";
    expect(pathOf({ Proof: [{ throws: "HopFailed" }] })).toBe(parked);
    expect(pathOf({ Proof: [{ timesOut: true }] })).toBe(parked);
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
  const ways = Object.entries(escrowPayoutMachine.States).flatMap(([name, state]) =>
    waysOut(state).map((next) => `${name} -> ${next}`),
  );
  expect(ways.filter((way) => !walked.has(way))).toEqual([]);
});

function waysOut(state: State | undefined): string[] {
  if (!state || state.Type === "Succeed") return [];
  if (state.Type === "Choice")
    return [...state.Choices.flatMap(({ Next }) => (Next === undefined ? [] : [Next])), state.Default];
  if (state.Type === "Wait") return [state.Next];
  return [state.Next, ...(state.Catch ?? []).map(({ Next }) => Next)];
}
