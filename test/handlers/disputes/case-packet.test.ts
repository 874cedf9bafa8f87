import { beforeEach, describe, expect, test } from "vitest";
import { CaseDoor } from "../../support/disputes/case-door.ts";

let door: CaseDoor;

beforeEach(async () => {
  door = await CaseDoor.open();
});

describe("the packet", () => {
  test("is made when a case is submitted, once however often its order comes, and then linked to", async () => {
    const { paymentId } = await door.payment();
    const id = await door.caseIn("submitted", { paymentId });
    const waits = await door.get(`/${id}/packet`);
    expect([waits.status, waits.headers["retry-after"]]).toEqual([202, "5"]);
    expect(waits.json).toEqual({ status: "building" });
    await door.handOn();
    await door.handOn();
    expect(door.ordered).toEqual([{ caseId: id, tenantId: door.tenantId }]);
    await door.makePackets(3);
    expect(door.drawn).toHaveLength(1);
    expect(door.drawn[0]).toMatchObject({
      caseId: id,
      merchant: "Acme",
      paymentId,
      narrative: "it was delivered",
    });
    expect(door.drawn[0]?.pieces.map(({ type }) => type)).toContain("Delivery on chain");
    const ready = await door.get(`/${id}/packet`);
    expect(ready.status).toBe(302);
    const file = await door.evidence.follow(String(ready.headers.location));
    expect(file).toMatchObject({ filename: `${id}.pdf`, contentType: "application/pdf" });
    const { history } = (await door.get(`/${id}`)).json;
    expect(history.filter(({ reason }: { reason: string }) => reason.startsWith("packet made"))).toHaveLength(
      1,
    );
  });

  test("is made of a case that is not submitted when it is asked for, and anew once there is more", async () => {
    const id = await door.caseIn("gathering");
    expect((await door.get(`/${id}/packet`)).status).toBe(202);
    expect((await door.get(`/${id}/packet`)).status).toBe(202);
    await door.handOn();
    expect(door.ordered).toHaveLength(1);
    await door.makePackets();
    expect((await door.get(`/${id}/packet`)).status).toBe(302);
    await door.post(`/${id}/evidence`, { type: "receipt", text: "more" });
    expect((await door.get(`/${id}`)).json.packet).toBeNull();
    expect((await door.get(`/${id}/packet`)).status).toBe(202);
    await door.handOn();
    await door.makePackets();
    expect(door.drawn.map(({ pieces: each }) => each.length)).toEqual([0, 1]);
  });

  test("that was ordered before more evidence came is not made", async () => {
    const id = await door.caseIn("gathering");
    await door.get(`/${id}/packet`);
    await door.handOn();
    await door.post(`/${id}/evidence`, { type: "receipt", text: "more" });
    await door.makePackets();
    expect(door.drawn).toEqual([]);
  });
});
