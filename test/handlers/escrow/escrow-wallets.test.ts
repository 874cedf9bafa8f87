import { beforeEach, describe, expect, test } from "vitest";
import { changeTenant, createTenant } from "../../../functions/app/tenants/tenants.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

/** Of Ethereum's kind, with a checksum in its capitals; and one of TRON. */
const evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const wish = { reference: "deal-1", amountCents: 10_000, payoutAddress: evm, payoutChain: "base" };

describe("an escrow's wallets, where they are checked", () => {
  beforeEach(() => {
    api.checksAddresses = true;
  });

  test.each([
    ["another chain's address", { payoutAddress: tron }, "chain_mismatch", "payoutChain"],
    ["a checksum that is wrong", { payoutAddress: evm.replace("5aAe", "5AAe") }, "validation_error", "payoutAddress"],
    ["what is no address", { payoutAddress: "0xSELLER" }, "validation_error", "payoutAddress"],
    ["a stablecoin that is not there", { payoutStable: "TUSD" }, "validation_error", "payoutStable"],
    ["an unknown chain", { payoutChain: "nowhere" }, "validation_error", "payoutChain"],
    ["a refund address of another chain", { refundAddress: tron }, "chain_mismatch", "payoutChain"],
    ["a refund address that is mistyped", { refundAddress: "TR7NHqj" }, "validation_error", "refundAddress"],
  ])("are refused for %s", async (_, change, code, path) => {
    const { status, json } = await api.post("", { body: { ...wish, ...change } });
    expect([status, json.code, json.fields?.[0].path]).toEqual([400, code, path]);
  });

  test("are taken where all of it fits, and a mismatch names what it could be", async () => {
    expect((await api.post("", { body: { ...wish, refundAddress: evm } })).status).toBe(201);
    const other = { ...wish, reference: "deal-2", payoutAddress: tron };
    expect((await api.post("", { body: other })).json.candidates).toEqual(["tron"]);
    expect((await api.post("", { body: { ...other, payoutChain: "tron" } })).status).toBe(201);
  });

  test("are checked again when they are corrected", async () => {
    const { json } = await api.post("", { body: wish });
    const patch = (body: object) => codeOf(api.patch(`/${json.id}`, body));
    expect(await patch({ payoutAddress: tron })).toEqual([400, "chain_mismatch"]);
    expect(await patch({ payoutAddress: tron, payoutChain: "tron" })).toEqual([200, "awaiting_funds"]);
  });
});

describe("an escrow's wallets in the sandbox", () => {
  test("may be any words", async () => {
    expect((await api.post("", { body: { ...wish, payoutAddress: "0xBLOCKED" } })).status).toBe(201);
  });
});

describe("correcting where an escrow pays out to", () => {
  test("is on its record and in its history", async () => {
    const id = await api.created();
    const { status, json } = await api.patch(`/${id}`, { payoutAddress: "0xOTHER", payoutStable: "USDC" });
    expect([status, json.payoutAddress, json.payoutStable]).toEqual([200, "0xOTHER", "USDC"]);
    const { history } = (await api.get(`/${id}`)).json;
    expect(history.at(-1)).toMatchObject({
      ...{ actor: "tenant:acme", reason: "corrected payoutAddress, payoutStable", from: "awaiting_funds" },
    });
    await api.patch(`/${id}`, { payoutAddress: "0xOTHER" });
    expect((await api.get(`/${id}`)).json.history).toHaveLength(history.length);
    await api.fund(id);
    expect((await api.release(id)).json.status).toBe("released");
  });

  test("is refused once its money was asked for, and after the end", async () => {
    const [waiting, ended] = [await api.created(), await api.created()];
    await api.fund(waiting, { amountCents: 10_000, source: { type: "ach_push" } });
    await api.post(`/${ended}/expire`);
    for (const id of [waiting, ended, await api.funded()])
      expect(await codeOf(api.patch(`/${id}`, { payoutAddress: "0xOTHER" }))).toEqual([
        ...[409, "illegal_escrow_transition"],
      ]);
    const other = await api.tenant({ slug: "other" });
    const { apiKey } = api;
    api.apiKey = other.apiKey;
    expect(await codeOf(api.patch(`/${waiting}`, { payoutAddress: "0xOTHER" }))).toEqual([404, "not_found"]);
    api.apiKey = apiKey;
  });
});

describe("a tenant's wallet, where it is checked", () => {
  const input = {
    ...{ slug: "beta", name: "Beta", contactEmail: "b@example.com", destChain: "base", destWallet: evm },
    ...{ stable: "USDT", partnerCustomerId: null, isoRef: null, metadata: {} },
  };
  const checked = () => ({ ...api.context, checksAddresses: true });
  const no = (ask: Promise<unknown>) => ask.then(() => "none").catch(({ code }) => code);

  test("is refused at registration and at a change", async () => {
    expect(await no(createTenant(checked(), { ...input, destWallet: tron }))).toBe("chain_mismatch");
    expect(await no(createTenant(checked(), { ...input, destWallet: "0xTENANT" }))).toBe("validation_error");
    const { id } = await createTenant(checked(), input);
    expect(await no(changeTenant(checked(), id, { destChain: "tron" }))).toBe("chain_mismatch");
    expect(await no(changeTenant(checked(), id, { stable: "TUSD" }))).toBe("validation_error");
    expect(await no(changeTenant(checked(), id, { name: "Beta 2" }))).toBe("none");
    expect(await no(changeTenant(checked(), id, { destChain: "tron", destWallet: tron }))).toBe("none");
  });
});
