import { beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { changeSettlement, loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { deliveriesAfter, inspectSettlement } from "../../../functions/app/settlement/timeline.ts";
import { deliveryRow } from "../../../functions/app/webhooks/delivery-rows.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { failSettlement } from "../../../functions/domain/settlement/transitions.ts";
import { newDelivery } from "../../../functions/domain/webhooks/webhook.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let deliveries: MemoryStore;

beforeEach(() => {
  api = new TestApi();
  deliveries = new MemoryStore();
});

/** Puts the nth delivery of an event into its store; its id. */
async function delivery(eventId: string, nth = 0): Promise<string> {
  const id = `dlv_${eventId}_${String(nth).padStart(3, "0")}`;
  const url = "https://hooks.acme.test/";
  const ids = { id, tenantId: "ten_1", endpointId: "whe_1", eventId };
  const made = newDelivery({ ...ids, event: "settlement.failed", url, body: "{}" }, addSeconds(noon, nth));
  await deliveries.write([{ put: deliveryRow(made, 1), expect: "absent" }], id);
  return id;
}

const entryWith = (...events: string[]) => ({ events: events.map((id) => ({ id })) }) as unknown as Entry;

describe("a settlement as operators see it", () => {
  test("is its record, its trail, why it ended, and all that happened, the deliveries of its events too", async () => {
    const { settlement } = settlementIn("screened");
    await putRecord(api, settlementRecordType, settlement);
    const no = { code: "conversion_failed", reason: "no such pair" };
    const failed = await changeSettlement(api.context, await loadSettlement(api.context, settlement.id), (state) => [
      failSettlement(state, no, noon),
    ]);
    const log = api.store.rows().filter(({ type }) => type === "entry");
    const entries = log.map(({ body }) => body as Entry);
    const sent = await delivery(entries[1]?.events[0]?.id ?? "", 7);
    expect(await inspectSettlement({ store: api.store, deliveries }, settlement.id)).toEqual({
      ...{ state: failed.state, entries },
      why: {
        code: "conversion_failed",
        words:
          "The conversion vendor refused to convert. Nothing was paid out; what was collected is held. (no such pair)",
      },
      timeline: [
        { at: noon, kind: "screen", actor: null, ref: "scr_1", what: expect.stringContaining("before collection") },
        { at: noon, kind: "hop", actor: "test", ref: null, what: expect.stringContaining("(put by a test)") },
        { at: noon, kind: "hop", actor: "test", ref: null, what: "Failed (conversion_failed: no such pair)" },
        { at: noon, kind: "screen", actor: null, ref: "scr_2", what: expect.stringContaining("before payout") },
        { at: later(7), kind: "delivery", actor: null, ref: sent, what: expect.stringContaining("settlement.failed") },
      ],
    });
    expect(entries.map(({ to }) => to)).toEqual(["screened", "failed"]);
  });
});

describe("the deliveries after a record's entries", () => {
  test("are those of each of its events", async () => {
    const ids = [await delivery("evt_a"), await delivery("evt_a", 1), await delivery("evt_b")];
    await delivery("evt_of_another");
    const found = await deliveriesAfter(deliveries, [entryWith("evt_a"), entryWith(), entryWith("evt_b")]);
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found[0]).toMatchObject({ eventId: "evt_a", status: "pending", url: "https://hooks.acme.test/" });
  });

  test("are those of its last twenty events, a query and a read for each", async () => {
    const names = Array.from({ length: 21 }, (_, nth) => `evt_${String(nth).padStart(2, "0")}`);
    for (const name of names) await delivery(name);
    const before = deliveries.calls;
    const found = await deliveriesAfter(deliveries, [entryWith(...names)]);
    expect(found.map(({ eventId }) => eventId)).toEqual(names.slice(1));
    expect(deliveries.calls - before).toBe(40);
  });

  test("are the first hundred of an event that is told so often, and nothing that is no delivery", async () => {
    const index = { ref: ["event#evt_a", "0"] } as const;
    const row = { pk: "evt_a", sk: "row", v: 1, type: "entry", body: {}, index };
    await deliveries.write([{ put: row, expect: "absent" }], "an entry");
    for (let nth = 0; nth < 101; nth += 1) await delivery("evt_a", nth);
    const found = await deliveriesAfter(deliveries, [entryWith("evt_a")]);
    expect([found.length, found.at(-1)?.id]).toEqual([99, "dlv_evt_a_098"]);
  });
});
