import { describe, expect, test } from "vitest";
import * as z from "zod";
import { secretKeys } from "../../../functions/adapters/aws/secrets-keys.ts";
import { listRows } from "../../../functions/app/core/list-page.ts";
import { openCursor, sealCursor } from "../../../functions/app/core/seal-cursor.ts";
import { get, listOf, operationTable } from "../../../functions/contract/operation-table.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";
import { serve } from "../../../functions/http/route.ts";
import { TestApi } from "../../support/core/test-api.ts";

const [old, young] = ["o".repeat(64), "y".repeat(64)] as const;
const minute = 60_000;

const jars = operationTable(
  { caller: "tenant", tag: "Jars", lambda: "jars" },
  { listJars: get("/api/v1/jars", "List jars", listOf(z.object({ id: z.string() }))) },
);

/** A secret that the test changes, and a clock that only the test moves. */
function keysOver() {
  const response = { secret: { key: old } as unknown, reads: 0, nowMs: 0, fails: undefined as Error | undefined };
  const told: unknown[] = [];
  const client = {
    send: async () => {
      response.reads += 1;
      if (response.fails) throw response.fails;
      return { SecretString: JSON.stringify(response.secret) };
    },
  };
  const trouble = { nowMs: () => response.nowMs, tell: (error: unknown) => told.push(error) };
  const keys = secretKeys(client as unknown as Parameters<typeof secretKeys>[0], "arn:secret", trouble);
  return { response, told, keys };
}

describe("the keys of cursors", () => {
  test("are one on a fresh stack, read once and remembered for a quarter of an hour", async () => {
    const { response, keys } = keysOver();
    expect([await keys(), await keys()]).toEqual([[old], [old]]);
    response.nowMs = 15 * minute - 1;
    await keys();
    expect(response.reads).toBe(1);
    response.nowMs = 15 * minute;
    await keys();
    expect(response.reads).toBe(2);
  });

  test("are rotated by a second one before the first, which is felt at once by who meets a cursor of it", async () => {
    const { response, keys } = keysOver();
    await keys();
    response.secret = { keys: [young, old] };
    response.nowMs = minute;
    expect(await keys()).toEqual([old]);
    expect(await keys("again")).toEqual([young, old]);
    expect(await keys()).toEqual([young, old]);
  });

  test("stay in force for a day while the secret cannot be read, and somebody hears of it", async () => {
    const { response, told, keys } = keysOver();
    await keys();
    response.fails = Object.assign(new Error("no room"), { name: "ThrottlingException" });
    response.nowMs = 23 * 60 * minute;
    expect(await keys()).toEqual([old]);
    expect(told).toEqual([response.fails]);
    response.nowMs = 24 * 60 * minute;
    await expect(keys()).rejects.toBeInstanceOf(ServiceUnavailable);
  });

  test("are none that can be guessed", async () => {
    const { response, keys } = keysOver();
    for (const secret of [{}, { key: "short" }, { keys: [] }, { keys: [old, "short"] }]) {
      response.secret = secret;
      await expect(keys()).rejects.toMatchObject({ name: "ZodError" });
    }
  });
});

describe("a cursor", () => {
  test("opens by each key that is in force, in its own scope alone", () => {
    const sealed = sealCursor(old, "invoices of one", "place");
    expect(openCursor([old], "invoices of one", sealed)).toBe("place");
    expect(openCursor([young, old], "invoices of one", sealed)).toBe("place");
    expect(openCursor([young], "invoices of one", sealed)).toBeNull();
    expect(openCursor([old], "invoices of other", sealed)).toBeNull();
    expect(openCursor([], "invoices of one", sealed)).toBeNull();
  });

  test("is taken over HTTP across a rotation until its key is taken away", async () => {
    const api = new TestApi();
    const { apiKey } = await api.tenant();
    for (const id of ["jar_1", "jar_2", "jar_3"])
      await api.store.write([{ put: { pk: "jars", sk: id, v: 1, type: "jar", body: {} }, expect: "absent" }], id);
    const { response, keys } = keysOver();
    const listJars = async (call: { query: { limit: number; cursor?: string | undefined } }) => {
      const { rows, nextCursor } = await listRows(api.store, { name: "jars", partitions: ["jars"] }, call.query);
      return { body: { data: rows.map(({ sk: id }) => ({ id })), nextCursor } };
    };
    const open = api.open(jars, { listJars }, { ...api.frame(), cursorKeys: keys });
    const page = async (cursor?: string) => {
      const path = `/api/v1/jars?limit=1${cursor === undefined ? "" : `&cursor=${cursor}`}`;
      const reply = await open({ path, headers: { authorization: `Bearer ${apiKey}` } });
      return { status: reply.status, ...JSON.parse(reply.text) };
    };
    const { nextCursor: before } = await page();
    response.secret = { keys: [young, old] };
    response.nowMs = 15 * minute;
    const { nextCursor: after, data } = await page(before);
    expect(data).toEqual([{ id: "jar_2" }]);
    expect((await page(after)).data).toEqual([{ id: "jar_1" }]);
    response.secret = { key: young };
    response.nowMs = 30 * minute;
    expect(await page(before)).toMatchObject({ status: 400, code: "invalid_cursor" });
    expect((await page(after)).data).toEqual([{ id: "jar_1" }]);
  });
});

describe("a Lambda that answers in pages", () => {
  test("does not start without keys", () => {
    const { cursorKeys: _, ...frame } = new TestApi().frame();
    expect(() => serve(jars, frame, {} as never)).toThrow("listJars answers in pages: its frame needs withCursors");
  });
});
