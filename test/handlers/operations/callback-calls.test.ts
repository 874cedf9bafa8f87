import { beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../bench/cost/lambda-runs.ts";
import { settlementLife } from "../../bench/cost/settlement-life.ts";

let runs: readonly Run[];

beforeAll(async () => {
  runs = (await settlementLife()).runs;
});

/** The calls to AWS of each of Bridge's callbacks in a settlement's life, each as its operation. */
function callbacks(): string[][] {
  return runs
    .filter(({ lambda }) => lambda === "vendor-callbacks")
    .map(({ aws }) => aws.map(({ operation }) => operation));
}

describe("Bridge's callbacks in a settlement's life", () => {
  it("cost one read where they change nothing, as five of seven do", () => {
    const idle = callbacks().filter((calls) => !calls.includes("TransactWriteItems"));
    expect(idle).toHaveLength(5);
    for (const calls of idle) expect(calls).toEqual(["BatchGetItem"]);
  });

  it("cost one read and one transaction where they move the settlement, after a pointer if it has a new one", () => {
    const moving = callbacks().filter((calls) => calls.includes("TransactWriteItems"));
    expect(moving).toHaveLength(2);
    expect(moving).toContainEqual(["BatchGetItem", "TransactWriteItems"]);
    expect(moving).toContainEqual(["BatchGetItem", "PutItem", "TransactWriteItems"]);
  });
});

describe("a settlement in the logs", () => {
  it("or its invoice, is named by a line of each run that works on it, from the pay call to the last callback", () => {
    const from = runs.findIndex(({ lambda }) => lambda === "pay");
    const [paid = ""] = runs[from]?.lines ?? [];
    const { correlationId } = JSON.parse(paid);
    expect(correlationId).toMatch(/^stl_/);
    const [created = ""] = runs[0]?.lines ?? [];
    const { correlationId: invoiceId } = JSON.parse(created);
    expect(invoiceId).toMatch(/^inv_/);
    // A webhook's run names the delivery.
    const working = runs.slice(from).filter(({ lambda }) => lambda !== "send-webhook");
    expect(working.length).toBeGreaterThan(15);
    for (const { lambda, lines } of working)
      expect(lines.join(), lambda).toMatch(new RegExp(`${correlationId}|${invoiceId}`));
  });
});
