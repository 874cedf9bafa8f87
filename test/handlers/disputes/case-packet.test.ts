import { beforeEach, describe, expect, test } from "vitest";
import { CaseApi } from "../../support/disputes/case-api.ts";

let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

describe("the packet", () => {
  test("is made when a case is submitted, once however often its order comes, and then linked to", async () => {
    const { paymentId } = await api.payment();
    const id = await api.caseIn("submitted", { paymentId });
    const waits = await api.get(`/${id}/packet`);
    expect([waits.status, waits.headers["retry-after"]]).toEqual([202, "5"]);
    expect(waits.json).toEqual({ status: "building" });
    await api.handOn();
    await api.handOn();
    expect(new Set(api.ordered.map(({ caseId }) => caseId))).toEqual(new Set([id]));
    await api.makePackets(3);
    expect(api.drawn).toHaveLength(1);
    expect(api.drawn[0]).toMatchObject({ caseId: id, merchant: "Acme", paymentId, narrative: "it was delivered" });
    expect(api.drawn[0]?.pieces.map(({ type }) => type)).toContain("Delivery on chain");
    const ready = await api.get(`/${id}/packet`);
    expect(ready.status).toBe(302);
    const file = await api.evidence.follow(String(ready.headers.location));
    expect(file).toMatchObject({ filename: `${id}.pdf`, contentType: "application/pdf" });
    const { history } = (await api.get(`/${id}`)).json;
    expect(history.filter(({ reason }: { reason: string }) => reason.startsWith("packet made"))).toHaveLength(1);
  });

  test("is made of a case that is not submitted when it is asked for, and anew once there is more", async () => {
    const id = await api.caseIn("gathering");
    expect((await api.get(`/${id}/packet`)).status).toBe(202);
    expect((await api.get(`/${id}/packet`)).status).toBe(202);
    await api.handOn();
    expect(new Set(api.ordered.map(({ caseId }) => caseId))).toEqual(new Set([id]));
    await api.makePackets();
    expect((await api.get(`/${id}/packet`)).status).toBe(302);
    await api.post(`/${id}/evidence`, { type: "receipt", text: "more" });
    expect((await api.get(`/${id}`)).json.packet).toBeNull();
    expect((await api.get(`/${id}/packet`)).status).toBe(202);
    await api.handOn();
    await api.makePackets();
    expect(api.drawn.map(({ pieces: each }) => each.length)).toEqual([0, 1]);
  });

  test("that was ordered before more evidence came is not made", async () => {
    const id = await api.caseIn("gathering");
    await api.get(`/${id}/packet`);
    await api.handOn();
    await api.post(`/${id}/evidence`, { type: "receipt", text: "more" });
    await api.makePackets();
    expect(api.drawn).toEqual([]);
  });
});
