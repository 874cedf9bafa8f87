import { beforeEach, describe, expect, test } from "vitest";
import type { Book } from "../../../functions/app/core/ports.ts";
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
import { Door } from "../../support/core/door.ts";

const from = { address: "192.0.2.1", locale: "en" } as const;
const asked = {
  ...{ companyName: "Acme", contactName: "Ada", contactEmail: "ada@acme.example" },
  plan: "free",
} as const;
const accepted = { note: null };
let door: Door;
let id: string;

beforeEach(async () => {
  door = new Door();
  id = (await requestAccount(door.desk, asked, from)).requestId;
});

/** A desk whose next transaction ends in a crash: before it was made, or after. */
function crashing(when: "before" | "after") {
  const write: Book["write"] = async (writes, nonce) => {
    if (when === "after") await door.book.write(writes, nonce);
    throw new Error("crashed");
  };
  const { book } = door;
  return {
    ...{ ...door.desk, environment: "test" as const },
    book: { read: book.read.bind(book), page: book.page.bind(book), write },
  };
}

function rows(type: string): number {
  return door.book.rows().filter((row) => row.type === type).length;
}

describe("an operator who accepts, and a crash", () => {
  test("before the transaction: nothing was opened, and once more opens it", async () => {
    await expect(acceptAccountRequest(crashing("before"), id, accepted)).rejects.toThrow("crashed");
    expect(["account", "api_key"].map(rows)).toEqual([0, 0]);
    expect((await getAccountRequest(door.desk, id)).state.status).toBe("received");
    const { account } = await acceptAccountRequest({ ...door.desk, environment: "test" }, id, accepted);
    expect([account.plan, rows("account"), rows("api_key")]).toEqual(["free", 1, 1]);
  });

  test("after it: once more opens nothing and names the account, whose lost key is replaced", async () => {
    await expect(acceptAccountRequest(crashing("after"), id, accepted)).rejects.toThrow("crashed");
    const again = acceptAccountRequest({ ...door.desk, environment: "test" }, id, accepted);
    const { accountId } = (await getAccountRequest(door.desk, id)).state;
    await expect(again).rejects.toMatchObject({ code: "signup_decided", detail: { extra: { accountId } } });
    expect(["account", "api_key"].map(rows)).toEqual([1, 1]);
    const { data } = await listAccountKeys(door.desk, accountId ?? "", { limit: 10 });
    await revokeAccountKey(door.desk, accountId ?? "", data[0]?.id ?? "");
    const key = await mintAccountKey(door.desk, accountId ?? "", { name: null, environment: "test" });
    expect(key.secret).toMatch(/^slc_test_/);
    expect((await getAccount(door.desk, accountId ?? "")).state.activeKeys).toBe(1);
  });

  test("no plan of the sandbox is opened where keys are live", async () => {
    const live = { ...door.desk, environment: "live" as const };
    await expect(acceptAccountRequest(live, id, { plan: "sandbox", note: null })).rejects.toMatchObject({
      code: "validation_error",
    });
    expect((await getAccountRequest(door.desk, id)).state.status).toBe("received");
    expect((await acceptAccountRequest(live, id, accepted)).apiKey).toMatch(/^slc_live_/);
  });
});
