import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { pinApiVersion } from "../../../functions/app/tenants/pin-api-version.ts";
import { getTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";
import { tenantOperations } from "../../../functions/contract/tenants/tenants.ts";
import { type ApiVersions, firstApiVersion } from "../../../functions/domain/core/api-version.ts";
import { operation } from "../../../functions/http/operation-types.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer } from "../../support/routes/things.ts";

const second = "2027-03-01";
const versions: ApiVersions = [
  { date: firstApiVersion, changes: ["The first version."] },
  { date: second, changes: ["Nothing but its date."] },
];

const ops = {
  readThing: operation({
    ...{ id: "readThing", method: "GET", path: "/thing", caller: "tenant", summary: "s", tag: "Things" },
    ...{ lambda: "things", refusals: [], reply: { status: 200, schema: z.object({ id: z.string() }) } },
  }),
};

let api: TestApi;
let apiKey: string;

beforeEach(() => {
  api = new TestApi();
});

/** The version that a reply to the key names. */
async function served(): Promise<string | undefined> {
  const frame = { ...api.frame(), versions };
  const open = api.open(ops, { readThing: async () => ({ body: { id: "1" } }) }, frame);
  return (await open({ path: "/thing", headers: bearer(apiKey) })).headers["sluice-version"];
}

describe("an operator moves the pin", () => {
  const operatorOps = { pinApiVersion: tenantOperations.pinApiVersion, getTenant: tenantOperations.getTenant };

  async function pin(id: string, apiVersion: unknown, table: ApiVersions = versions) {
    const open = api.open(operatorOps, {
      pinApiVersion: async (call) => {
        const context = { ...api.context, actor: call.principal.actor, requestId: call.requestId };
        return { body: await pinApiVersion(context, call.params.id, call.body.apiVersion, table) };
      },
      getTenant: async (call) => ({ body: (await getTenant(api.context, call.params.id)).state }),
    });
    const headers = bearer(api.operatorToken);
    const body = JSON.stringify({ apiVersion });
    const reply = await open({ method: "POST", path: `/admin/tenants/${id}/api-version`, headers, body });
    const read = await open({ method: "GET", path: `/admin/tenants/${id}`, headers });
    return { status: reply.status, body: JSON.parse(reply.text), pinned: JSON.parse(read.text).apiVersion };
  }

  test("to a version and back, for every key that the account has and will have", async () => {
    const { id, keyId } = await api.tenant({ slug: "moved" });
    const minted = await mintKey(api.context, id, { name: null, environment: "test" });
    expect(await pin(id, second)).toMatchObject({ status: 200, body: { apiVersion: second }, pinned: second });
    const later = await mintKey(api.context, id, { name: null, environment: "test" });
    for (const key of [minted, later]) {
      apiKey = key.secret;
      expect(await served()).toBe(second);
    }
    expect(await pin(id, firstApiVersion)).toMatchObject({ status: 200, pinned: firstApiVersion });
    // A key is remembered for under a minute.
    api.pass(60);
    expect(await served()).toBe(firstApiVersion);
    const moves = api.store.rows().flatMap(({ type, body }) => (type === "entry" ? [entry.parse(body)] : []));
    const told = moves.filter(({ reason }) => reason.startsWith("served in version"));
    expect(told.filter(({ aggregateId }) => aggregateId === id)).toMatchObject([
      { actor: "operator:one", before: { apiVersion: firstApiVersion }, after: { apiVersion: second } },
      { actor: "operator:one", before: { apiVersion: second }, after: { apiVersion: firstApiVersion } },
    ]);
    expect(told.filter(({ aggregateId }) => aggregateId === keyId)).toHaveLength(2);
  });

  test("once, and again it changes nothing", async () => {
    const { id } = await api.tenant({ slug: "again" });
    await pin(id, second);
    const before = api.store.commits;
    expect(await pin(id, second)).toMatchObject({ status: 200, pinned: second });
    expect(api.store.commits).toBe(before);
  });

  test("to no version that is not in the table", async () => {
    const { id } = await api.tenant({ slug: "stays" });
    for (const wrong of ["2026-11-02", "nope", "__proto__"])
      expect(await pin(id, wrong)).toMatchObject({
        ...{ status: 400, pinned: firstApiVersion },
        body: { code: "unknown_api_version", fields: [{ path: "apiVersion" }] },
      });
    expect(await pin(id, second, [versions[0]])).toMatchObject({ status: 400, pinned: firstApiVersion });
    expect((await pin(id, null)).status).toBe(400);
  });
});
