import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { TwoPeople } from "../../support/review/two-people.ts";

const stage = new TwoPeople();
const { anna, ben } = stage;
const day = 86_400;

beforeAll(() => stage.start());
afterAll(() => stage.stop());

describe("a change of where a tenant's money goes", () => {
  test("waits: the old wallet is in force, and the answer says since when the new one can be", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    const { askedAt, effectiveAt, expiresAt, ...rest } = await stage.approval(approvalId);
    expect([effectiveAt, expiresAt]).toEqual([addSeconds(askedAt, day), addSeconds(askedAt, 3 * day)]);
    expect(rest).toMatchObject({
      ...{ status: "pending", action: "change_tenant", subjectId: id, tenantId: id, reviewId: null },
      change: { kind: "tenant", before: { destWallet: "0xOLD" }, after: { destWallet: "0xNEW", stable: "USDT" } },
    });
    const tenant = await stage.read(id);
    expect(tenant.destWallet).toBe("0xOLD");
    expect(tenant.pendingChange).toEqual({ approvalId, fields: ["destWallet"], effectiveAt, expiresAt });
  });

  test.each([
    { destWallet: "0xNEW" },
    { destChain: "ethereum" },
    { stable: "USDC" },
    { partnerCustomerId: "cust_else" },
    { partnerCustomerId: null },
    { contactEmail: "new@acme.example" },
  ])("is guarded: %j", async (body) => {
    const { id, ...before } = await stage.tenant();
    await stage.asked(id, body);
    expect(await stage.read(id)).toMatchObject(before);
  });

  test("that names the values that are in force is done at once", async () => {
    const { id } = await stage.tenant();
    const { status, json } = await stage.patch(anna, id, {
      destWallet: "0xOLD",
      contactEmail: "old@acme.example",
      name: "B",
    });
    expect([status, json.name, json.pendingChange]).toEqual([200, "B", undefined]);
  });

  test("does at once what redirects nothing, in the same transaction", async () => {
    const { id } = await stage.tenant();
    await stage.asked(id, { destWallet: "0xNEW", name: "Acme Anew", status: "suspended" });
    expect(await stage.read(id)).toMatchObject({ destWallet: "0xOLD", name: "Acme Anew", status: "suspended" });
  });

  test("is not approved by the operator who asked for it", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    for (const body of [{}, { now: true, reason: "I am in a hurry" }]) {
      const { status, json } = await stage.agree(anna, approvalId, body);
      expect([status, json.code]).toEqual([409, "second_operator_required"]);
    }
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
  });

  test("is in force a day after it was asked for, once another operator has approved it", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    expect(await stage.agree(ben, approvalId)).toMatchObject({ status: 200, json: { status: "approved" } });
    await stage.wait(day - 60);
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
    await stage.wait(120);
    const { destWallet, pendingChange } = await stage.read(id);
    expect([destWallet, pendingChange]).toEqual(["0xNEW", undefined]);
    expect(await stage.approval(approvalId)).toMatchObject({ status: "effective", decidedBy: "operator:two" });
    expect((await stage.agree(ben, approvalId)).json.code).toBe("action_not_available");
    expect((await stage.refuse(ben, approvalId)).json.code).toBe("action_not_available");
  });

  test("is in force at once when it is approved after its day", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    await stage.wait(day + 60);
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
    expect((await stage.agree(ben, approvalId)).json.status).toBe("effective");
    expect((await stage.read(id)).destWallet).toBe("0xNEW");
  });

  test("is in force at once where the other operator says so, with a reason", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    for (const body of [{ now: true }, { reason: "because" }, { now: "yes", reason: "because" }])
      expect((await stage.agree(ben, approvalId, body)).status).toBe(400);
    const { json } = await stage.agree(ben, approvalId, { now: true, reason: "the old wallet's key is lost" });
    expect(json).toMatchObject({ status: "effective", decisionNote: "the old wallet's key is lost" });
    expect((await stage.read(id)).destWallet).toBe("0xNEW");
    expect(
      (await stage.reasonsOf(approvalId)).some((each) => each.includes("at once: the old wallet's key is lost")),
    ).toBe(true);
  });

  test("that is approved and waits is put into force at once, and not by the one who asked", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    await stage.agree(ben, approvalId);
    expect((await stage.agree(ben, approvalId)).json.code).toBe("action_not_available");
    const now = { now: true, reason: "payday" };
    expect((await stage.agree(anna, approvalId, now)).json.code).toBe("second_operator_required");
    expect((await stage.agree(ben, approvalId, now)).json.status).toBe("effective");
  });

  test("lapses after three days, approved by nobody", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    await stage.wait(3 * day + 1);
    expect((await stage.approval(approvalId)).status).toBe("expired");
    expect(await stage.read(id)).not.toHaveProperty("pendingChange");
    expect((await stage.agree(ben, approvalId)).json.code).toBe("action_not_available");
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
    await stage.asked(id);
  });

  test("keeps another one from being asked for while it waits", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    const { status, json } = await stage.patch(ben, id, { contactEmail: "new@acme.example", name: "B" });
    expect([status, json.code, json.approvalId]).toEqual([409, "approval_pending", approvalId]);
    expect((await stage.read(id)).name).toBe("Acme");
    expect((await stage.patch(ben, id, { name: "B" })).status).toBe(200);
  });

  test.each([
    ["rejected by the other operator", ben, "rejected"],
    ["taken back by the one who asked", anna, "withdrawn"],
  ])("is %s, before and after it was approved", async (_, token, how) => {
    const { id } = await stage.tenant();
    for (const isApproved of [false, true]) {
      const approvalId = await stage.asked(id);
      if (isApproved) await stage.agree(ben, approvalId);
      expect((await stage.refuse(token, approvalId, { note: "not ours" })).json.status).toBe("rejected");
      expect((await stage.reasonsOf(approvalId)).some((reason) => reason.includes(how))).toBe(true);
      expect(await stage.read(id)).not.toHaveProperty("pendingChange");
    }
    await stage.wait(day + 60);
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
  });

  test("is asked for once by two at a time", async () => {
    const { id } = await stage.tenant();
    const answers = await Promise.all([anna, ben].map((token) => stage.patch(token, id, { destWallet: "0xNEW" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test("takes effect for a tenant that is suspended by then, and leaves it suspended", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    await stage.patch(anna, id, { status: "suspended" });
    await stage.agree(ben, approvalId, { now: true, reason: "agreed by phone" });
    expect(await stage.read(id)).toMatchObject({ destWallet: "0xNEW", status: "suspended" });
  });

  test("does not take effect once what it redirects was changed otherwise", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    const [row] = await stage.aws.store.read([{ pk: id, sk: "row" }]);
    if (!row) throw new Error("there is no such tenant");
    const body = row.body as { state: Tenant };
    const put = { ...row, v: row.v + 1, body: { ...body, state: { ...body.state, destChain: "ethereum" } } };
    await stage.aws.store.write([{ put, expect: row.v }], "otherwise");
    const { status, json } = await stage.agree(ben, approvalId, { now: true, reason: "agreed by phone" });
    expect([status, json.code]).toEqual([409, "action_not_available"]);
    expect((await stage.read(id)).destWallet).toBe("0xOLD");
  });

  test("leaves an entry on both trails at every hop", async () => {
    const { id } = await stage.tenant();
    const approvalId = await stage.asked(id);
    await stage.agree(ben, approvalId, { now: true, reason: "agreed by phone" });
    expect((await stage.reasonsOf(id)).filter((each) => each.includes(approvalId))).toHaveLength(2);
    expect(await stage.reasonsOf(approvalId)).toHaveLength(3);
  });
});
