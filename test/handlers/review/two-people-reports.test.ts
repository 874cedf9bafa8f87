import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TwoPeople } from "../../support/review/two-people.ts";
import { bridgePayment, sendBridgeEvent } from "../../support/settlement/bridge-payment.ts";

const stage = new TwoPeople();
const { anna, ben } = stage;
const txHash = `0x${"ab12".repeat(16)}`;

beforeAll(() => stage.start());
afterAll(() => stage.stop());

const report = (token: string, body: object) => stage.ask(token, "receiveBridgeCallback", {}, body);

/** What one operator reports, which waits; the id of its approval. */
async function asked(body: object): Promise<string> {
  const { status, json } = await report(anna, body);
  expect([status, json]).toEqual([202, { approvalId: expect.stringMatching(/^apr_/) }]);
  return json.approvalId;
}

async function statusOf(id: string): Promise<string> {
  return (await stage.ask(anna, "inspectSettlement", { id })).json.status;
}

describe("what an operator reports for a live rail", () => {
  test("waits for another operator, and is then the rail's own word", async () => {
    const { railRef, id } = bridgePayment(stage, "settling");
    const approvalId = await asked({ railRef, state: "payment_processed", txHash });
    expect(await statusOf(id)).toBe("settling");
    expect((await stage.agree(anna, approvalId)).json.code).toBe("second_operator_required");
    const { status, json } = await stage.agree(ben, approvalId);
    expect([status, json]).toMatchObject([
      200,
      {
        status: "effective",
        action: "report_for_rail",
        subjectId: id,
        change: { kind: "rail_report", rail: "bridge" },
      },
    ]);
    expect(json.change.report).toEqual({ railRef, state: "payment_processed", txHash });
    expect(await statusOf(id)).toBe("completed");
    expect(await stage.reasonsOf(approvalId)).toEqual([
      `report_for_rail of ${id} is in force`,
      `report_for_rail of ${id} approved`,
      `report_for_rail of ${id} asked for`,
    ]);
  });

  test("changes nothing once it was refused, and may be reported again", async () => {
    const { railRef, id } = bridgePayment(stage, "collecting");
    const body = { railRef, state: "funds_received" };
    const approvalId = await asked(body);
    expect((await stage.refuse(ben, approvalId)).json.status).toBe("rejected");
    expect((await stage.agree(ben, approvalId)).json.code).toBe("action_not_available");
    expect(await statusOf(id)).toBe("collecting");
    await asked(body);
  });

  test("waits once: a second report of the same money names the first", async () => {
    const { railRef } = bridgePayment(stage, "collecting");
    const approvalId = await asked({ railRef, state: "funds_received" });
    const { status, json } = await report(ben, { railRef, state: "funds_received", amountCents: 1 });
    expect([status, json]).toMatchObject([409, { code: "approval_pending", approvalId }]);
  });

  test("is answered at once where nothing follows from it", async () => {
    const { railRef } = bridgePayment(stage, "settling");
    await stage.agree(ben, await asked({ railRef, state: "payment_processed", txHash }));
    const { status, json } = await report(anna, { railRef, state: "payment_processed", txHash });
    expect([status, json]).toEqual([200, { received: true }]);
  });

  test("is decided anew: it adds nothing to what the rail has said itself meanwhile", async () => {
    const { railRef, id } = bridgePayment(stage, "collecting");
    const approvalId = await asked({ railRef, state: "failed" });
    expect(await sendBridgeEvent(stage, id, { id: railRef, state: "canceled" })).toBe(200);
    expect((await stage.agree(ben, approvalId)).json.code).toBe("action_not_available");
    expect((await stage.approval(approvalId)).status).toBe("pending");
    expect(await statusOf(id)).toBe("failed");
  });

  test("of money that is not ours is refused without an approval", async () => {
    const { status, json } = await report(anna, { railRef: "tr_nobody", state: "funds_received" });
    expect([status, json.code]).toEqual([404, "unknown_rail_ref"]);
  });
});
