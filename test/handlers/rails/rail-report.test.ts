import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mockEvent } from "../../../functions/adapters/mock/rail-mock.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";
import { bridgePayment as bridgePaymentOn, sendBridgeEvent } from "../../support/settlement/bridge-payment.ts";

const deployed = new DeployedSandbox();
const hash = `0x${"ab12".repeat(16)}`;

beforeAll(() => deployed.open());

afterAll(() => deployed.stop());

function bridgePayment(status: SettlementStatus) {
  return bridgePaymentOn(deployed, status);
}

async function reports(body: object, bearer: string | null = deployed.operatorToken) {
  const op = operationOf("receiveBridgeCallback");
  const rows = deployed.aws.store.rows().length;
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  const request = { method: op.method, path: op.path, headers, body: JSON.stringify(body) };
  const { status, text } = await deployed.send(op, request);
  return { status, ...JSON.parse(text), wrote: deployed.aws.store.rows().length - rows };
}

function bridgeSays(id: string, event: object) {
  return sendBridgeEvent(deployed, id, event);
}

function invoiceOf(id: string) {
  const [row] = deployed.aws.store.rows().filter(({ pk, sk }) => pk === id.replace("stl", "inv") && sk === "row");
  return (row?.body as { state?: { amountProcessingCents: number } } | undefined)?.state;
}

async function stands(id: string) {
  const rows = deployed.aws.store.rows().filter(({ pk }) => pk === id);
  const body = (sk: string) => rows.filter((row) => row.sk.startsWith(sk)).map((row) => row.body);
  const [row] = body("row") as { state: Settlement }[];
  const actors = (body("entry#") as { actor: string }[]).map(({ actor }) => actor);
  return { ...row?.state, actor: actors.at(-1) };
}

describe("Bridge's callback route with the internal token", () => {
  it("takes the proof of a stalled payout, once, and names the operator in the audit trail", async () => {
    const { railRef, id } = bridgePayment("settling");
    const proof = { railRef, state: "payment_processed", txHash: hash };
    expect(await reports(proof)).toMatchObject({ status: 200, received: true });
    expect(await stands(id)).toMatchObject({ status: "completed", txHash: hash, actor: "operator:one" });
    expect(await reports(proof)).toMatchObject({ status: 200, wrote: 0 });
  });

  it("takes funds, a failure and a return as the rail's own words", async () => {
    const [funds, failure, back] = [bridgePayment("collecting"), bridgePayment("settling"), bridgePayment("completed")];
    await reports({ railRef: funds.railRef, state: "funds_received" });
    expect(await stands(funds.id)).toMatchObject({ status: "screening", payment: { status: "succeeded" } });
    await reports({ railRef: failure.railRef, state: "failed" });
    expect(await stands(failure.id)).toMatchObject({ status: "failed", failureCode: "rail_failed" });
    await reports({ railRef: back.railRef, state: "returned", return_code: "R10" });
    expect(await stands(back.id)).toMatchObject({ status: "completed", payment: { status: "returned" } });
  });

  it("counts an amount that is not the expected one as it is", async () => {
    const { railRef, id } = bridgePayment("collecting");
    await reports({ railRef, state: "funds_received", amountCents: 1 });
    expect(await stands(id)).toMatchObject({ status: "collecting", mismatchCents: 1 });
  });

  it.each([
    [{ state: "payment_processed" }, "txHash: name the transaction hash that proves this payout"],
    [{ state: "payment_processed", txHash: "soon" }, "txHash: a transaction hash, as the chain writes it"],
    [{ state: "returned" }, "return_code: name the R code that the rail gives for this return"],
    [
      { state: "returned", return_code: "C01" },
      "return_code: a return has an R code, and a notification of change has a C code",
    ],
    [{ state: "failed", event_id: "wh_1" }, "event_id: unknown field"],
    [{ state: "funds_received", amountCents: 0.5 }, expect.stringContaining("amountCents: ")],
  ])("refuses %j with what to send", async (body, error) => {
    const { railRef } = bridgePayment("settling");
    expect(await reports({ railRef, ...body })).toMatchObject({ status: 400, error, wrote: 0 });
  });

  it("refuses a railRef that no payment has, and one of another rail", async () => {
    const unknown = { status: 404, code: "unknown_rail_ref", wrote: 0 };
    expect(await reports({ railRef: "tr_nobody", state: "funds_received" })).toMatchObject(unknown);
    const { railRef } = bridgePayment("collecting");
    const mock = operationOf("receiveMockCallback");
    const headers = { authorization: `Bearer ${deployed.operatorToken}` };
    const body = JSON.stringify({ railRef, state: "funds_received" });
    expect((await deployed.send(mock, { method: "POST", path: mock.path, headers, body })).status).toBe(404);
  });

  it("refuses a wrong token and none as it refuses a wrong signature", async () => {
    const { railRef } = bridgePayment("settling");
    const proof = { railRef, state: "payment_processed", txHash: hash };
    const refused = { status: 401, code: "invalid_signature", wrote: 0 };
    for (const bearer of ["wrong", null]) expect(await reports(proof, bearer)).toMatchObject(refused);
  });
});

describe("Bridge's own word", () => {
  it("that a transfer is canceled cancels the payment, and the invoice can be paid again", async () => {
    const { railRef, id } = bridgePayment("collecting");
    expect(invoiceOf(id)?.amountProcessingCents).toBeGreaterThan(0);
    expect(await bridgeSays(id, { id: railRef, state: "canceled" })).toBe(200);
    expect(await stands(id)).toMatchObject({
      ...{ status: "failed", failureCode: "canceled", actor: "rail:bridge" },
      payment: { status: "canceled", railState: "canceled" },
    });
    expect(invoiceOf(id)?.amountProcessingCents).toBe(0);
  });

  it.each([
    ["the bank's own code of a return", { code: "R10" }, "R10"],
    ["none where Bridge tells none", { reason: "the bank did not say" }, null],
  ])("has %s", async (_, return_details, returnCode) => {
    const { railRef, id } = bridgePayment("completed");
    expect(await bridgeSays(id, { id: railRef, state: "returned", return_details })).toBe(200);
    expect(await stands(id)).toMatchObject({ payment: { status: "returned", railState: "returned", returnCode } });
  });

  it("of a failure moves the rail's state with it, and is no bank's code", async () => {
    const [late, delivered] = [bridgePayment("screening"), bridgePayment("completed")];
    for (const { railRef, id } of [late, delivered]) {
      expect(await bridgeSays(id, { id: railRef, state: "error" })).toBe(200);
      expect(await stands(id)).toMatchObject({ payment: { railState: "failed", returnCode: null } });
    }
    expect(await stands(delivered.id)).toMatchObject({ status: "completed", payment: { status: "returned" } });
  });
});

describe("the mock rail's callback", () => {
  it("makes up no code of a bank", () => {
    expect(mockEvent({ railRef: "mock_1", state: "returned" })).toEqual({ kind: "returned", code: "unspecified" });
    expect(mockEvent({ railRef: "mock_1", state: "returned", return_code: "R10" })).toMatchObject({ code: "R10" });
  });

  it("keeps the hash that is named, and makes one up where none is", () => {
    const reply = { railRef: "mock_1", state: "payment_processed" };
    expect(mockEvent({ ...reply, txHash: hash })).toEqual({ kind: "payment_processed", txHash: hash });
    expect(mockEvent(reply)).toMatchObject({ txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  });
});
