import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

/** The lines of one task's Lambda, newest last. */
function linesOf(operation: string): Record<string, unknown>[] {
  return deployed.logged.map((line) => JSON.parse(line)).filter((line) => line.operation === operation);
}

describe("a machine's task", () => {
  test("that answers nothing hands the machine nothing, and writes one line of it", async () => {
    const { decline: handler } = await import("../../../functions/steps/settlement.ts");
    const task = { settlementId: owner.settlementId, tenantId: owner.id };
    expect(await handler(task, invocation)).toBeUndefined();
    const lines = linesOf("settlement-decline");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      ...{ message: "hop", requestId: `decline:${owner.settlementId}`, tenantId: owner.id },
      ...{ correlationId: owner.settlementId, function_request_id: invocation.awsRequestId },
    });
  });

  test("that waits fails its token and throws what went wrong, after one line of it", async () => {
    const { collect: handler } = await import("../../../functions/steps/settlement.ts");
    deployed.aws.broken = true;
    const task = { settlementId: owner.settlementId, tenantId: owner.id, token: "a-token" };
    await expect(handler(task, invocation)).rejects.toThrow("the table is broken");
    deployed.aws.broken = false;
    const lines = linesOf("settlement-collect");
    expect(lines.map(({ level, message }) => [level, message])).toEqual([["ERROR", "hop"]]);
    expect(deployed.aws.failedTokens).toEqual(["a-token"]);
  });
});

describe("a schedule's run", () => {
  test("answers nothing, and its line has what was done", async () => {
    const { handler } = await import("../../../functions/events/sweep.ts");
    expect(await handler({}, invocation)).toBeUndefined();
    expect(linesOf("sweep").at(-1)).toMatchObject({ level: "INFO", message: "swept" });
  });

  test("that fails is thrown for Lambda to count, without a line that says it was done", async () => {
    const { handler } = await import("../../../functions/events/sweep.ts");
    const before = linesOf("sweep").length;
    deployed.aws.broken = true;
    await expect(handler({}, invocation)).rejects.toThrow("the table is broken");
    deployed.aws.broken = false;
    expect(linesOf("sweep")).toHaveLength(before);
  });
});
