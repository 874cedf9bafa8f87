import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import {
  acceptAccountRequest,
  declineAccountRequest,
  getAccountRequest,
  listAccountRequests,
} from "../../../functions/app/screening/account-requests.ts";
import {
  changeAccount,
  createAccount,
  getAccount,
  listAccountKeys,
  listAccountsInUse,
  mintAccountKey,
  openAccountOnce,
  revokeAccountKey,
  seeAccount,
} from "../../../functions/app/screening/accounts.ts";
import { proposeOwnEntry, withdrawOwnEntry } from "../../../functions/app/screening/internal-lists.ts";
import { screeningOverview } from "../../../functions/app/screening/overview.ts";
import {
  isPlanLimitReached,
  refuseUsage,
  type Usage,
  usageHeaders,
  usageKey,
  usageOf,
  viewUsage,
} from "../../../functions/app/screening/usage.ts";
import { currentApiVersion } from "../../../functions/domain/core/api-version.ts";
import type { Account } from "../../../functions/domain/screening/account.ts";
import { plans } from "../../../functions/domain/screening/plan.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const opened = (plan: Account["plan"] = "starter", name = "Acme") =>
  createAccount(api.context, { name, plan, environment: "test" });

/** What an account's trail says. */
async function trail(id: string) {
  const entries = entriesIn(await api.store.page({ pk: id, limit: 100 }));
  return entries.map(({ from, to, reason }) => [from, to, reason]);
}

describe("an account", () => {
  test("is opened with one key, and says so on its trail", async () => {
    const { apiKey, ...account } = await opened();
    expect(account).toEqual({
      apiVersion: currentApiVersion,
      ...{ id: expect.stringMatching(/^acc_/), name: "Acme", plan: "starter", status: "active", activeKeys: 1 },
      ...{ createdAt: noon, updatedAt: noon },
    });
    expect(apiKey).toMatch(/^slc_test_/);
    expect(await trail(account.id)).toEqual([[null, "active", "account opened on the plan starter"]]);
    const { data } = await listAccountKeys(api.context, account.id, { limit: 9 });
    expect(data).toMatchObject([{ tenantId: account.id, name: null, revokedAt: null }]);
  });

  test("is not opened on the sandbox's plan where keys are live", async () => {
    const live = { name: "Acme", plan: "sandbox", environment: "live" } as const;
    await expect(createAccount(api.context, live)).rejects.toMatchObject({ code: "validation_error" });
    await expect(openAccountOnce(api.context, "acc_1", live)).rejects.toMatchObject({ code: "validation_error" });
    expect(api.store.rows()).toEqual([]);
  });

  test("is opened once under an id that its form was given", async () => {
    const input = { name: "Acme", plan: "free", environment: "test" } as const;
    const first = await openAccountOnce(api.context, "acc_1", input);
    expect(first).toMatchObject({ id: "acc_1", plan: "free", apiKey: expect.stringMatching(/^slc_test_/) });
    const { commits } = api.store;
    expect(await openAccountOnce(api.context, "acc_1", input)).toBeUndefined();
    expect(api.store.commits).toBe(commits);
  });

  test("is changed in what is said, and its trail names that", async () => {
    const { id } = await opened();
    api.pass(60);
    const changed = await changeAccount(api.context, id, { name: "Acme", plan: "pro", status: "suspended" });
    expect(changed).toMatchObject({ name: "Acme", plan: "pro", status: "suspended", updatedAt: later(60) });
    expect((await trail(id)).at(-1)).toEqual(["active", "suspended", "changed plan, status"]);
    const { commits } = api.store;
    expect(await changeAccount(api.context, id, { plan: "pro", name: undefined })).toEqual(changed);
    expect(api.store.commits).toBe(commits);
  });

  test("that is not there is not found, and so says its noun", async () => {
    await expect(getAccount(api.context, "acc_9")).rejects.toMatchObject({
      code: "not_found",
      message: "no such account",
    });
    for (const reading of [seeAccount(api.context, "acc_9"), listAccountKeys(api.context, "acc_9", { limit: 9 })])
      await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });

  test("has as many keys as its plan gives, and one that is revoked makes room", async () => {
    const { id } = await opened("starter");
    const input = { name: "second", environment: "test" } as const;
    const second = await mintAccountKey(api.context, id, input);
    expect(second).toMatchObject({ tenantId: id, name: "second", secret: expect.stringMatching(/^slc_test_/) });
    await mintAccountKey(api.context, id, input);
    expect((await getAccount(api.context, id)).state.activeKeys).toBe(3);
    await expect(mintAccountKey(api.context, id, input)).rejects.toMatchObject({ code: "key_limit_reached" });
    api.pass(60);
    expect(await revokeAccountKey(api.context, id, second.id)).toMatchObject({ revokedAt: later(60) });
    expect((await getAccount(api.context, id)).state).toMatchObject({ activeKeys: 2, updatedAt: later(60) });
    await revokeAccountKey(api.context, id, second.id);
    expect((await getAccount(api.context, id)).state.activeKeys).toBe(2);
    await expect(revokeAccountKey(api.context, id, "key_9")).rejects.toMatchObject({ code: "not_found" });
    // The keys' own entries tell of them.
    expect(await trail(id)).toHaveLength(1);
  });

  test("is seen with its month, its keys and its monitors", async () => {
    const { id } = await opened();
    expect(await seeAccount(api.context, id)).toMatchObject({ usage: { used: 0 }, monitors: 0 });
    await api.store.write([{ count: usageKey(id, noon), by: 7, most: null }], "seven");
    await api.store.write([{ count: rowKey(`monitors#${id}`), by: 3, most: null }], "three");
    const { usage, keys, monitors } = await seeAccount(api.context, id);
    expect([usage.used, keys.data.length, monitors]).toEqual([7, 1, 3]);
    api.pass(60);
    const other = await opened("free", "Other");
    const { data } = await listAccountsInUse(api.context, { limit: 9 });
    expect(data.map(({ account, used }) => [account.id, used])).toEqual([
      [other.id, 0],
      [id, 7],
    ]);
  });
});

describe("an account's month", () => {
  async function month(plan: Account["plan"], used?: number): Promise<Usage> {
    const { id } = await opened(plan);
    if (used !== undefined) await api.store.write([{ count: usageKey(id, noon), by: used, most: null }], "used");
    return usageOf(await api.store.read([rowKey(id), usageKey(id, noon)]), id, noon);
  }

  test("is told on every answer, and to itself", async () => {
    const usage = await month("starter", 120);
    expect(usageHeaders(usage)).toEqual({
      ...{ "x-usage-limit": "500", "x-usage-used": "120", "x-usage-reset": "2026-12-01T00:00:00.000Z" },
    });
    expect(viewUsage(usage, 2)).toEqual({
      ...{ plan: "starter", period: "2026-11", used: 120, limit: 500, remaining: 380 },
      ...{ resetsAt: "2026-12-01T00:00:00.000Z", apiKeys: { used: 1, limit: 3 }, monitors: { used: 2, limit: 0 } },
    });
  });

  test("has no end where the plan has none", async () => {
    const usage = await month("unlimited");
    expect(usageHeaders(usage)["x-usage-limit"]).toBe("unlimited");
    expect(viewUsage(usage, 0)).toMatchObject({ used: 0, limit: null, remaining: null, monitors: { limit: null } });
    expect(refuseUsage({ ...usage, used: 1_000_000 }, 1_000)).toBeUndefined();
  });

  test("has nothing left, and never less, where a smaller plan has come", async () => {
    const usage = await month("free", 140);
    expect(viewUsage(usage, 0)).toMatchObject({ used: 140, limit: 100, remaining: 0 });
  });

  test("is over where one more would be too many, which says how long it takes to begin anew", async () => {
    const usage = await month("free", 99);
    expect(refuseUsage(usage)).toBeUndefined();
    expect(refuseUsage(usage, 2)?.code).toBe("plan_limit_reached");
    const refused = isPlanLimitReached({ ...usage, used: 100 });
    expect([refused.message, refused.detail]).toEqual([
      "the Free plan has 100 screenings a month, and 100 are used",
      { retryAfterSeconds: 9.5 * 86_400, extra: { limit: 100, used: 100, resetsAt: "2026-12-01T00:00:00.000Z" } },
    ]);
    expect(isPlanLimitReached({ ...usage, now: usage.resetsAt }).detail.retryAfterSeconds).toBe(1);
  });

  test("is nothing to a suspended account", async () => {
    const usage = await month("pro");
    const account = { ...usage.account, status: "suspended" as const };
    expect(refuseUsage({ ...usage, account })?.code).toBe("tenant_suspended");
  });

  test("is of the account alone whose key it is", async () => {
    const { id } = await opened();
    const rows = await api.store.read([rowKey(id)]);
    expect(() => usageOf(rows, "acc_9", noon)).toThrow("a key of no account: acc_9");
    expect(() => usageOf([undefined], id, noon)).toThrow(`a key of no account: ${id}`);
    expect(usageOf(rows, id, "2026-12-31T23:59:59.000Z")).toMatchObject({
      ...{ used: 0, plan: plans.starter, resetsAt: "2027-01-01T00:00:00.000Z" },
      key: { pk: `usage#${id}#2026-12`, sk: "row" },
    });
  });
});

describe("what operators of the interface see first", () => {
  test("is what keeps people from being screened, and what waits for a word, the longest first", async () => {
    expect(await screeningOverview(api.context, ["ofac_sdn"])).toEqual({
      ...{ lists: [], proposals: [], problems: [{ list: "ofac_sdn", problem: "missing", loadedAt: null }] },
      ...{ proposed: { count: 0, more: false }, withdrawals: { count: 0, more: false } },
      requests: { count: 0, more: false },
    });
    const one = { ...api.context, actor: "operator:one" };
    const entry = { kind: "block", category: "scam", entity: null, reason: "seen" } as const;
    const first = await proposeOwnEntry(one, { ...entry, value: "0xONE" });
    api.pass(60);
    const second = await proposeOwnEntry(one, { ...entry, value: "0xTWO" });
    const { proposals, proposed, withdrawals } = await screeningOverview(api.context, []);
    expect(proposals.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect([proposed, withdrawals]).toEqual([
      { count: 2, more: false },
      { count: 0, more: false },
    ]);
    await expect(withdrawOwnEntry(one, first.id, "no")).rejects.toMatchObject({ code: "own_entry_decided" });
  });
});

describe("a request for an account", () => {
  test("that is not there is not found, whatever is decided", async () => {
    const gone = { code: "not_found", message: "no such request for an account" };
    const context = { ...api.context, environment: "test" } as const;
    await expect(getAccountRequest(context, "acr_9")).rejects.toMatchObject(gone);
    await expect(acceptAccountRequest(context, "acr_9", { note: null })).rejects.toMatchObject(gone);
    await expect(declineAccountRequest(context, "acr_9", { reason: "no" })).rejects.toMatchObject(gone);
    expect(await listAccountRequests(context, { limit: 9 })).toEqual({ data: [], nextCursor: null });
  });
});
