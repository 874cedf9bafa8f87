import { beforeEach, describe, expect, test } from "vitest";
import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { escrow } from "../../../functions/domain/escrow/escrow.ts";
import { viewEscrow, viewEscrowObject } from "../../../functions/domain/escrow/view.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const parties = { source: null, payer: null, receiver: null };

/** How the mock rail entered a debit. */
const entryOf = (railRef: string) => new MockRailFile(() => api.railStore, api.clock).entryOf(railRef);

async function fundedFrom(source: object, more: object = {}) {
  const id = await api.created();
  const { status, json } = await api.fund(id, { amountCents: 10_000, source, ...more });
  return { id, status, json };
}

describe("an escrow that nobody has funded", () => {
  test("has no decision yet", async () => {
    const { json } = await api.get(`/${await api.created()}`);
    expect(json).toMatchObject({ iat: null, entryDescription: null, secCode: null });
  });
});

describe("a deposit that is asked for", () => {
  test("is entered with a description, and with a decision that says what is known", async () => {
    const { id, json } = await fundedFrom({ type: "ach" });
    const iat = { isInternational: false, reason: "us_account", ruleDate: "2026-09-18", sameDayAllowed: true, parties };
    expect(json).toMatchObject({ iat, secCode: "CCD", entryDescription: "INVOICE" });
    expect(await entryOf(json.railRef)).toEqual({ secCode: "CCD", description: "INVOICE" });
    const { json: read } = await api.get(`/${id}`);
    expect(read.iat).toEqual(iat);
    expect(read.history.map(({ reason }: { reason: string }) => reason)).toContain(
      "funding asked for; no IAT (us_account, rule of 2026-09-18)",
    );
    expect(viewEscrowObject(await api.state(id)).iat).toEqual(iat);
  });

  test("from a bank abroad is entered as an IAT, never on the same day, and may come back as long as before", async () => {
    const { json } = await fundedFrom({ type: "ach", holderType: "individual", country: "CA" });
    expect(json).toMatchObject({
      iat: { isInternational: true, reason: "source_abroad", sameDayAllowed: false, parties: { source: "CA" } },
      ...{ secCode: "IAT", entryDescription: "INVOICE", returnWindowEndsAt: "2027-01-22T05:00:00.000Z" },
    });
    expect(await entryOf(json.railRef)).toEqual({ secCode: "IAT", description: "INVOICE" });
  });

  test("for a tenant abroad is one too", async () => {
    ({ id: api.tenantId, apiKey: api.apiKey } = await api.tenant({ slug: "north", country: "CA" }));
    const { json } = await fundedFrom({ type: "ach" });
    expect(json.iat).toMatchObject({ isInternational: true, reason: "receiver_abroad" });
  });

  test("that the buyer sends has a decision and no description", async () => {
    const { json } = await fundedFrom({ type: "ach_push", country: "US" });
    expect(json).toMatchObject({ iat: { reason: "source_in_us" }, secCode: null, entryDescription: null });
  });

  // Midnight of 2026-09-18 in New York is 04:00 UTC.
  test.each([
    ["2026-09-17T12:00:00.000Z", "1970-01-01"],
    ["2026-09-18T03:59:59.999Z", "1970-01-01"],
    ["2026-09-18T04:00:00.000Z", "2026-09-18"],
    ["2026-09-19T12:00:00.000Z", "2026-09-18"],
  ])("at %s is decided by the rule of %s", async (at, ruleDate) => {
    api.nowMs = Date.parse(at);
    expect((await fundedFrom({ type: "ach" })).json.iat.ruleDate).toBe(ruleDate);
  });

  test("keeps its decision when it is asked for again on another day", async () => {
    api.nowMs = Date.parse("2026-09-18T03:59:59.000Z");
    const { id, json } = await fundedFrom({ type: "ach_push" });
    api.pass(60);
    const again = await api.fund(id, { amountCents: 10_000, source: { type: "ach_push", country: "CA" } });
    expect([again.status, again.json.iat]).toEqual([200, json.iat]);
  });

  test.each(["ca", "CAN", "", 7, null, ["CA"]])("is refused from the country %j", async (country) => {
    const { status, json } = await fundedFrom({ type: "ach", country });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "source.country"]);
  });

  test("is refused where its coin may not be used in the country of the buyer's bank", async () => {
    const { status, json } = await fundedFrom({ type: "ach", country: "DE" });
    expect([status, json.code]).toEqual([409, "asset_not_allowed"]);
  });
});

describe("a deposit that came on chain", () => {
  test("is no ACH entry, and nothing is decided of it", async () => {
    const id = await api.created();
    const { json } = await api.fund(id, { amountCents: 10_000, depositTxHash: "0xabc" });
    expect(json).toMatchObject({ status: "funded", iat: null, secCode: null, entryDescription: null });
  });
});

describe("an escrow of before the decision was kept", () => {
  test("is read, and says that there was none", async () => {
    const { id } = await fundedFrom({ type: "ach" });
    const state = await api.state(id);
    const { iat: _, entryDescription: __, ...funding } = state.funding ?? {};
    const read = escrow.parse({ ...state, funding });
    expect(viewEscrow(read, "")).toMatchObject({ iat: null, entryDescription: null, secCode: "CCD" });
  });
});
