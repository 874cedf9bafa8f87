import { describe, expect, test } from "vitest";
import { HifiConversion, readHifiCallback } from "../../../functions/adapters/hifi/conversion-hifi.ts";
import { judgeHifiToken } from "../../../functions/adapters/hifi/signature.ts";
import { hifiNo } from "../../../functions/domain/rails/hifi-refusal.ts";
import { hifiMeaning, hifiStates } from "../../../functions/domain/rails/hifi-state.ts";
import { HifiSim } from "../../support/hifi-sim/sim.ts";
import { receiver } from "../../support/vendor-sim/receiver.ts";

const asked = {
  key: "stl_1:convert:1",
  orderedAt: "2026-11-02T12:00:00.000Z",
  conversionRef: null,
  netCents: 123_750,
  currency: "USD",
  stable: "USDT",
  chain: "polygon",
  wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  railRef: "tr_1",
};

/** HIFI as a process of its own has it. */
function hifiOn(sim: HifiSim): HifiConversion {
  return new HifiConversion({
    baseUrl: sim.url,
    account: async () => ({ apiKey: sim.apiKey, userId: "usr_sluice", externalWalletId: "ew_hold" }),
    ...{ now: () => sim.clock.now(), seconds: 20, wait: async () => undefined },
  });
}

async function onHifi() {
  const sim = await HifiSim.start();
  return { sim, hifi: hifiOn(sim) };
}

describe("a conversion at HIFI", () => {
  test("is quoted for the exact amount, accepted at once, and goes to our own wallet", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.control.knobs.rate = "0.999";
    expect(await hifi.convert(asked)).toEqual({ rate: "0.999", conversionRef: "onr_1", delivered: false });
    expect(sim.control.onramps[0]).toMatchObject({
      status: "AWAITING_FUNDS",
      asked: {
        source: { userId: "usr_sluice", currency: "usd", amount: 1237.5, transferType: "ach" },
        destination: { userId: "usr_sluice", currency: "usdt", chain: "POLYGON", externalWalletId: "ew_hold" },
      },
    });
    expect(JSON.stringify(sim.control.onramps)).not.toContain(asked.wallet);
  });

  test("is one however often it is asked for, at the rate that was accepted", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    const first = await hifi.convert(asked);
    sim.control.knobs.rate = "0.5";
    expect(await hifi.convert(asked)).toEqual(first);
    await sim.pass(3600);
    expect(await hifi.convert(asked)).toEqual(first);
    expect(sim.control.onramps).toHaveLength(1);
  });

  test("takes a fresh quote where the first is over before it was accepted", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.faults.add({ on: "POST /onramps/{id}/quote/accept", kind: "500_before" });
    await expect(hifi.convert(asked)).rejects.toThrow("answered 500");
    await sim.pass(601);
    sim.control.knobs.rate = "0.998";
    expect(await hifi.convert(asked)).toMatchObject({ rate: "0.998", conversionRef: "onr_1" });
    expect(sim.control.onramps).toHaveLength(1);
  });

  test("takes another onramp where the first is over for good, and the same one ever after", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.faults.add({ on: "POST /onramps/{id}/quote/accept", kind: "500_before" });
    await expect(hifi.convert(asked)).rejects.toThrow("answered 500");
    await sim.pass(3600);
    const other = await hifi.convert(asked);
    expect(other).toMatchObject({ conversionRef: "onr_2" });
    expect(await hifiOn(sim).convert(asked)).toEqual(other);
    expect(sim.control.onramps.map(({ status }) => status)).toEqual(["QUOTE_FAILED", "AWAITING_FUNDS"]);
  });

  test("is given up where one quote after the other runs out", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.control.knobs.opensAs = "EXPIRED";
    expect(await hifi.convert(asked)).toMatchObject({ refused: { code: "conversion_failed" } });
    expect(sim.control.onramps).toHaveLength(5);
  });

  test.each(["500_after", "reset_after"] as const)(
    "whose opening was lost (%s) is found where HIFI refuses to open it again, among hundreds of newer ones",
    async (kind) => {
      const { sim, hifi } = await onHifi();
      await using _sim = sim;
      sim.control.knobs.repeats = "conflict";
      sim.faults.add({ on: "POST /onramps", kind });
      await expect(hifi.convert(asked)).rejects.toThrow(/answered 500|UND_ERR_SOCKET/);
      for (let n = 0; n < 250; n++) {
        await sim.pass(1);
        await hifi.convert({ ...asked, key: `stl_${n}:convert:other` });
      }
      expect(await hifi.convert(asked)).toMatchObject({ rate: "1", conversionRef: "onr_1" });
      expect(sim.control.onramps).toHaveLength(251);
    },
  );

  test("goes over the wire byte for byte the same from another process and in another order", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    const reordered = Object.fromEntries(Object.entries(asked).toReversed()) as typeof asked;
    await hifi.convert(asked);
    await hifiOn(sim).convert(reordered);
    expect(sim.control.heard).toHaveLength(2);
    expect(new Set(sim.control.heard).size).toBe(1);
  });

  test.each([
    ["INVALID_TRANSACTION_ROUTE", 400, "refused"],
    ["FIELD_VALIDATION_ERROR", 422, "refused"],
    ["INSUFFICIENT_CREDIT_BALANCE", 400, "unknown"],
    ["SOMETHING_NEW", 400, "unknown"],
    [null, 400, "unknown"],
    ["TRANSACTION_REQUEST_ALREADY_EXISTS", 400, "repeated"],
    [null, 409, "repeated"],
    ["UNAUTHORIZED", 401, "unknown"],
    [null, 503, "unknown"],
  ])("that HIFI answers with %s, %i is %s", (word, status, meaning) => {
    const no = hifiNo(status, word);
    expect(typeof no === "object" ? "refused" : no).toBe(meaning);
  });

  test.each(["500_after", "reset_after"] as const)("whose acceptance was lost (%s) is found again", async (kind) => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.faults.add({ on: "POST /onramps/{id}/quote/accept", kind });
    await expect(hifi.convert(asked)).rejects.toThrow(/answered 500|UND_ERR_SOCKET/);
    expect(await hifi.convert(asked)).toMatchObject({ rate: "1", conversionRef: "onr_1" });
  });

  test("is delivered after the fiat has come", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    await hifi.convert(asked);
    expect(await hifi.lookUp("onr_1")).toEqual({ meaning: "accepted", state: "AWAITING_FUNDS" });
    sim.control.fund("onr_1");
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
      sim.control.knobs.opensAs = opensAs;
      expect(await hifi.convert(asked)).toMatchObject({ refused: { code: "conversion_failed" } });
    },
  );

  test.each(["CREATED", "IN_REVIEW", "SOMETHING_NEW"])("that stands at %s has no rate yet", async (opensAs) => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.control.knobs.opensAs = opensAs;
    await expect(hifi.convert(asked)).rejects.toThrow("no accepted quote yet");
  });

  test("quoted for nothing is not believed", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.control.knobs.rate = "0";
    await expect(hifi.convert(asked)).rejects.toThrow("quoted nothing");
  });

  test("quoted for another amount is not believed", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    sim.control.knobs.amountOffCents = 1;
    await expect(hifi.convert(asked)).rejects.toThrow("another amount");
  });

  test.each([{ chain: "tron" }, { stable: "DAI" }])("into %j is refused before HIFI is asked", async (over) => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    expect(await hifi.convert({ ...asked, ...over })).toMatchObject({ refused: { code: "unsupported_route" } });
    expect(sim.control.onramps).toEqual([]);
  });

  test("under a key that was used for another is not known", async () => {
    const { sim, hifi } = await onHifi();
    await using _sim = sim;
    await hifi.convert(asked);
    await expect(hifi.convert({ ...asked, netCents: 1 })).rejects.toThrow("another amount");
    expect(sim.control.onramps).toHaveLength(1);
  });
});

describe("a state of HIFI's", () => {
  test("means what the table says, and is unknown where it is not in it", () => {
    const response = Map.groupBy(hifiStates, hifiMeaning);
    expect(Object.fromEntries(response)).toEqual({
      waits: ["CREATED", "IN_REVIEW"],
      quoted: ["OPEN_QUOTE"],
      expired: ["QUOTE_FAILED", "EXPIRED"],
      accepted: [
        ...["AWAITING_FUNDS", "FIAT_INITIATED", "FIAT_PENDING", "FIAT_PROCESSED"],
        ...["CRYPTO_INITIATED", "CRYPTO_PENDING"],
      ],
      delivered: ["COMPLETED"],
      failed: ["NOT_INITIATED", "FIAT_FAILED", "FIAT_RETURNED", "CRYPTO_FAILED"],
      unknown: ["UNKNOWN"],
    });
    for (const state of ["", "completed", "constructor", "NEW"]) expect(hifiMeaning(state)).toBe("unknown");
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
    // Whichever of its two words came first.
    expect(readHifiCallback(JSON.parse(first.raw.toString()))).toEqual({
      eventId: expect.stringMatching(/^evt_[12]$/),
      conversionRef: "onr_1",
    });
  });

  test("about a request for information names none, whatever its data are", () => {
    const event = { eventId: "evt_1", eventCategory: "ONRAMP", eventType: "ONRAMP.RFI.OPEN", data: null };
    expect(readHifiCallback(event)).toEqual({ eventId: "evt_1", conversionRef: null });
  });

  test("of another category names none, and what is no event is none", () => {
    expect(readHifiCallback({ eventId: "evt_1", eventCategory: "USER", data: {} })).toEqual({
      ...{ eventId: "evt_1", conversionRef: null },
    });
    for (const body of [null, {}, [], "x", { eventId: "evt_1", eventCategory: "ONRAMP", data: null }])
      expect(readHifiCallback(body)).toBeUndefined();
  });
});
