import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { getSignup } from "../../../functions/app/access/signups.ts";
import { entry } from "../../../functions/app/core/aggregate.ts";
import type { Store, Write } from "../../../functions/app/core/ports.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const asked = {
  ...{ companyName: "Acme", contactName: "Ada", contactEmail: "Ada@acme.example" },
  ...{ website: "https://acme.example", country: "ES", useCase: "wholesale" },
};
const secondsAtNoon = Date.parse(noon) / 1000;
const day = 86_400;
const addressKey = `signup_of#${createHash("sha256").update("ada@acme.example").digest("hex")}`;
let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

function ask(change: Partial<typeof asked> = {}, address = "192.0.2.1", store: Store = api.store) {
  return requestAccess({ ...api.context, store }, { ...asked, ...change }, { address, locale: "es" });
}

function rowsOf(type: string) {
  return api.store.rows().filter((row) => row.type === type);
}

/** The store, but whoever writes has always been overtaken. */
function busyStore(): Store & { readonly tried: (readonly Write[])[] } {
  const tried: (readonly Write[])[] = [];
  const write = async (writes: readonly Write[]) => {
    tried.push(writes);
    return { ok: false as const, rows: [] };
  };
  return { read: (keys) => api.store.read(keys), page: (query) => api.store.page(query), write, tried };
}

describe("the first request of a source", () => {
  test("is stored with who asked, beside its source and its address, for as long as each is known", async () => {
    const { requestId, status } = await ask();
    expect(status).toBe("received");
    const place = `${noon}#${requestId}`;
    expect(rowsOf("signup")).toMatchObject([
      {
        ...{ pk: requestId, sk: "row", v: 1 },
        index: { list: ["all#signup", place], status: ["all#signup#received", place] },
      },
    ]);
    const { state } = await getSignup(api.context, requestId);
    expect(state).toMatchObject({ ...asked, id: requestId, locale: "es", createdAt: noon });
    expect(rowsOf("signup_limit")).toEqual([
      {
        ...{ pk: "signups_from#192.0.2.1", sk: "row", v: 1, type: "signup_limit", index: {} },
        ...{ body: { taken: [noon] }, ttl: secondsAtNoon + 3600 },
      },
    ]);
    expect(rowsOf("signup_address")).toEqual([
      {
        ...{ pk: addressKey, sk: "row", v: 1, type: "signup_address", index: {} },
        ...{ body: { signupId: requestId, at: noon }, ttl: secondsAtNoon + 30 * day },
      },
    ]);
  });

  test("shows an operator's trail what was decided, and not who asked", async () => {
    await requestAccess({ ...api.context, actor: "operator:one" }, asked, { address: "192.0.2.1", locale: "es" });
    const [trail] = rowsOf("entry");
    expect(trail?.body).toMatchObject({ tenantId: "platform", to: "received", reason: "access requested" });
    expect(Object.keys(entry.parse(trail?.body).after ?? {}).toSorted()).toEqual(
      [
        ...["country", "createdAt", "decidedAt", "expectedMonthlyVolumeCents", "id", "kybId", "locale", "note"],
        ...["status", "tenantId", "updatedAt"],
      ].toSorted(),
    );
  });
});

describe("a source that has asked five times", () => {
  beforeEach(async () => {
    for (let at = 0; at < 5; at += 1) {
      await ask({ contactEmail: `ada${at}@acme.example` });
      api.pass(10);
    }
  });

  test("is refused until an hour after its first, and told in how many seconds that is", async () => {
    await expect(ask()).rejects.toMatchObject({
      ...{ code: "rate_limited", message: "too many requests for access came from your address" },
      detail: { retryAfterSeconds: 3550 },
    });
    api.nowMs = Date.parse(later(3599.999));
    await expect(ask()).rejects.toMatchObject({ detail: { retryAfterSeconds: 1 } });
    api.nowMs = Date.parse(later(3600));
    await ask();
    expect(rowsOf("signup_limit")).toMatchObject([
      { v: 6, body: { taken: [later(10), later(20), later(30), later(40), later(3600)] }, ttl: secondsAtNoon + 7200 },
    ]);
  });
});

describe("an address that has asked", () => {
  beforeEach(async () => {
    await ask();
  });

  test("is known for 30 days in any case of its letters, and then anew", async () => {
    api.nowMs = Date.parse(later(30 * day - 0.001));
    await ask({ contactEmail: "ADA@acme.example" }, "192.0.2.2");
    expect(rowsOf("signup")).toHaveLength(1);
    api.nowMs = Date.parse(later(30 * day));
    const { requestId } = await ask({ contactEmail: "ada@ACME.example" }, "192.0.2.2");
    expect(rowsOf("signup")).toHaveLength(2);
    expect(rowsOf("signup_address")).toMatchObject([{ v: 2, body: { signupId: requestId, at: later(30 * day) } }]);
  });

  test("is held to what was read of it while it asks again", async () => {
    const store = busyStore();
    await expect(ask({}, "192.0.2.2", store)).rejects.toMatchObject({ code: "rate_limited" });
    expect(store.tried[0]).toMatchObject([
      { put: { pk: "signups_from#192.0.2.2" }, expect: "absent" },
      { check: { pk: addressKey, sk: "row" }, expect: 1 },
    ]);
  });
});

test("a request that others overtake 25 times is refused, to come again in a second", async () => {
  const store = busyStore();
  await expect(ask({}, "192.0.2.1", store)).rejects.toMatchObject({
    ...{ code: "rate_limited", message: "too many requests for access are under way" },
    detail: { retryAfterSeconds: 1 },
  });
  expect(store.tried).toHaveLength(25);
});

test("a request that there is not is not found", async () => {
  await expect(getSignup(api.context, "sgn_1")).rejects.toMatchObject({
    ...{ code: "not_found", message: "no such request for access" },
  });
});
