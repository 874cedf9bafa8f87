import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  claimKey,
  claimWrite,
  nextClaim,
  readClaim,
  runningClaim,
} from "../../../functions/app/core/idempotency-claim.ts";
import { fieldsOf } from "../../../functions/domain/core/fields-of.ts";
import { bodyToStore, following, readBody } from "../../../functions/domain/core/stored-body.ts";
import { flagSettings } from "../../../functions/domain/tenants/flag.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const part = z.object({ id: z.string(), note: z.string() });
const screen = z.object({ outcome: z.string(), done: z.boolean() });
const record = z.object({
  id: z.string(),
  status: z.string(),
  intent: z.object({ key: z.string(), tries: z.int() }).nullable(),
  parts: z.array(part),
  screens: z.array(screen),
  days: z.record(z.string(), z.object({ count: z.int() })),
  gone: z.string().optional(),
});

const stored = {
  ...{ id: "a", status: "open", gone: "soon", newer: 1 },
  intent: { key: "k1", tries: 1, newer: 2 },
  parts: [
    { id: "p1", note: "one", newer: 3 },
    { id: "p2", note: "two", newer: 4 },
  ],
  screens: [
    { outcome: "pass", done: false, newer: 5 },
    { outcome: "review", done: false, newer: 6 },
  ],
  days: { monday: { count: 1, newer: 7 } },
};

/** The stored body once this release has changed it. */
function changed(change: (state: z.infer<typeof record>) => z.infer<typeof record>): unknown {
  const state = readBody(record, stored);
  return bodyToStore(following(state, change(state)));
}

describe("fields of a newer release", () => {
  test("are in nothing that a reader makes of a record", () => {
    const state = readBody(record, stored);
    const copy = { ...state, status: "closed", parts: state.parts.map((each) => ({ ...each })) };
    expect(JSON.stringify([state, copy, Object.entries(copy), { data: copy }])).not.toContain("newer");
    expect(state.status).toBe("open");
  });

  test("are stored again in a record that is made from it field by field, and one that it takes away is gone", () => {
    const { gone: _, ...rest } = stored;
    expect(
      changed(({ id, intent, parts, screens, days }) => ({
        ...{ id, status: "closed" },
        ...{ intent, parts, screens, days },
      })),
    ).toEqual({ ...rest, status: "closed" });
  });

  test("stay with an object that is changed, and go with one that another takes the place of", () => {
    expect(changed((state) => ({ ...state, intent: { key: "k1", tries: 2 } }))).toMatchObject({
      intent: { key: "k1", tries: 2, newer: 2 },
    });
    expect(changed((state) => ({ ...state, intent: { key: "k2", tries: 1 } }))).toMatchObject({
      intent: { key: "k2", tries: 1 },
    });
    const other = changed((state) => ({ ...state, intent: { key: "k2", tries: 1 } })) as typeof stored;
    expect(other.intent).not.toHaveProperty("newer");
    expect(changed((state) => ({ ...state, intent: null }))).toMatchObject({ intent: null, newer: 1 });
  });

  test("stay with items by their id, by what they say, and by their place", () => {
    const after = changed((state) => ({
      ...state,
      parts: [
        { id: "p0", note: "new" },
        { id: "p2", note: "two, changed" },
      ],
      screens: [
        { outcome: "review", done: false },
        { outcome: "pass", done: true },
      ].toReversed(),
    })) as typeof stored;
    expect(after.parts).toEqual([
      { id: "p0", note: "new" },
      { id: "p2", note: "two, changed", newer: 4 },
    ]);
    expect(after.screens).toEqual([
      { outcome: "pass", done: true, newer: 5 },
      { outcome: "review", done: false, newer: 6 },
    ]);
    const fewer = changed((state) => ({ ...state, screens: state.screens.slice(1) })) as typeof stored;
    expect(fewer.screens).toEqual([{ outcome: "review", done: false, newer: 6 }]);
  });

  test("stay under the words of a record, and words of a newer release are no error", () => {
    expect(changed((state) => ({ ...state, days: { monday: { count: 2 } } }))).toMatchObject({
      days: { monday: { count: 2, newer: 7 } },
    });
    const counts = z.object({ counts: fieldsOf(["one", "two"], z.int()) });
    const read = readBody(counts, { counts: { one: 1, three: 3 } });
    expect(read.counts).toEqual({ one: 1 });
    expect(bodyToStore({ ...read, counts: { ...read.counts, one: 2 } })).toEqual({ counts: { one: 2, three: 3 } });
    const settings = { "vendor.collection.newer": { enabled: true, note: null, at: noon, actor: "a" } };
    expect(flagSettings.parse({ settings })).toEqual({ settings: {} });
  });

  test("stay on a claim that is taken over and answered", () => {
    const { newId } = new TestApi();
    const request = { tenantId: newId("ten", noon), operation: "pay", idempotencyKey: "k", fingerprint: "f" };
    const { body } = runningClaim(request, { settlementId: "stl_1" }, noon, undefined);
    const claim = readClaim({ ...claimKey(request), v: 1, type: "claim", body: { ...body, newer: 1 } });
    if (!claim) throw new Error("no claim");
    const taken = claimWrite(nextClaim(nextClaim(claim, { leaseUntil: later(9) }), { status: "done" }));
    expect("put" in taken && bodyToStore(taken.put.body)).toMatchObject({ status: "done", newer: 1 });
  });
});
