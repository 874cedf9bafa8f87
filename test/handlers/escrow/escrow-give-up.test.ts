import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const push = { amountCents: 10_000, source: { type: "ach_push" } };

describe("a deposit that the rail has given up, unheard", () => {
  test("does not keep its escrow from being expired by hand", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.holding.cancelCollection(`mock_${id}`);
    expect(await codeOf(api.post(`/${id}/expire`))).toEqual([200, "expired"]);
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.expired"]);
  });

  test("does not keep it from expiring in time", async () => {
    const expiresAt = new Date(api.nowMs + 3_600_000).toISOString();
    const id = await api.created({ expiresAt });
    await api.fund(id, push);
    await api.holding.cancelCollection(`mock_${id}`);
    api.nowMs += 3_601_000;
    await api.sweep();
    expect((await api.state(id)).status).toBe("expired");
  });

  test("whose word of it comes first after the expiry lets it expire all the same", async () => {
    const id = await api.created({ expiresAt: new Date(api.nowMs + 3_600_000).toISOString() });
    await api.fund(id, push);
    api.nowMs += 3_601_000;
    await api.callback(id, { state: "failed", return_code: "canceled" });
    expect((await api.state(id)).status).toBe("expired");
    await api.sweep();
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.expired"]);
  });
});
