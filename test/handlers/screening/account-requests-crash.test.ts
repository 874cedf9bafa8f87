import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import {
  acceptAccountRequest,
  getAccountRequest,
  requestAccount,
} from "../../../functions/app/screening/account-requests.ts";
import {
  getAccount,
  listAccountKeys,
  mintAccountKey,
  revokeAccountKey,
} from "../../../functions/app/screening/accounts.ts";
import { TestApi } from "../../support/core/test-api.ts";

const from = { address: "192.0.2.1", locale: "en" } as const;
const asked = {
  ...{ companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" },
  plan: "free",
} as const;
const accepted = { note: null };
let api: TestApi;
let id: string;

beforeEach(async () => {
  api = new TestApi();
  id = (await requestAccount(api.context, asked, from)).requestId;
});

/** A context whose next transaction ends in a crash: before it was made, or after. */
function crashing(when: "before" | "after") {
  const write: Store["write"] = async (writes, nonce) => {
    if (when === "after") await api.store.write(writes, nonce);
    throw new Error("crashed");
  };
  const { store } = api;
  return {
    ...{ ...api.context, environment: "test" as const },
    store: { read: store.read.bind(store), page: store.page.bind(store), write },
  };
}

function rows(type: string): number {
  return api.store.rows().filter((row) => row.type === type).length;
}

describe("an operator who accepts, and a crash", () => {
  test("before the transaction: nothing was opened, and once more opens it", async () => {
    await expect(acceptAccountRequest(crashing("before"), id, accepted)).rejects.toThrow("crashed");
    expect(["account", "api_key"].map(rows)).toEqual([0, 0]);
    expect((await getAccountRequest(api.context, id)).state.status).toBe("received");
    const { account } = await acceptAccountRequest({ ...api.context, environment: "test" }, id, accepted);
    expect([account.plan, rows("account"), rows("api_key")]).toEqual(["free", 1, 1]);
  });

  test("after it: once more opens nothing and names the account, whose lost key is replaced", async () => {
    await expect(acceptAccountRequest(crashing("after"), id, accepted)).rejects.toThrow("crashed");
    const again = acceptAccountRequest({ ...api.context, environment: "test" }, id, accepted);
    const { accountId } = (await getAccountRequest(api.context, id)).state;
    await expect(again).rejects.toMatchObject({ code: "signup_decided", detail: { extra: { accountId } } });
    expect(["account", "api_key"].map(rows)).toEqual([1, 1]);
    const { data } = await listAccountKeys(api.context, accountId ?? "", { limit: 10 });
    await revokeAccountKey(api.context, accountId ?? "", data[0]?.id ?? "");
    const key = await mintAccountKey(api.context, accountId ?? "", { name: null, environment: "test" });
    expect(key.secret).toMatch(/^slc_test_/);
    expect((await getAccount(api.context, accountId ?? "")).state.activeKeys).toBe(1);
  });

  test("no plan of the sandbox is opened where keys are live", async () => {
    const live = { ...api.context, environment: "live" as const };
    await expect(acceptAccountRequest(live, id, { plan: "sandbox", note: null })).rejects.toMatchObject({
      code: "validation_error",
    });
    expect((await getAccountRequest(api.context, id)).state.status).toBe("received");
    expect((await acceptAccountRequest(live, id, accepted)).apiKey).toMatch(/^slc_live_/);
  });
});
