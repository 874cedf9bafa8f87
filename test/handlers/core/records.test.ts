import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  type Aggregate,
  creationWrites,
  entriesIn,
  entryHash,
  loadAggregate,
  newAggregate,
  pointerPartition,
  type RecordType,
  transitionWrites,
} from "../../../functions/app/core/aggregate.ts";
import { change, changeRecord } from "../../../functions/app/core/change.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { actionWrites } from "../../../functions/app/core/record-action.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { later, noon } from "../../support/core/samples.ts";

const jar = z.object({ id: z.string(), tenantId: z.string(), label: z.string(), secret: z.string().optional() });

type Jar = z.infer<typeof jar>;

const jarType: RecordType<Jar> = {
  ...{ type: "jar", schema: jar, id: ({ id }) => id, tenantId: ({ tenantId }) => tenantId },
  index: ({ label }) => ({ list: ["jars", label] }),
  pointers: ({ label }) => [{ value: label }, { value: "All", index: { list: ["all", label] } }],
  shown: ({ secret: _, ...state }) => state,
};

const plain: Jar = { id: "jar_1", tenantId: "ten_1", label: "Jam" };
const context = {
  ...{ clock: { now: () => noon }, newId: (prefix: string) => `${prefix}_1`, actor: "service", requestId: "req_1" },
};
const operator = { ...context, actor: "operator:anna", action: "changeJar" };

function hop(next: Jar, more: Partial<Transition<Jar>> = {}): Transition<Jar> {
  return { next, from: "there", to: "there", reason: "filled", ...more };
}

const putsOf = (writes: readonly Write[]) => writes.flatMap((write) => ("put" in write ? [write.put] : []));
const entryOf = (writes: readonly Write[]) => putsOf(writes).find(({ type }) => type === "entry");
const group = ["ten_1#audit#2026-11", `${noon}#jar_1#entry#00000001`] as const;

describe("what a transition writes", () => {
  test("is the row, its entry on the chain, and the pointers of values that are new", () => {
    const writes = creationWrites(jarType, hop(plain, { from: null }), context);
    const body = {
      ...{ aggregateId: "jar_1", aggregateType: "jar", tenantId: "ten_1", seq: 1, from: null, to: "there" },
      ...{ reason: "filled", actor: "service", requestId: "req_1", at: noon, postings: [], events: [], follows: [] },
      prevHash: "0".repeat(64),
    };
    const hash = entryHash(body);
    const head = { seq: 1, hash, at: noon };
    expect(writes).toEqual([
      {
        put: {
          ...{ pk: "jar_1", sk: "row", v: 1, type: "jar", body: { state: plain, head } },
          index: { list: ["jars", "Jam"] },
        },
        expect: "absent",
      },
      {
        put: { pk: "jar_1", sk: "entry#00000001", v: 1, type: "entry", body: { ...body, hash }, index: { group } },
        expect: "absent",
      },
      { put: { pk: "find#jam", sk: "jar_1", v: 1, type: "pointer", body: {} }, expect: "any" },
      {
        put: { pk: "find#all", sk: "jar_1", v: 1, type: "pointer", body: {}, index: { list: ["all", "Jam"] } },
        expect: "any",
      },
    ]);
    expect(pointerPartition("JAM")).toBe("find#jam");
  });

  test("over a row that is there expects its version, and writes a pointer for a new value alone", () => {
    const row = putsOf(creationWrites(jarType, hop(plain, { from: null }), context))[0];
    const found = loadAggregate(jarType, row);
    if (!found) throw new Error("it was made");
    const { writes, after } = transitionWrites(found, [hop({ ...plain, label: "Tea" })], context);
    expect(writes.map((write) => ("put" in write ? [write.put.pk, write.put.sk, write.expect] : []))).toEqual([
      ...[
        ["jar_1", "row", 1],
        ["jar_1", "entry#00000002", "absent"],
        ["find#tea", "jar_1", "any"],
      ],
    ]);
    expect(after).toMatchObject({ v: 2, state: { label: "Tea" }, head: { seq: 2, at: noon } });
    expect(entriesIn(putsOf(writes))[0]?.prevHash).toBe(found.head.hash);
    expect(transitionWrites(found, [], context)).toEqual({ writes: [], after: found });
  });

  test("that is quiet is the row alone, and a later time on the chain stays the later", () => {
    const quiet = transitionWrites(newAggregate(jarType, plain), [hop(plain, { quiet: true })], context);
    expect(putsOf(quiet.writes).map(({ type }) => type)).toEqual(["jar", "pointer", "pointer"]);
    expect(quiet.after).toMatchObject({ v: 1, head: { seq: 0, hash: "0".repeat(64) } });
    const ahead = { ...newAggregate(jarType, plain), head: { seq: 3, hash: "h", at: later(60) } };
    const [entry] = entriesIn(putsOf(transitionWrites(ahead, [hop(plain)], context).writes));
    expect(entry).toMatchObject({ seq: 4, at: later(60), prevHash: "h" });
  });

  test("by an operator says what changed, of what may be shown, and stands in the operators' log", () => {
    const made = entryOf(creationWrites(jarType, hop({ ...plain, secret: "s" }, { from: null }), operator));
    expect(made?.body).toMatchObject({ action: "changeJar", before: null, after: plain });
    expect(made?.index).toEqual({ group, list: ["platform#operator#2026-11", group[1]] });
    const found = { ...newAggregate(jarType, plain), v: 4 };
    const changed = entryOf(transitionWrites(found, [hop({ ...plain, label: "Tea" })], operator).writes);
    expect(changed?.body).toMatchObject({ before: { label: "Jam" }, after: { label: "Tea" } });
    const { shown: _, ...open } = jarType;
    const bare = entryOf(transitionWrites({ ...found, kind: open }, [hop({ ...plain, secret: "s" })], operator).writes);
    expect(bare?.body).toMatchObject({ before: {}, after: { secret: "s" } });
    expect(entryOf(transitionWrites(found, [hop(plain)], context).writes)?.body).not.toHaveProperty("before");
  });

  test("of what operators also act upon is listed with those acts", () => {
    const acted = entryOf(creationWrites({ ...jarType, actedUpon: true }, hop(plain), context));
    expect(acted?.index).toEqual({ group, ref: ["action#jar_1", group[1]] });
  });

  test("with an event is followed up, in the tenant's log by month and by name, and found by the event", () => {
    const event = { name: "invoice.sent", data: {} } as never;
    const entry = entryOf(creationWrites(jarType, hop(plain, { events: [event] }), operator));
    const place = `${noon}#evt_1`;
    expect(entry).toMatchObject({ outbox: "aggregate", body: { events: [{ id: "evt_1", name: "invoice.sent" }] } });
    expect(entry).not.toHaveProperty("workflow");
    expect(entry?.index).toEqual({
      ...{ group, list: ["ten_1#event#2026-11", place] },
      ...{ status: ["ten_1#event#invoice.sent#2026-11", place], ref: ["event#evt_1", place] },
    });
  });

  test("with something that follows is followed up, and marked where that is money's next step", () => {
    const counted = { kind: "count", tenantId: "ten_1", at: noon, counts: { payments: 1 } } as const;
    const entry = entryOf(creationWrites(jarType, hop(plain, { follows: [counted] }), operator));
    expect(Object.keys(entry?.index ?? {}).toSorted()).toEqual(["group", "list"]);
    expect([entry?.outbox, entry?.workflow]).toEqual(["aggregate", undefined]);
    const woken = hop(plain, { follows: [counted, { kind: "answer_token", token: "t" }] });
    expect(entryOf(creationWrites(jarType, woken, context))?.workflow).toBe(true);
  });

  test("with something that follows marks its aggregate, at one place until the mark is taken off", () => {
    const counted = { kind: "count", tenantId: "ten_1", at: noon, counts: { payments: 1 } } as const;
    const rowOf = (writes: readonly Write[]) => putsOf(writes).find(({ sk }) => sk === "row") as Row;
    const silent = rowOf(creationWrites(jarType, hop(plain), context));
    expect(silent.index).not.toHaveProperty("outbox");
    const telling = hop(plain, { follows: [counted] });
    const marked = rowOf(
      transitionWrites(loadAggregate(jarType, silent) as Aggregate<Jar>, [hop(plain), telling, telling], context)
        .writes,
    );
    const place = [expect.stringMatching(/^outbox#\d+$/), `${later(30)}#jar_1#entry#00000003`];
    expect(marked.index?.outbox).toEqual(place);
    const found = loadAggregate(jarType, marked) as Aggregate<Jar>;
    for (const next of [telling, hop(plain), hop(plain, { quiet: true })])
      expect(rowOf(transitionWrites(found, [next], context).writes).index?.outbox).toEqual(place);
  });

  test("that the public overview counts hands that on", () => {
    const shows = { ...jarType, shows: (before: Jar | null) => (before ? {} : { jars: 1 }) };
    const [first, second] = entriesIn(
      putsOf(transitionWrites(newAggregate(shows, plain), [hop(plain), hop(plain)], context).writes),
    );
    expect([first?.follows, second?.follows]).toEqual([[{ kind: "show", counts: { jars: 1 } }], []]);
  });

  test("is nothing of a row of another type", () => {
    expect(loadAggregate(jarType, { pk: "jar_1", sk: "row", v: 1, type: "lid", body: {} })).toBeUndefined();
    expect(loadAggregate(jarType, undefined)).toBeUndefined();
  });
});

describe("an operator's act that changes no record", () => {
  const acting: Context = { ...operator, store: new MemoryStore() };

  test("is in the operators' log and with what it is about, whoever did it", () => {
    const place = `${noon}#act_1#entry#00000001`;
    const index = { group: ["ten_1#audit#2026-11", place], list: ["platform#operator#2026-11", place] };
    const input = { tenantId: "ten_1", subject: "jar_1", reason: "looked inside", detail: { lid: "off" } };
    const entry = entryOf(actionWrites({ ...acting, actor: "anonymous" }, input));
    expect(entry?.index).toEqual({ ...index, ref: ["action#jar_1", place] });
    expect(entry?.body).toMatchObject({ from: null, to: "done", reason: "looked inside", aggregateId: "act_1" });
    expect(putsOf(actionWrites(acting, input))[0]?.body).toMatchObject({
      state: { id: "act_1", tenantId: "ten_1", subject: "jar_1", detail: { lid: "off" } },
    });
  });

  test("of nobody in particular is the platform's, about nothing", () => {
    const writes = actionWrites(acting, { reason: "swept" });
    expect(putsOf(writes)[0]?.body).toMatchObject({ state: { tenantId: "platform", subject: null, detail: {} } });
    expect(entryOf(writes)?.index).not.toHaveProperty("ref");
  });
});

describe("a change that others are faster at", () => {
  const lost = { ...context, store: { write: async () => ({ ok: false as const, rows: [] }) } as never };

  test("is decided anew three times, or as often as it says, and then told", async () => {
    for (const [most, times] of [
      [undefined, 3],
      [5, 5],
    ] as const) {
      const attempts: number[] = [];
      const plan = (attempt: number) => {
        attempts.push(attempt);
        return { writes: [{ check: { pk: "a", sk: "b" }, expect: 1 }], result: null };
      };
      await expect(change(lost, plan, most)).rejects.toMatchObject({
        ...{ code: "version_conflict", message: "this record is being changed by others; try again" },
        detail: { retryAfterSeconds: 1 },
      });
      expect(attempts.length).toBe(times);
    }
  });

  test("writes nothing where there is nothing to write, and ends with a no", async () => {
    expect(await change(lost, () => ({ writes: [], result: "so already" }))).toBe("so already");
    const no = new Refusal("not_found", "no such jar");
    await expect(change(lost, () => no)).rejects.toBe(no);
    await expect(
      changeRecord(
        lost,
        () => newAggregate(jarType, plain),
        () => no,
      ),
    ).rejects.toBe(no);
    expect(
      (
        await changeRecord(
          lost,
          () => newAggregate(jarType, plain),
          () => [],
        )
      ).state,
    ).toEqual(plain);
  });
});
