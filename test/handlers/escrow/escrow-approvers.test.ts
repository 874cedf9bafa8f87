import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const dual = { releaseRule: "dual_approval" };
const approve = (id: string, approverRef: string, decision = "approve") =>
  api.post(`/${id}/approvals`, { body: { approverRef, decision } });

describe("names that read the same", () => {
  test("are one approver, shown as first given", async () => {
    const id = await api.funded(dual);
    for (const name of ["anna", "Anna", "  anna ", "ａｎｎａ", "ANNA"]) {
      const { status, json } = await approve(id, name);
      expect([status, json.approverRef]).toEqual([201, "anna"]);
    }
    const { approvals } = (await api.get(`/${id}`)).json;
    expect(approvals.map(({ approverRef }: { approverRef: string }) => approverRef)).toEqual(["anna"]);
    expect((await api.release(id)).json).toMatchObject({
      code: "release_conditions_unmet",
      unmet: ["approvals_missing:1"],
    });
  });

  test("have one decision, withdrawn under any of them", async () => {
    const id = await api.funded(dual);
    await approve(id, "Anna M.");
    expect(await codeOf(approve(id, "anna  m.", "reject"))).toEqual([409, "approval_conflict"]);
    const { status, json } = await api.del(`/${id}/approvals/${encodeURIComponent("ANNA M.")}`);
    expect([status, json.approverRef]).toEqual([200, "Anna M."]);
    expect((await api.get(`/${id}`)).json.approvals).toEqual([]);
  });

  test.each([
    ["a letter of another alphabet", "\u0430nna"],
    ["a character that cannot be seen", "an\u200bna"],
    ["a filler", "anna\u3164"],
    ["an operator's name in wide letters", "ｏperator:anna"],
  ])("are not made with %s: 400", async (_, approverRef) => {
    const { status, json } = await approve(await api.funded(dual), approverRef);
    expect([status, json.code, json.fields?.[0].path]).toEqual([400, "validation_error", "approverRef"]);
  });
});

describe("the reason of a refund", () => {
  test("of held money is on the escrow and in its history", async () => {
    const id = await api.funded();
    const { json } = await api.refund(id, { refundAddress: "0xBUYER", reason: "goods never came" });
    expect([json.status, json.refundReason]).toEqual(["refunded", "goods never came"]);
    const { refundReason, history } = (await api.get(`/${id}`)).json;
    expect(refundReason).toBe("goods never came");
    expect(history.at(-1)).toMatchObject({ to: "refunded", reason: "refund proven: goods never came" });
    expect(history.map(({ reason }: { reason: string }) => reason)).toContain(
      `refund ordered as ${id}:refund:1: goods never came`,
    );
  });

  test("of nothing is on them too, and null where none was given", async () => {
    const [told, silent] = [await api.created(), await api.funded()];
    expect((await api.refund(told, { reason: "called off" })).json.refundReason).toBe("called off");
    expect((await api.refund(silent, { refundAddress: "0xBUYER" })).json.refundReason).toBeNull();
    expect((await api.get(`/${silent}`)).json.history.at(-1).reason).toBe("refund proven");
  });
});
