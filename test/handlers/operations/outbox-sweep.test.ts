import { beforeEach, describe, expect, test } from "vitest";
import { creationWrites, loadAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { firstMarkedEntry } from "../../../functions/app/core/due-index.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { completeAggregates, dispatchEntries } from "../../../functions/app/operations/outbox.ts";
import { shownTotals } from "../../../functions/app/site/overview-counters.ts";
import { tenantRecordType } from "../../../functions/app/tenants/records.ts";
import type { SideEffect } from "../../../functions/domain/core/transition.ts";
import { markedRows, pendingEntries } from "../../support/core/outbox.ts";
import { aTenant } from "../../support/core/samples.ts";
import { submittedKyb } from "../../support/onboarding/test-onboarding.ts";
import { SweepApi } from "../../support/operations/sweep-api.ts";

let api: SweepApi;

beforeEach(() => {
  api = new SweepApi();
});

/** A tenant that comes into being, with what follows from that, on the outbox. */
async function tenantThat(follows: readonly SideEffect[]) {
  const next = aTenant();
  const transition = { next, from: null, to: next.status, reason: "made", follows };
  await api.store.write(creationWrites(tenantRecordType, transition, api.context), next.id);
  return next;
}

const start = { kind: "start_settlement", settlementId: "stl_1", tenantId: "ten_1", presentation: 1 } as const;
const mail = { kind: "send_mail", template: "kyb_invite", about: "kyb_1", tenantId: "ten_1", locale: "en" } as const;
const follows: readonly SideEffect[] = [start, { ...mail, to: "a@acme.test" }];
/** Tenants that the public overview has counted. */
const counted = () => shownTotals(api.store.rows().filter(({ pk }) => /^overview#\d+$/.test(pk))).tenants;

/** The first entries that an aggregate's mark is for. */
const marks = (id: string) =>
  markedRows(api.store.rows()).flatMap(({ pk, index }) =>
    pk === id ? [firstMarkedEntry(index?.outbox?.[1] ?? "")] : [],
  );

/** Something happens to a tenant that its endpoints are told. */
async function tellOf(id: string, follows: readonly SideEffect[] = []) {
  const [row] = await api.store.read([rowKey(id)]);
  const found = loadAggregate(tenantRecordType, row);
  if (!found) throw new Error(`no tenant ${id}`);
  const event = { name: "invoice.sent", data: { id: "inv_1" } } as never;
  const step = { next: found.state, from: "active", to: "active", reason: "r", events: [event], follows };
  await api.store.write(transitionWrites(found, [step], api.context).writes, `tell-${id}`);
}

const letters = () => api.store.rows().filter(({ type }) => type === "letter");

describe("what the stream has lost", () => {
  test("is found by the aggregate's mark, carried out and counted, after half a minute and not before", async () => {
    await tenantThat(follows);
    expect(await api.sweep()).toMatchObject({ handedOn: 0 });
    api.pass(31);
    expect(await api.sweep()).toMatchObject({ handedOn: 1, failed: 0 });
    expect([api.workflowCalls.length, letters().length]).toEqual([1, 1]);
    expect(api.store.rows().filter(({ type }) => type === "overview").length).toBeGreaterThan(0);
    expect([markedRows(api.store.rows()), pendingEntries(api.store.rows())]).toEqual([[], []]);
    api.pass(60);
    expect(await api.sweep()).toMatchObject({ handedOn: 0 });
    expect(api.workflowCalls).toHaveLength(1);
  });

  test("comes again later where it fails, and is not looked at in between", async () => {
    await tenantThat([start]);
    api.pass(31);
    const { workflows } = api;
    let tries = 0;
    const away = async () => {
      tries += 1;
      throw new Error("away");
    };
    api.workflows = { ...workflows, startSettlement: away };
    expect(await api.sweep()).toMatchObject({ handedOn: 0, failed: 1 });
    expect(await api.sweep()).toMatchObject({ handedOn: 0, failed: 0 });
    expect(tries).toBe(1);
    api.workflows = workflows;
    api.pass(3600);
    expect(await api.sweep()).toMatchObject({ handedOn: 1, failed: 0 });
    expect(markedRows(api.store.rows())).toEqual([]);
  });

  test("as the last release marked it, entry by entry, is found as well", async () => {
    const row = await api.entry("stl_1", { follows: [start] });
    expect(await api.sweep()).toMatchObject({ handedOn: 1 });
    expect((await api.rowAt(row))?.outbox).toBeUndefined();
    expect(api.workflowCalls).toHaveLength(1);
  });
});

describe("what the stream has brought", () => {
  let tenantId = "";

  const dispatch = () => dispatchEntries(api.sweepContext(), pendingEntries(api.store.rows()));

  /** Something happens that an endpoint is told; whatever came before is off the outbox. */
  async function told(): Promise<void> {
    tenantId = (await api.tenant()).id;
    await api.endpoint(tenantId, null, "whe_1");
    const event = { name: "invoice.sent", data: { id: "inv_1" } } as never;
    const step = { next: { ...aTenant(), id: "ten_9" }, from: null, to: "active", reason: "r", events: [event] };
    const kind = { ...tenantRecordType, tenantId: () => tenantId };
    await completeAggregates(api.sweepContext(), markedRows(api.store.rows()));
    await api.store.write(creationWrites(kind, step, api.context), "made");
  }

  /** The delivery that was ordered has its first result. */
  async function firstResult(): Promise<void> {
    const [order] = api.ordered;
    await api.put({ pk: order?.deliveryId ?? "", sk: "row", v: 1, type: "delivery", body: null }, api.deliveries);
  }

  test("changes no entry, and makes no letter again when its aggregate is taken off the outbox", async () => {
    await tenantThat(follows);
    const entries = () => api.store.rows().filter(({ type }) => type === "entry");
    const before = entries();
    expect(await dispatch()).toEqual([]);
    const ordered = api.letters.length;
    api.pass(31);
    expect(await api.sweep()).toMatchObject({ handedOn: 1 });
    expect([letters().length, api.letters.length]).toEqual([1, ordered]);
    expect(entries()).toEqual(before);
  });

  test("is delivered once, and to no endpoint that came later", async () => {
    await told();
    expect(await dispatch()).toEqual([]);
    await firstResult();
    api.pass(31);
    await api.endpoint(tenantId, null, "whe_2");
    await api.sweep();
    expect(api.ordered.map(({ endpointId }) => endpointId)).toEqual(["whe_1"]);
    expect(markedRows(api.store.rows())).toEqual([]);
  });

  test("is queued again after half a minute without a row, and off the outbox then", async () => {
    await told();
    expect(await dispatch()).toEqual([]);
    api.pass(31);
    expect(await api.sweep()).toMatchObject({ handedOn: 1, failed: 0 });
    expect([api.ordered.length, markedRows(api.store.rows())]).toEqual([2, []]);
    expect(new Set(api.ordered.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  test("is not queued again before that, and what came before it counts meanwhile", async () => {
    const { id } = await tenantThat([]);
    await api.endpoint(id, null, "whe_1");
    api.pass(25);
    await tellOf(id);
    expect(await dispatch()).toEqual([]);
    const queued = api.ordered.length;
    expect(queued).toBe(1);
    api.pass(10);
    await api.sweep();
    expect([counted(), api.ordered.length]).toEqual([1, queued]);
    expect(marks(id)).toEqual(["entry#00000002"]);
    api.pass(10);
    await api.sweep();
    expect([api.ordered.length, marks(id)]).toEqual([queued, ["entry#00000002"]]);
    api.pass(15);
    await api.sweep();
    expect([counted(), api.ordered.length, marks(id)]).toEqual([1, queued + 1, []]);
  });

  test("counts although what comes after it fails, and once however often that does", async () => {
    const { id } = await tenantThat([]);
    await tellOf(id, [start]);
    const { workflows } = api;
    const away = () => Promise.reject(new Error("away"));
    api.workflows = { ...workflows, startSettlement: away };
    for (let sweeps = 1; sweeps <= 3; sweeps++) {
      api.pass(3600);
      expect(await api.sweep()).toMatchObject({ failed: 1 });
      expect([counted(), marks(id)]).toEqual([1, ["entry#00000002"]]);
    }
    api.workflows = workflows;
    api.pass(3600);
    expect(await api.sweep()).toMatchObject({ failed: 0 });
    expect([counted(), marks(id)]).toEqual([1, []]);
  });
});

describe("an entry that asks the partner", () => {
  let asked = 0;

  beforeEach(() => {
    asked = 0;
  });

  /** An application that was submitted, which counts as a return does. */
  async function submitted() {
    const kyb = submittedKyb();
    const counts = { returnsUnauthorized: 1 };
    const transition = {
      ...{ next: kyb, from: null, to: kyb.status, reason: "submitted" },
      follows: [
        { kind: "ask_partner", kybId: kyb.id },
        { kind: "count", tenantId: "ten_1", at: api.clock.now(), counts },
      ] as const,
    };
    await api.store.write(creationWrites(kybRecordType, transition, api.context), kyb.id);
    return kyb;
  }

  /** With a partner that says nothing; where its line is down, nobody knows whether it was asked. */
  function silent({ isDown = false } = {}) {
    const apply = async () => {
      asked += 1;
      throw new Error("silent");
    };
    const context = api.sweepContext();
    const onboarding = { name: "scripted", apply, look: apply };
    const down = { store: { ...context.store, read: () => Promise.reject(new Error("no answer")) } };
    return { ...context, partner: { ...context.partner, log: api.log, onboarding, ...(isDown && down) } };
  }

  const tallies = () => api.store.rows().filter(({ type }) => type === "tally").length;

  test("asks once: after that the look-ups do", async () => {
    const { id } = await submitted();
    expect(await dispatchEntries(silent(), pendingEntries(api.store.rows()))).toEqual([]);
    expect(asked).toBe(1);
    expect(await completeAggregates(silent(), markedRows(api.store.rows()))).toMatchObject({ failures: [] });
    expect([asked, marks(id), tallies()]).toEqual([1, [], 1]);
  });

  test("comes again and counts nothing while nobody knows whether it has asked, whoever looks", async () => {
    const { id } = await submitted();
    const entries = pendingEntries(api.store.rows());
    const failures = await dispatchEntries(silent({ isDown: true }), entries);
    expect(failures.map(({ row }) => row)).toEqual(entries);
    const marked = markedRows(api.store.rows());
    expect((await completeAggregates(silent({ isDown: true }), marked)).failures).toHaveLength(1);
    expect([asked, marks(id), tallies()]).toEqual([0, ["entry#00000001"], 0]);
    expect(await completeAggregates(silent(), marked)).toMatchObject({ failures: [] });
    expect([marks(id), tallies()]).toEqual([[], 1]);
  });
});
