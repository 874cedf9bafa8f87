import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createTenant, getTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";
import {
  embedsMany,
  embedsOne,
  expandable,
  expandedListOf,
  expandedRecordOf,
} from "../../../functions/contract/expand.ts";
import {
  type ApiVersions,
  currentApiVersion,
  firstApiVersion,
  ofEach,
} from "../../../functions/domain/core/api-version.ts";
import { deprecatedSince } from "../../../functions/domain/core/deprecation.ts";
import { deprecatedField } from "../../../functions/http/deprecated-fields.ts";
import { openApiDocument } from "../../../functions/http/openapi.ts";
import { operation } from "../../../functions/http/operation-types.ts";
import { listQuery, listReply } from "../../../functions/http/schemas.ts";
import { railsSite } from "../../../functions/pages/docs/guides.ts";
import { openDocs } from "../../../functions/pages/docs/open.ts";
import { aTenant } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { bearer } from "../../support/routes/things.ts";
import { eventOf } from "../../support/runner/lambdas.ts";

const second = "2027-03-01";
const renamed = (from: string, to: string) => (fields: Readonly<Record<string, unknown>>) => {
  const { [from]: value, ...rest } = fields;
  return value === undefined ? rest : { ...rest, [to]: value };
};

/** The service's own version, and one that renames `label` to `name`. */
const versions: ApiVersions = [
  { date: firstApiVersion, changes: ["The first version."] },
  {
    date: second,
    changes: ["`label` of a thing is `name`."],
    shapes: [
      { operations: ["makeThing"], body: renamed("label", "name"), reply: renamed("name", "label") },
      { operations: ["getThing"], reply: renamed("name", "label") },
      { operations: ["listThings"], query: renamed("label", "name"), reply: ofEach(renamed("name", "label")) },
    ],
  },
];

const thing = z.object({ id: z.string(), name: z.string() });
const box = expandable("Box", z.object({ id: z.string() }), {
  thing: embedsOne("getThing", thing, "its thing"),
  things: embedsMany("getThing", thing, "all of its things"),
});
const common = { caller: "tenant", summary: "s", tag: "Things", lambda: "things", refusals: [] } as const;
const ops = {
  makeThing: operation({
    ...{ ...common, id: "makeThing", method: "POST", path: "/things", idempotencyKey: "optional", claim: "first" },
    body: z.strictObject({
      name: z.string(),
      color: deprecatedField(z.string(), deprecatedSince("2026-12-01")).optional(),
    }),
    reply: { status: 201, schema: thing },
  }),
  listThings: operation({
    ...{ ...common, id: "listThings", method: "GET", path: "/things" },
    query: listQuery({ name: z.string().optional() }),
    reply: { status: 200, schema: listReply(thing) },
  }),
  listBoxes: operation({
    ...{ ...common, id: "listBoxes", method: "GET", path: "/boxes" },
    ...expandedListOf(box, {}),
  }),
  getBox: operation({
    ...{ ...common, id: "getBox", method: "GET", path: "/box/{id}" },
    ...expandedRecordOf(z.strictObject({ id: z.string() }), box),
  }),
  oldThing: operation({
    ...{ ...common, id: "oldThing", method: "GET", path: "/old", deprecated: deprecatedSince("2026-06-15") },
    reply: { status: 200, schema: thing },
  }),
};

const boxed = { id: "1", thing: { id: "1", name: "x" }, things: [{ id: "2", name: "y" }] };

let api: TestApi;
let apiKey: string;

beforeEach(async () => {
  api = new TestApi();
  ({ apiKey } = await api.tenant());
});

function send(method: string, path: string, headers: object = {}, body?: unknown, table = versions) {
  const handlers = {
    makeThing: async ({ body: { name } }: { body: { name: string } }) => ({ body: { id: "1", name } }),
    listThings: async ({ query }: { query: { name?: string | undefined } }) => ({
      body: { data: [{ id: "1", name: query.name ?? "x" }], nextCursor: null },
    }),
    listBoxes: async () => ({ body: { data: [{ ...boxed, thing: null }, boxed, { id: "2" }], nextCursor: null } }),
    getBox: async () => ({ body: boxed }),
    oldThing: async () => ({ body: { id: "1", name: "x" } }),
  };
  const frame = { ...api.frame(), versions: table, book: api.store, docsUrl: "https://api.example.com/docs" };
  const open = api.open(ops, handlers, frame);
  return open({
    ...{ method, path, headers: { ...bearer(apiKey), ...headers } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const newest = { "Sluice-Version": second };

describe("a caller is served", () => {
  test("in the version that its account is pinned to, which each reply names", async () => {
    const made = await send("POST", "/things", {}, { label: "x" });
    expect([made.status, JSON.parse(made.text)]).toEqual([201, { id: "1", label: "x" }]);
    const listed = await send("GET", "/things?label=y");
    expect(JSON.parse(listed.text)).toEqual({ data: [{ id: "1", label: "y" }], nextCursor: null });
    const refused = await send("POST", "/things", {}, { name: "x" });
    const lost = await send("POST", "/things", {}, {});
    expect([refused.status, lost.status]).toEqual([201, 400]);
    for (const { headers } of [made, listed, refused, lost]) expect(headers["sluice-version"]).toBe(firstApiVersion);
  });

  test("in the one that Sluice-Version names, for that request alone", async () => {
    const made = await send("POST", "/things", newest, { name: "x" });
    expect([made.status, JSON.parse(made.text)]).toEqual([201, { id: "1", name: "x" }]);
    expect(made.headers["sluice-version"]).toBe(second);
    expect((await send("POST", "/things", newest, { label: "x" })).status).toBe(400);
    expect((await send("GET", "/things?label=y", newest)).status).toBe(400);
    expect((await send("GET", "/things")).headers["sluice-version"]).toBe(firstApiVersion);
  });

  test("with what it embeds in the shape that this has where it is read alone", async () => {
    const older = { id: "1", thing: { id: "1", label: "x" }, things: [{ id: "2", label: "y" }] };
    expect(JSON.parse((await send("GET", "/box/1?expand=thing")).text)).toEqual(older);
    expect(JSON.parse((await send("GET", "/box/1", newest)).text)).toEqual(boxed);
    const { data } = JSON.parse((await send("GET", "/boxes?expand=things,thing")).text);
    expect(data).toEqual([{ ...older, thing: null }, older, { id: "2" }]);
  });

  test.each(["", " ", "2026-11-02", "nope", "2027-03-01T00:00:00Z", "__proto__", "x".repeat(2000)])(
    "in no version at all that is called %j",
    async (named) => {
      const { status, text, headers } = await send("GET", "/things", { "sluice-version": named });
      expect([status, JSON.parse(text).code]).toEqual([400, "unknown_api_version"]);
      expect(JSON.parse(text).error).toContain(second);
      expect(headers["sluice-version"]).toBe(firstApiVersion);
    },
  );

  test("under a key in the version of each request, whichever came first", async () => {
    const key = { "idempotency-key": "k" };
    const first = await send("POST", "/things", key, { label: "x" });
    const again = await send("POST", "/things", key, { label: "x" });
    const newer = await send("POST", "/things", { ...key, ...newest }, { label: "x", name: "x" });
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    expect(JSON.parse(newer.text).code).toBe("validation_error");
  });

  test("in the first version where its row is of before there were versions", async () => {
    for (const row of api.store.rows())
      if (row.type === "api_key" || row.type === "tenant") {
        const { apiVersion: _, ...body } = row.body as Record<string, unknown>;
        api.store.writeNow([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], row.pk);
      }
    expect((await send("GET", "/things")).headers["sluice-version"]).toBe(firstApiVersion);
  });

  test("in the oldest version that is left where its own is served no more", async () => {
    const { headers } = await send("GET", "/things", {}, undefined, [{ date: second, changes: [] }]);
    expect(headers["sluice-version"]).toBe(second);
  });
});

describe("an account is pinned", () => {
  test("when its first key is made, and later keys change nothing", async () => {
    const { id } = await api.tenant({ slug: "late" });
    expect((await getTenant(api.context, id)).state.apiVersion).toBe(currentApiVersion);
    const later = await mintKey(api.context, id, { name: null, environment: "test", apiVersion: second });
    expect(later.apiVersion).toBe(currentApiVersion);
  });

  test("to the newest version of that day", async () => {
    const { slug: _, ...sample } = aTenant({ apiVersion: null });
    const tenant = await createTenant(api.context, { ...sample, slug: "new" });
    expect(tenant.apiVersion).toBeNull();
    const key = await mintKey(api.context, tenant.id, { name: null, environment: "test", apiVersion: second });
    expect((await getTenant(api.context, tenant.id)).state.apiVersion).toBe(second);
    apiKey = key.secret;
    const { headers, text } = await send("GET", "/things");
    expect([headers["sluice-version"], JSON.parse(text).data]).toEqual([second, [{ id: "1", name: "x" }]]);
    expect(headers).not.toHaveProperty("deprecation");
  });
});

describe("what goes out of use says until when it is served", () => {
  const changelog = "<https://api.example.com/docs/changelog>";

  test("a version, from the day of the next one", async () => {
    const { headers } = await send("GET", "/things");
    expect(headers).toMatchObject({
      deprecation: `@${Date.parse("2027-03-01T00:00:00Z") / 1000}`,
      sunset: "Wed, 01 Mar 2028 00:00:00 GMT",
      link: expect.stringContaining(`${changelog}; rel="deprecation"`),
    });
    expect((await send("GET", "/things", newest)).headers).not.toHaveProperty("sunset");
  });

  test("a route, and of several what ends first", async () => {
    for (const headers of [newest, {}])
      expect((await send("GET", "/old", headers)).headers.sunset).toBe("Tue, 15 Jun 2027 00:00:00 GMT");
  });

  test("a field, to whoever sends it", async () => {
    const { headers } = await send("POST", "/things", newest, { name: "x", color: "red" });
    expect(headers.sunset).toBe("Wed, 01 Dec 2027 00:00:00 GMT");
    expect((await send("POST", "/things", newest, { name: "x" })).headers).not.toHaveProperty("sunset");
  });

  test("in the document", () => {
    const about = { title: "t", version: "1", description: "d", tags: { Things: "t" }, examples: {} };
    const { paths } = openApiDocument(Object.values(ops), about) as { paths: Record<string, Record<string, object>> };
    expect(paths["/old"]?.get).toMatchObject({ deprecated: true, "x-sunset": "2027-06-15" });
    expect(JSON.stringify(paths["/things"]?.post)).toContain('"deprecated":true,"x-deprecated-since":"2026-12-01"');
    expect(paths["/things"]?.get).not.toHaveProperty("deprecated");
  });
});

describe("the changelog", () => {
  async function shown(table?: ApiVersions): Promise<string> {
    const frame = { ...api.frame(), ...(table && { versions: table }) };
    return (await openDocs(railsSite, frame)(eventOf({ method: "GET", path: "/docs/changelog", headers: {} }))).body;
  }

  test("lists the versions of the service", async () => {
    const page = await shown();
    expect(page).toContain(`<h3 id="${currentApiVersion}">`);
    expect(page).not.toContain("api-versions}}");
  });

  test("lists a second one above the first, and until when that is served", async () => {
    const page = await shown(versions);
    expect(page.indexOf(`id="${second}"`)).toBeLessThan(page.indexOf(`id="${firstApiVersion}"`));
    expect(page).toContain("<code>label</code> of a thing is <code>name</code>.");
    expect(page).toContain("Superseded on 2027-03-01, served until 2028-03-01.");
  });
});
