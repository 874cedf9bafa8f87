import { beforeEach, describe, expect, test } from "vitest";
import { approveOwnEntry, proposeOwnEntry } from "../../../functions/app/screening/internal-lists.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { screenUncounted } from "../../../functions/app/screening/screen-value.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { ScreenOffice } from "../../support/screening/screen-desk.ts";
import { findingOf, otherWallet, wallet } from "../../support/screening/screen-samples.ts";

let office: ScreenOffice;
let accountId: string;

beforeEach(async () => {
  office = new ScreenOffice();
  accountId = await office.account();
});

describe("a wallet on a list", () => {
  test("is decided, so that no provider is asked, nor paid, nor waited for", async () => {
    await office.lists.publish([wallet]);
    const { view } = await office.screen(accountId, wallet);
    expect([view.status, view.action, office.asked]).toEqual(["complete", "block", []]);
  });

  test("is so in a batch, and where nobody pays for it", async () => {
    await office.lists.publish([wallet]);
    const asked = { type: "wallet", value: wallet, chain: null };
    const desk = { ...office.desk(), isLate: () => false };
    await screenBatch(desk, requestOf(accountId), [asked]);
    await screenUncounted(desk, accountId, asked);
    expect(office.asked).toEqual([]);
  });
});

describe("a wallet that was taken off a list", () => {
  beforeEach(async () => {
    await office.lists.publish([wallet, otherWallet]);
    await office.lists.publish([otherWallet]);
  });

  test("is asked about as any other", async () => {
    const { view } = await office.screen(accountId, wallet);
    expect([view.status, view.action]).toEqual(["complete", "allow"]);
    expect(office.asked).toHaveLength(1);
  });

  test("does not pass where nobody answers", async () => {
    office.says = new Error("no answer");
    const { view } = await office.screen(accountId, wallet);
    expect([view.status, view.action]).toEqual(["error", "review"]);
  });
});

/** Two operators agree on an entry of the own lists. */
async function enter(kind: "allow" | "block", value: string): Promise<void> {
  const asked = { kind, value, category: "unknown", entity: null, reason: "a test's" } as const;
  const { id } = await proposeOwnEntry({ ...office.door.desk, actor: "operator:one" }, asked);
  await approveOwnEntry({ ...office.door.desk, actor: "operator:two" }, id, null);
}

describe("a wallet on the own lists", () => {
  beforeEach(() => office.lists.publish([wallet]));

  test("that block it is decided", async () => {
    await enter("block", otherWallet);
    expect((await office.screen(accountId, otherWallet)).view.action).toBe("block");
    expect(office.asked).toEqual([]);
  });

  test("that allow it is asked about, and blocked where a provider must block it", async () => {
    await enter("allow", otherWallet);
    office.says = { findings: [findingOf({ category: "sanctions", exposure: "ownership", shareBps: null })] };
    expect((await office.screen(accountId, otherWallet)).view.action).toBe("block");
  });
});
