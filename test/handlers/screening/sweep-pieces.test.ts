import { beforeEach, describe, expect, test } from "vitest";
import { dueIndex, monitorIndex, upkeepIndex, walkIndex } from "../../../functions/app/core/due-index.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { versionRow } from "../../../functions/app/screening/list-catalogue.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { type ScreeningSweepContext, sweepScreening } from "../../../functions/app/screening/sweep.ts";
import { noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const nothing = { rescreened: 0, alerted: 0, completed: 0, sent: 0, failed: 0 };

function sweep(isLate = false) {
  const listStore = { readIndex: async () => null };
  const context = {
    ...{ ...api.context, listStore, log: api.log, meter: api.meter, pause: async () => undefined },
    ...{ lists: new ListMemory(listStore), requiredLists: [], exposures: { providers: [], failed: () => undefined } },
    sender: { deliveries: api.store, clock: api.clock, newId: api.newId },
  };
  return sweepScreening(context as unknown as ScreeningSweepContext, () => isLate);
}

async function put(row: Omit<Row, "v">): Promise<void> {
  await api.store.write([{ put: { ...row, v: 1 }, expect: "absent" }], `${row.pk} ${row.sk}`);
}

/** A row that is due and cannot be read. */
function broken(type: string, id: string, index = dueIndex(rowKey(id), noon)): Promise<void> {
  return put({ ...rowKey(id), type, body: {}, index: { due: index } });
}

const logged = () =>
  api.log.lines
    .map((line) => JSON.parse(line))
    .map(({ message, operation, correlationId }) => [message, operation, correlationId]);

describe("a sweep of the screening interface", () => {
  test("does nothing where nothing is due", async () => {
    expect(await sweep()).toEqual(nothing);
    expect([api.store.commits, api.log.lines]).toEqual([0, []]);
  });

  test("goes on where the lists' changes cannot be read, and says which piece failed", async () => {
    const body = { state: { id: "lists", version: 1, lists: [] }, head: { seq: 1, hash: "0" } };
    await put({ ...rowKey("lists"), type: "list_catalogue", body });
    const step = { version: 1, list: "fixture", at: noon, added: 1, removed: 0, before: null, after: "indexes/1" };
    await put(versionRow(step));
    await broken("screen", "scr_1");
    expect(await sweep()).toEqual({ ...nothing, failed: 2 });
    expect(logged()).toEqual([
      ["sweep failed", "sweep", "lists"],
      ["sweep failed", "sweep", "scr_1"],
    ]);
  });

  test("goes on where a walk, a monitor or an endpoint cannot be read", async () => {
    await broken("walk", "walk#1", walkIndex(rowKey("walk#1"), noon));
    await broken("monitor", "mon_1", monitorIndex(rowKey("mon_1"), noon));
    await broken("endpoint_health", "health#1", upkeepIndex(rowKey("health#1"), noon));
    await broken("something else", "other");
    expect(await sweep()).toEqual({ ...nothing, failed: 3 });
    expect(logged().map(([, , id]) => id)).toEqual(["walk#1", "mon_1", "health#1"]);
  });

  test("begins nothing where it is late, but what keeps no time", async () => {
    await broken("walk", "walk#1", walkIndex(rowKey("walk#1"), noon));
    await broken("monitor", "mon_1", monitorIndex(rowKey("mon_1"), noon));
    await broken("screen", "scr_1");
    expect(await sweep(true)).toEqual(nothing);
    expect(api.log.lines).toEqual([]);
  });

  test("counts no monitor that is gone as screened", async () => {
    const due = monitorIndex(rowKey("mon_1"), noon);
    await put({ ...rowKey("mon_1"), type: "something else", body: {}, index: { due } });
    expect(await sweep()).toEqual(nothing);
  });
});
