import { beforeEach, describe, expect, test } from "vitest";
import { approveOwnEntry, proposeOwnEntry } from "../../../functions/app/screening/internal-lists.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { screenUnmeteredValue } from "../../../functions/app/screening/screen-value.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { findingOf, otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";

let screening: ScreeningApi;
let accountId: string;

beforeEach(async () => {
  screening = new ScreeningApi();
  accountId = await screening.account();
});

describe("a wallet on a list", () => {
  test("is decided, so that no provider is asked, nor paid, nor waited for", async () => {
    await screening.lists.publish([wallet]);
    const { view } = await screening.screen(accountId, wallet);
    expect([view.status, view.action, screening.asked]).toEqual(["complete", "block", []]);
  });

  test("is so in a batch, and where nobody pays for it", async () => {
    await screening.lists.publish([wallet]);
    const input = { type: "wallet", value: wallet, chain: null };
    const context = { ...screening.context(), isLate: () => false };
    await screenBatch(context, requestOf(accountId), [input]);
    await screenUnmeteredValue(context, accountId, input);
    expect(screening.asked).toEqual([]);
  });
});

describe("a wallet that was taken off a list", () => {
  beforeEach(async () => {
    await screening.lists.publish([wallet, otherWallet]);
    await screening.lists.publish([otherWallet]);
  });

  test("is asked about as any other", async () => {
    const { view } = await screening.screen(accountId, wallet);
    expect([view.status, view.action]).toEqual(["complete", "allow"]);
    expect(screening.asked).toHaveLength(1);
  });

  test("does not pass where nobody answers", async () => {
    screening.says = new Error("no answer");
    const { view } = await screening.screen(accountId, wallet);
    expect([view.status, view.action]).toEqual(["error", "review"]);
  });
});

/** Two operators agree on an entry of the own lists. */
async function enter(kind: "allow" | "block", value: string): Promise<void> {
  const input = { kind, value, category: "unknown", entity: null, reason: "a test's" } as const;
  const { id } = await proposeOwnEntry({ ...screening.api.context, actor: "operator:one" }, input);
  await approveOwnEntry({ ...screening.api.context, actor: "operator:two" }, id, null);
}

describe("a wallet on the own lists", () => {
  beforeEach(() => screening.lists.publish([wallet]));

  test("that block it is decided", async () => {
    await enter("block", otherWallet);
    expect((await screening.screen(accountId, otherWallet)).view.action).toBe("block");
    expect(screening.asked).toEqual([]);
  });

  test("that allow it is asked about, and blocked where a provider must block it", async () => {
    await enter("allow", otherWallet);
    screening.says = { findings: [findingOf({ category: "sanctions", exposure: "ownership", shareBps: null })] };
    expect((await screening.screen(accountId, otherWallet)).view.action).toBe("block");
  });
});
