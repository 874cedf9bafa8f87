import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { promiseSourceRanges } from "../../support/access/source-ranges.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});
afterAll(() => deployed.stop());

async function mint(body: object) {
  const { status, text } = await deployed.call("mintKey", deployed.operatorToken, { id: owner.id }, body);
  return { status, json: JSON.parse(text) };
}

async function status(apiKey: string, from: string, id = "listInvoices") {
  return (await deployed.call(id, apiKey, {}, undefined, { "x-forwarded-for": from })).status;
}

describe("every operation of the billing interface that takes a key", () => {
  promiseSourceRanges(deployed, allOperations, async (sourceRanges) => {
    // So that no minute's limit ends a table of every operation.
    await deployed.advance(60);
    return (await mint({ sourceRanges })).json.apiKey;
  });
});

describe("a key with source ranges", () => {
  test("is shown with them, in one form whatever was typed", async () => {
    const { json } = await mint({ sourceRanges: ["203.0.113.7", "2001:DB8:0::/32"] });
    const kept = ["203.0.113.7/32", "2001:db8::/32"];
    expect(json.sourceRanges).toEqual(kept);
    const listed = JSON.parse((await deployed.call("listKeys", deployed.operatorToken, { id: owner.id })).text).data;
    expect(listed[0]).toMatchObject({ id: json.id, sourceRanges: kept });
    const trail = await deployed.call("listAudit", deployed.operatorToken, {});
    expect(trail.text).toContain("203.0.113.7/32");
  });

  test("leaves no last use from elsewhere", async () => {
    const { json } = await mint({ sourceRanges: ["203.0.113.7"] });
    expect(await status(json.apiKey, "203.0.113.8")).toBe(403);
    const read = async () =>
      JSON.parse((await deployed.call("listKeys", deployed.operatorToken, { id: owner.id })).text).data[0].lastUsedAt;
    expect(await read()).toBeNull();
    expect(await status(json.apiKey, "203.0.113.7")).toBe(200);
    expect(await read()).not.toBeNull();
  });

  test("is known as right wherever it is used from, and counts as no guess", async () => {
    const { json } = await mint({ sourceRanges: ["203.0.113.7"] });
    for (let nth = 0; nth < 60; nth++) expect(await status(json.apiKey, "198.51.100.99")).toBe(403);
  });

  test("that has been revoked is unknown from everywhere, and says nothing of its ranges", async () => {
    const { json } = await mint({ sourceRanges: ["203.0.113.7"] });
    await deployed.call("revokeKey", deployed.operatorToken, { id: owner.id, keyId: json.id });
    await deployed.advance(60);
    expect(await status(json.apiKey, "203.0.113.7")).toBe(401);
    expect(await status(json.apiKey, "203.0.113.8")).toBe(401);
  });

  test("has none where none are said, and those of the release before have none", async () => {
    const { json } = await mint({});
    expect(json.sourceRanges).toBeNull();
    const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === json.id && sk === "row");
    if (!row) throw new Error("no key");
    const body = structuredClone(row.body) as { state: Record<string, unknown> };
    delete body.state.sourceRanges;
    await deployed.aws.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], "older");
    expect(await status(json.apiKey, "203.0.113.8")).toBe(200);
  });

  test.each([
    ["none", [], "sourceRanges"],
    ["21 of them", Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`), "sourceRanges"],
    ["every address", ["203.0.113.0/24", "0.0.0.0/0"], "sourceRanges.1"],
    ["an address within a range", ["203.0.113.7/24"], "sourceRanges.0"],
    ["a name", ["example.com"], "sourceRanges.0"],
    ["a list in one text", ["203.0.113.7,203.0.113.8"], "sourceRanges.0"],
    ["a very long one", ["1".repeat(10_000)], "sourceRanges.0"],
    ["a text alone", "203.0.113.0/24", "sourceRanges"],
    ["a number", [3405803776], "sourceRanges.0"],
  ])("is not minted with %s", async (_, sourceRanges, path) => {
    const { status: refused, json } = await mint({ sourceRanges });
    expect([refused, json.code]).toEqual([400, "validation_error"]);
    expect(json.fields.map((field: { path: string }) => field.path)).toEqual([path]);
  });
});
