import { describe, expect, test } from "vitest";
import { escrowFreezes } from "../../../functions/domain/escrow/issuer-freezes.ts";
import { settlementFreezes } from "../../../functions/domain/settlement/issuer-freezes.ts";
import {
  frozenMark,
  markOf,
  whyNotFrozen,
  withFrozen,
  withoutFrozen,
} from "../../../functions/domain/tenants/frozen-wallet.ts";
import { noon } from "../../support/core/samples.ts";

const address = "0x52908400098527886E0F7030069857D2E4169EE7";
const wallet = { address, chain: "polygon", stable: "USDC" };
const mark = markOf(wallet, "stl_1", noon);
const tenant = { frozenWallets: [mark] };

describe("a wallet that the issuer has frozen", () => {
  test.each([
    ["as it is", wallet],
    ["in small letters", { ...wallet, address: address.toLowerCase() }],
    ["without its 0x", { ...wallet, address: address.slice(2) }],
    ["with the chain's other name", { ...wallet, chain: "Matic" }],
    ["with the coin in small letters", { ...wallet, stable: "usdc" }],
  ])("is known %s", (_, written) => {
    expect(frozenMark(tenant, written)).toBe(mark);
    expect(withFrozen(tenant, [{ ...mark, ...written }])).toBe(tenant.frozenWallets);
    expect(withoutFrozen(tenant, written)).toEqual([]);
  });

  test.each([
    ["another coin", { ...wallet, stable: "USDT" }],
    ["another chain", { ...wallet, chain: "base" }],
    ["another wallet", { ...wallet, address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D" }],
  ])("says nothing of %s", (_, other) => {
    expect(whyNotFrozen(tenant, other, [other.address])).toBeUndefined();
    expect(withoutFrozen(tenant, other)).toBe(tenant.frozenWallets);
  });

  test("is refused with what it is, wherever it stands among addresses", () => {
    const no = whyNotFrozen(tenant, wallet, [null, "", "0xOTHER", address]);
    expect(no).toMatchObject({ code: "wallet_frozen", message: expect.stringContaining(address) });
    expect(no?.detail.extra).toEqual({ ...wallet, since: noon });
  });

  test("is one of 200, the oldest of which goes", () => {
    const many = Array.from({ length: 200 }, (_, at) => markOf({ ...wallet, address: `0xW${at}` }, "stl_1", noon));
    const marks = withFrozen({ frozenWallets: many }, [mark]);
    expect([marks.length, marks[0]?.address, marks.at(-1)]).toEqual([200, "0xW1", mark]);
  });
});

describe("a change", () => {
  const state = { status: "settling", failureCode: null, reserve: null } as const;
  const failed = {
    ...{ id: "stl_1", destWallet: address, destChain: "polygon", usdtStable: "USDC", updatedAt: noon, reserve: null },
    ...{ status: "failed", failureCode: "frozen_by_issuer" },
  } as never;

  test("of a settlement finds its wallet frozen once", () => {
    expect(settlementFreezes(state, failed)).toEqual([mark]);
    expect(settlementFreezes(failed, failed)).toEqual([]);
    expect(settlementFreezes(state, { ...(failed as object), failureCode: "payout_failed" } as never)).toEqual([]);
  });

  test("of a reserve finds its wallet frozen", () => {
    const after = { ...(failed as object), status: "completed", failureCode: null, reserve: { frozenAt: noon } };
    expect(settlementFreezes({ ...state, status: "completed" }, after as never)).toEqual([mark]);
  });

  test("of an escrow finds the address of each payout that was refused so", () => {
    const past = { code: "frozen_by_issuer", address, chain: "polygon" };
    const escrow = (pastPayouts: object[]) =>
      ({ id: "stl_1", payoutStable: "USDC", updatedAt: noon, pastPayouts }) as never;
    expect(escrowFreezes(escrow([]), escrow([past]))).toEqual([mark]);
    expect(escrowFreezes(escrow([past]), escrow([{ ...past, code: "withdrawn" }, past]))).toEqual([]);
    expect(escrowFreezes(escrow([]), escrow([{ ...past, code: "payout_failed" }]))).toEqual([]);
  });
});
