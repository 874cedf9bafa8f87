import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { HifiConversion, readHifiCallback } from "../../functions/adapters/conversion-hifi.ts";
import { judgeHifiToken } from "../../functions/adapters/hifi-signature.ts";
import { HifiSim } from "../support/hifi-sim/sim.ts";
import { signingKey } from "../support/vendor-sim/keys.ts";
import { receiver } from "../support/vendor-sim/receiver.ts";

const asked = {
  key: "stl_1:convert:1",
  netCents: 123_750,
  currency: "USD",
  stable: "USDT",
  chain: "polygon",
  wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  railRef: "tr_1",
};

async function onHifi() {
  const sim = await HifiSim.start();
  const hifi = new HifiConversion({
    baseUrl: sim.url,
    account: async () => ({ apiKey: sim.apiKey, userId: "usr_sluice", externalWalletId: "ew_hold" }),
    ...{ now: () => sim.clock.now(), seconds: 20, wait: async () => undefined },
  });
  return { sim, hifi };
}

describe("a conversion at HIFI", () => {
  test("is quoted for the exact amount, accepted at once, and goes to our own wallet", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.desk.knobs.rate = "0.999";
    expect(await hifi.convert(asked)).toEqual({ rate: "0.999", conversionRef: "onr_1", delivered: false });
    expect(sim.desk.onramps[0]).toMatchObject({
      status: "AWAITING_FUNDS",
      asked: {
        source: { userId: "usr_sluice", currency: "usd", amount: 1237.5, transferType: "ach" },
        destination: {
          userId: "usr_sluice",
          currency: "usdt",
          chain: "POLYGON",
          externalWalletId: "ew_hold",
        },
      },
    });
    expect(JSON.stringify(sim.desk.onramps)).not.toContain(asked.wallet);
  });

  test("is one however often it is asked for, at the rate that was accepted", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    const first = await hifi.convert(asked);
    sim.desk.knobs.rate = "0.5";
    expect(await hifi.convert(asked)).toEqual(first);
    await sim.pass(3600);
    expect(await hifi.convert(asked)).toEqual(first);
    expect(sim.desk.onramps).toHaveLength(1);
  });

  test("takes a fresh quote where the first is over before it was accepted", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.faults.add({ on: "POST /onramps/{id}/quote/accept", kind: "500_before" });
    await expect(hifi.convert(asked)).rejects.toThrow("answered 500");
    await sim.pass(3600);
    sim.desk.knobs.rate = "0.998";
    expect(await hifi.convert(asked)).toMatchObject({ rate: "0.998" });
    expect(sim.desk.onramps).toHaveLength(1);
  });

  test.each(["500_after", "reset_after"] as const)(
    "whose acceptance was lost (%s) is found again",
    async (kind) => {
      const { sim, hifi } = await onHifi();
      await using _sim = sim;
      sim.faults.add({ on: "POST /onramps/{id}/quote/accept", kind });
      await expect(hifi.convert(asked)).rejects.toThrow(/answered 500|UND_ERR_SOCKET/);
      expect(await hifi.convert(asked)).toMatchObject({ rate: "1", conversionRef: "onr_1" });
    },
  );

  test("is delivered after the fiat has come", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    await hifi.convert(asked);
    expect(await hifi.lookUp("onr_1")).toEqual({ meaning: "accepted", state: "AWAITING_FUNDS" });
    sim.desk.fund("onr_1");
    await sim.pass(300);
    expect(await hifi.lookUp("onr_1")).toEqual({ meaning: "delivered", state: "COMPLETED" });
    expect(await hifi.convert(asked)).toMatchObject({ rate: "1", delivered: true });
    expect(await hifi.lookUp("onr_99")).toBeNull();
  });

  test.each(["NOT_INITIATED", "FIAT_FAILED", "FIAT_RETURNED", "CRYPTO_FAILED"])(
    "that ends as %s is refused",
    async (opensAs) => {
      const { sim, hifi } = await onHifi();
      await using _sim = sim;
      sim.desk.knobs.opensAs = opensAs;
      expect(await hifi.convert(asked)).toMatchObject({ refused: { code: "conversion_failed" } });
    },
  );

  test.each(["CREATED", "IN_REVIEW", "SOMETHING_NEW"])(
    "that stands at %s has no rate yet",
    async (opensAs) => {
      const { sim, hifi } = await onHifi();
      await using _sim = sim;
      sim.desk.knobs.opensAs = opensAs;
      await expect(hifi.convert(asked)).rejects.toThrow("no accepted quote yet");
    },
  );

  test("quoted for another amount is not believed", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.desk.knobs.amountOffCents = 1;
    await expect(hifi.convert(asked)).rejects.toThrow("another amount");
  });

  test.each([{ chain: "tron" }, { stable: "DAI" }])(
    "into %j is refused before HIFI is asked",
    async (over) => {
      const { sim, hifi } = await onHifi();
      await using _sim = sim;
      expect(await hifi.convert({ ...asked, ...over })).toMatchObject({
        refused: { code: "unsupported_route" },
      });
      expect(sim.desk.onramps).toEqual([]);
    },
  );

  test("under a key that was used for another is not known", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    await hifi.convert(asked);
    await expect(hifi.convert({ ...asked, netCents: 1 })).rejects.toThrow("hifi told 409");
  });
});

describe("HIFI's token", () => {
  const nowMs = Date.UTC(2026, 10, 2, 12);
  const { publicKey: pem, privateKey } = signingKey(0);
  const { publicKey: otherPem } = signingKey(1);

  function judge(authorization: string | undefined, publicKeys = [pem]) {
    return judgeHifiToken({ authorization, publicKeys, nowMs });
  }

  async function bearer(issuedMs: number | null = nowMs, alg = "RS256") {
    const jwt = new SignJWT({}).setProtectedHeader({ alg });
    if (issuedMs !== null) jwt.setIssuedAt(issuedMs / 1000);
    const key = alg === "HS256" ? Buffer.from(pem) : privateKey;
    return `Bearer ${await jwt.sign(key)}`;
  }

  test("is good under any of several keys", async () => {
    expect(await judge(await bearer())).toBe("good");
    expect(await judge(await bearer(), [otherPem, pem])).toBe("good");
  });

  test("is forged under another key, with another algorithm, or with none", async () => {
    const none = `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.AA`;
    expect(await judge(await bearer(), [otherPem])).toBe("forged");
    expect(await judge(await bearer(), [])).toBe("forged");
    expect(await judge(await bearer(nowMs, "HS256"))).toBe("forged");
    expect(await judge(await bearer(nowMs, "RS512"))).toBe("forged");
    expect(await judge(none)).toBe("forged");
  });

  test("is stale after ten minutes, and before its time", async () => {
    expect(await judge(await bearer(nowMs - 600_000))).toBe("good");
    expect(await judge(await bearer(nowMs - 661_000))).toBe("stale");
    expect(await judge(await bearer(nowMs + 61_000))).toBe("stale");
  });

  test("is malformed without its time, or where it is none", async () => {
    expect(await judge(await bearer(null))).toBe("malformed");
    for (const header of [undefined, "", "Bearer ", "Bearer a.b", "Basic a.b.c", "Bearer a.b.c d"])
      expect(await judge(header)).toBe("malformed");
    expect(await judge("Bearer a.b.c")).toBe("forged");
  });
});

describe("a callback of HIFI's", () => {
  test("names the conversion that is to be asked about", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    await using line = await receiver();
    sim.webhookUrl = line.url;
    await hifi.convert(asked);
    await sim.pass(0);
    const [first] = line.received;
    if (!first) throw new Error("nothing came");
    const { authorization } = first.headers;
    const keys = { publicKeys: [sim.publicKey], nowMs: sim.clock.now() };
    expect(await judgeHifiToken({ authorization, ...keys })).toBe("good");
    expect(readHifiCallback(JSON.parse(first.raw.toString()))).toEqual({
      eventId: "evt_1",
      conversionRef: "onr_1",
    });
  });

  test("of another category names none, and what is no event is none", () => {
    expect(readHifiCallback({ eventId: "evt_1", eventCategory: "USER", data: {} })).toEqual({
      ...{ eventId: "evt_1", conversionRef: null },
    });
    for (const body of [null, {}, [], "x", { eventId: "evt_1", eventCategory: "ONRAMP", data: null }])
      expect(readHifiCallback(body)).toBeUndefined();
  });
});
