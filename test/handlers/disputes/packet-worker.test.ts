import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { invocation } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let caseId: string;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});
afterAll(() => deployed.stop());

beforeEach(async () => {
  const body = { stage: "chargeback", network: "visa", reasonCode: "13.1", amountCents: 1_000 };
  const opened = await deployed.call("createCase", owner.apiKey, {}, body);
  expect([opened.status, opened.text]).toEqual([201, expect.any(String)]);
  caseId = JSON.parse(opened.text).id;
  expect((await deployed.call("gatherEvidence", owner.apiKey, { id: caseId })).status).toBe(200);
  expect((await deployed.call("getPacket", owner.apiKey, { id: caseId })).status).toBe(202);
});

/** Hands the order of the case's packet to its Lambda, for the nth time; whether it is set aside or comes again. */
async function receive(receipt: number): Promise<boolean> {
  const { handler } = await import("../../../functions/events/packet.ts");
  const record = {
    messageId: "m1",
    body: JSON.stringify({ caseId, tenantId: owner.id }),
    attributes: { ApproximateReceiveCount: String(receipt) },
  };
  const { batchItemFailures } = await handler({ Records: [record] } as unknown as SQSEvent, invocation as never);
  return batchItemFailures.length > 0;
}

async function history(): Promise<{ reason: string; actor: string }[]> {
  return JSON.parse((await deployed.call("getCase", owner.apiKey, { id: caseId })).text).history;
}

function packetStatus(): unknown {
  const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === caseId && sk === "row");
  return (row?.body as { state: { packet: { status: string } } } | undefined)?.state.packet.status;
}

describe("a packet whose three makers ran out of time and said nothing", () => {
  test("is noted as failed by whoever receives its order next, which is set aside", async () => {
    expect(packetStatus()).toBe("building");
    expect(await receive(4)).toBe(true);
    expect(packetStatus()).toBe("failed");
    expect((await history()).at(-1)).toMatchObject({
      ...{ reason: expect.stringMatching(/^packet of revision \d+ could not be made$/), actor: "system:packets" },
    });
  });

  test("is noted once, however often its order comes", async () => {
    await receive(4);
    await receive(5);
    expect((await history()).filter(({ reason }) => reason.endsWith("could not be made"))).toHaveLength(1);
  });

  test("is ordered anew when it is asked for", async () => {
    await receive(4);
    expect((await deployed.call("getPacket", owner.apiKey, { id: caseId })).status).toBe(202);
    expect(packetStatus()).toBe("building");
  });
});
