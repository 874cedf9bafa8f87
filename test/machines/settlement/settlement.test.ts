import { afterAll, describe, expect, it } from "vitest";
import { settlementMachine } from "../../support/world/core/machines.ts";
import { describeFile, Tour } from "../core/tour.ts";
import { happy, type Script } from "../core/walk.ts";

const tour = new Tour(settlementMachine, happy);
const go = (script: Script) => tour.go(script);
const pathOf = (script: Script) => tour.pathOf(script);

const parked = "Parked Ended succeeded";

describeFile("settlement", settlementMachine, "a settlement");

describe("the happy path", () => {
  it("takes six states", () => {
    expect(pathOf({})).toBe("Collect Screen Gate Convert Disburse Completed succeeded");
  });

  it("hands every task the settlement's names and nothing else", () => {
    expect(go({}).execution.data).toMatchObject({ settlementId: "stl_1", tenantId: "ten_1" });
  });
});

describe("Collect", () => {
  it("waits until the token is answered", () => {
    const { execution } = go({ Collect: [{ waits: true }] });
    expect(execution).toMatchObject({ state: "Collect", status: "running" });
  });

  it("ends when the settlement ended meanwhile", () => {
    expect(pathOf({ Collect: [{ fails: "SettlementEnded" }] })).toBe("Collect Ended succeeded");
  });

  it("is parked when its Lambda fails or nothing comes in 60 days", () => {
    expect(pathOf({ Collect: [{ throws: "Lambda.Unknown" }] })).toBe(`Collect ${parked}`);
    expect(pathOf({ Collect: [{ timesOut: true }] })).toBe(`Collect ${parked}`);
  });
});

describe("Screen and Gate", () => {
  it.each(["unavailable", "pending"])("wait when the screen is %s, and ask again", (outcome) => {
    const Screen = [{ says: { outcome } }, { says: { outcome: "pass" } }];
    expect(pathOf({ Screen })).toBe("Collect Screen Gate AwaitScreen Screen Gate Convert Disburse Completed succeeded");
  });

  it.each([
    ["declined", { outcome: "declined" }],
    ["ended", { outcome: "ended" }],
    ["a word nobody knows", { outcome: "PASS" }],
    ["true", { outcome: true }],
    ["null", { outcome: null }],
    ["nothing in that field", {}],
    ["nothing at all", undefined],
  ])("decline when the screen says %s", (_, says) => {
    expect(pathOf({ Screen: [{ says }] })).toBe("Collect Screen Gate Declined Ended succeeded");
  });

  it("try a Lambda that fails three times, then park", () => {
    const { execution, pausesSeconds } = go({ Screen: [{ throws: "Error" }] });
    expect(execution.path.join(" ")).toBe("Collect Screen Parked Ended");
    expect(pausesSeconds).toEqual([2, 4]);
  });

  it("go on when the third try succeeds", () => {
    const Screen = [{ throws: "Error" }, { throws: "Error" }, { says: { outcome: "pass" } }];
    expect(pathOf({ Screen })).toBe("Collect Screen Gate Convert Disburse Completed succeeded");
  });
});

describe("AwaitScreen", () => {
  const Screen = [{ says: { outcome: "unavailable" } }];

  it("is parked when its Lambda fails or nobody asks again within 30 days", () => {
    const path = `Collect Screen Gate AwaitScreen ${parked}`;
    expect(pathOf({ Screen, AwaitScreen: [{ throws: "HopFailed" }] })).toBe(path);
    expect(pathOf({ Screen, AwaitScreen: [{ timesOut: true }] })).toBe(path);
  });

  it("ends when another machine has taken its wait over", () => {
    const AwaitScreen = [{ fails: "SettlementEnded" }];
    expect(pathOf({ Screen, AwaitScreen })).toBe("Collect Screen Gate AwaitScreen Ended succeeded");
  });
});

describe("Convert", () => {
  it("asks a silent vendor three times over six seconds, then parks", () => {
    const { execution, invoked, pausesSeconds } = go({ Convert: [{ throws: "DeadlineExceeded" }] });
    expect(execution.path.join(" ")).toBe("Collect Screen Gate Convert Parked Ended");
    expect(invoked.filter((task) => task === "Convert")).toHaveLength(3);
    expect(pausesSeconds).toEqual([2, 4]);
  });
});

describe("Disburse", () => {
  it("waits for the proof under its token", () => {
    const { execution } = go({ Disburse: [{ waits: true }] });
    expect(execution).toMatchObject({ state: "Disburse", status: "running" });
  });

  it("ends when the settlement failed or was returned meanwhile", () => {
    expect(pathOf({ Disburse: [{ fails: "SettlementEnded" }] })).toBe(
      "Collect Screen Gate Convert Disburse Ended succeeded",
    );
  });

  it("never asks again by itself: a silent rail parks it", () => {
    const { execution, invoked } = go({ Disburse: [{ throws: "DeadlineExceeded" }] });
    expect(execution.path.join(" ")).toBe("Collect Screen Gate Convert Disburse Parked Ended");
    expect(invoked.filter((task) => task === "Disburse")).toHaveLength(1);
  });
});

describe("a Lambda that AWS did not run", () => {
  const throttled = { throws: "Lambda.TooManyRequestsException" };
  const tasks: readonly (readonly [string, Script])[] = [
    ["Collect", {}],
    ["Screen", {}],
    ["AwaitScreen", { Screen: [{ says: { outcome: "pending" } }, { says: { outcome: "pass" } }] }],
    ["Convert", {}],
    ["Disburse", {}],
  ];

  it.each(tasks)("is tried again at %s, with a token of its own each time", (task, script) => {
    const usual = happy[task] ?? [];
    const { execution, invoked, pausesSeconds } = go({ ...script, [task]: [throttled, throttled, ...usual] });
    expect(execution).toMatchObject({ state: "Completed", status: "succeeded" });
    expect(invoked.filter((each) => each === task)).toHaveLength(3);
    expect(pausesSeconds).toEqual([1, 2]);
  });

  it("parks the settlement after a minute", () => {
    const { execution, pausesSeconds } = go({ Disburse: [throttled] });
    expect(execution.path.join(" ")).toBe("Collect Screen Gate Convert Disburse Parked Ended");
    expect(pausesSeconds).toEqual([1, 2, 4, 8, 16, 32]);
  });

  it("is tried again where a screen is declined, and where a settlement is parked", () => {
    const Decline = [throttled, { says: undefined }];
    expect(pathOf({ Screen: [{ says: {} }], Decline })).toBe("Collect Screen Gate Declined Ended succeeded");
    const Park = [throttled, { says: undefined }];
    expect(pathOf({ Convert: [{ throws: "Error" }], Park })).toBe("Collect Screen Gate Convert Parked Ended succeeded");
  });
});

describe("Declined", () => {
  const Screen = [{ says: { outcome: "declined" } }];

  it("is parked when it cannot be recorded in six tries", () => {
    const { execution, pausesSeconds } = go({ Screen, Decline: [{ throws: "Error" }] });
    expect(execution.path.join(" ")).toBe("Collect Screen Gate Declined Parked Ended");
    expect(pausesSeconds).toEqual([2, 4, 8, 16, 32]);
  });
});

describe("Parked", () => {
  it("is tried nine times over twenty minutes before the machine gives up", () => {
    const { execution, invoked, pausesSeconds } = go({ Convert: [{ throws: "Error" }], Park: [{ throws: "Error" }] });
    expect(execution).toMatchObject({ state: "Parked", status: "failed" });
    expect(invoked.filter((task) => task === "Park")).toHaveLength(9);
    expect(pausesSeconds.slice(2)).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  });

  it("hears which error it was", () => {
    const { execution } = go({ Convert: [{ throws: "DeadlineExceeded" }] });
    expect(execution.data).toMatchObject({ error: { Error: "DeadlineExceeded" } });
  });
});

afterAll(() => {
  expect(tour.untaken()).toEqual([]);
});
