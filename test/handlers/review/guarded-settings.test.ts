import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadAggregate } from "../../../functions/app/core/aggregate.ts";
import { approvalRecordType } from "../../../functions/app/review/records.ts";
import { TwoPeople } from "../../support/review/two-people.ts";

const stage = new TwoPeople();
const { anna, ben } = stage;
const day = 86_400;

beforeAll(() => stage.start());
afterAll(() => stage.stop());

describe("the screen of a new wallet", () => {
  test.each([
    ["0xOFAC", "declined"],
    ["0xREVIEW", "pending"],
    ["0xUNAVAILABLE", "unavailable"],
  ])("keeps %s from being asked for", async (destWallet, outcome) => {
    const { id } = await stage.tenant();
    const { status, json } = await stage.patch(anna, id, { destWallet, name: "B" });
    expect([status, json.code]).toEqual([409, "kyt_declined"]);
    expect(json.error).toContain(outcome);
    expect(await stage.read(id)).toMatchObject({ destWallet: "0xOLD", name: "Acme" });
  });

  test("is asked for again when the change takes effect: declined, the old wallet stays", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id, { destWallet: "0xLATEBLOCK" });
    const { status, json } = await stage.agree(ben, approvalId, { now: true, reason: "agreed by phone" });
    expect([status, json.code]).toEqual([409, "kyt_declined"]);
    expect((await stage.approval(approvalId)).status).toBe("pending");
    await stage.agree(ben, approvalId);
    await stage.wait(day + 60);
    expect(await stage.approval(approvalId)).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("declined"),
    });
    const tenant = await stage.read(id);
    expect([tenant.destWallet, tenant.pendingChange]).toEqual(["0xOLD", undefined]);
  });

  test("without a verdict is asked for again until the change lapses", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id, { destWallet: "0xLATEREVIEW" });
    await stage.agree(ben, approvalId);
    await stage.wait(day + 60);
    await stage.wait(day);
    expect((await stage.approval(approvalId)).status).toBe("approved");
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
    await stage.wait(day);
    await stage.wait(7200);
    expect((await stage.approval(approvalId)).status).toBe("expired");
    const [row] = await stage.aws.store.read([{ pk: approvalId, sk: "row" }]);
    expect(loadAggregate(approvalRecordType, row)?.state.status).toBe("expired");
    expect(await stage.read(id)).not.toHaveProperty("pendingChange");
  });
});

describe("a default fee rule", () => {
  const rule = { bps: 250, reserveDays: 5 };

  test("waits for another operator, and begins with the approval", async () => {
    const { status, json } = await stage.ask(
      anna,
      "addFeeRule",
      {},
      { ...rule, effectiveFrom: "2026-01-02T00:00:00.000Z" },
    );
    expect([status, json]).toEqual([202, { approvalId: expect.any(String) }]);
    const before = (await stage.ask(anna, "listFeeRules")).json.data.length;
    expect((await stage.agree(anna, json.approvalId)).json.code).toBe("second_operator_required");
    expect((await stage.agree(ben, json.approvalId)).json).toMatchObject({
      status: "effective",
      action: "add_default_fee_rule",
    });
    const { data } = (await stage.ask(anna, "listFeeRules")).json;
    expect(data).toHaveLength(before + 1);
    expect(data[0]).toMatchObject({ ...rule, tenantId: null });
    expect(data[0].effectiveFrom >= data[0].createdAt).toBe(true);
  });

  test("is never made once it was refused, and a tenant's own needs one operator", async () => {
    const { json } = await stage.ask(anna, "addFeeRule", {}, { bps: 999 });
    expect((await stage.refuse(ben, json.approvalId)).json.status).toBe("rejected");
    expect((await stage.agree(ben, json.approvalId)).json.code).toBe("action_not_available");
    const { data } = (await stage.ask(anna, "listFeeRules")).json;
    expect(data.map(({ bps }: { bps: number }) => bps)).not.toContain(999);
    const { id } = await stage.tenant();
    expect((await stage.ask(anna, "addFeeRule", {}, { tenantId: id, bps: 1 })).status).toBe(201);
  });
});

describe("a flag", () => {
  const set = (token: string, key: string, enabled: boolean | null, tenantId?: string) =>
    stage.ask(token, "setFlag", {}, { key, enabled, ...(tenantId && { tenantId }) });
  test("that opens a way for money waits, and closing it is at once", async () => {
    expect((await set(anna, "escrow.enabled", false)).status).toBe(200);
    const { status, json } = await set(anna, "escrow.enabled", true);
    expect([status, json]).toEqual([202, { approvalId: expect.any(String) }]);
    expect((await stage.agree(anna, json.approvalId)).json.code).toBe("second_operator_required");
    expect((await stage.agree(ben, json.approvalId)).json.status).toBe("effective");
    const { data } = (await stage.ask(anna, "listFlags")).json;
    expect(data.find(({ key }: { key: string }) => key === "escrow.enabled")).toMatchObject({ enabled: true });
  });

  test("is not opened by an approval from before it was closed again", async () => {
    expect((await set(anna, "escrow.rail.fiat", true)).status).toBe(202);
    const { json } = await set(anna, "escrow.rail.fiat", true);
    expect((await set(ben, "escrow.rail.fiat", false)).status).toBe(200);
    expect((await stage.agree(ben, json.approvalId)).json.code).toBe("action_not_available");
  });

  test("is not opened by taking a closing away, nor for a tenant beside the global setting", async () => {
    const { id } = await stage.tenant();
    expect((await set(anna, "vendor.collection.mock", false, id)).status).toBe(200);
    expect((await set(anna, "vendor.collection.mock", null, id)).status).toBe(202);
    expect((await set(anna, "vendor.conversion.mock", true, id)).status).toBe(202);
    expect((await set(anna, "kyt.screening.enforce", false, id)).status).toBe(202);
  });

  test("that opens nothing is set at once", async () => {
    expect((await set(anna, "webhooks.retry.enabled", false)).status).toBe(200);
    expect((await set(anna, "webhooks.retry.enabled", true)).status).toBe(200);
    expect((await set(anna, "kyt.screening.enforce", true)).status).toBe(200);
  });
});

describe("the letters", () => {
  test("go to the contact of before when it is asked for, and to both when the contact itself is another", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id, { contactEmail: "new@acme.example" });
    await stage.wait(60);
    expect(stage.lettersAbout(approvalId)).toEqual([["change_requested", "old@acme.example"]]);
    await stage.agree(ben, approvalId, { now: true, reason: "agreed by phone" });
    await stage.wait(60);
    expect(stage.lettersAbout(approvalId)).toEqual([
      ["change_effective", "new@acme.example"],
      ["change_effective", "old@acme.example"],
      ["change_requested", "old@acme.example"],
    ]);
  });
});
