import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowDoor } from "../../support/escrow/escrow-door.ts";

let door: EscrowDoor;

beforeEach(async () => {
  door = await EscrowDoor.withTenant();
});

const push = { amountCents: 10_000, source: { type: "ach_push" } };

describe("a deposit that the rail has given up, unheard", () => {
  test("does not keep its escrow from being expired by hand", async () => {
    const id = await door.created();
    await door.fund(id, push);
    await door.holding.cancelCollection(`mock_${id}`);
    expect(await codeOf(door.post(`/${id}/expire`))).toEqual([200, "expired"]);
    expect(await door.events(id)).toEqual(["escrow.created", "escrow.expired"]);
  });

  test("does not keep it from expiring in time", async () => {
    const expiresAt = new Date(door.nowMs + 3_600_000).toISOString();
    const id = await door.created({ expiresAt });
    await door.fund(id, push);
    await door.holding.cancelCollection(`mock_${id}`);
    door.nowMs += 3_601_000;
    await door.sweep();
    expect((await door.state(id)).status).toBe("expired");
  });

  test("whose word of it comes first after the expiry lets it expire all the same", async () => {
    const id = await door.created({ expiresAt: new Date(door.nowMs + 3_600_000).toISOString() });
    await door.fund(id, push);
    door.nowMs += 3_601_000;
    await door.callback(id, { state: "failed", return_code: "canceled" });
    expect((await door.state(id)).status).toBe("expired");
    await door.sweep();
    expect(await door.events(id)).toEqual(["escrow.created", "escrow.expired"]);
  });
});
