import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, type RecordType, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { listAlerts, listAllAlerts, waitingAlerts } from "../../../functions/app/disputes/alert-reads.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { dueCases, listAllCases, listCases } from "../../../functions/app/disputes/case-reads.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { aCase } from "../../support/disputes/case-samples.ts";

let api: TestApi;
let one: string;
let two: string;

beforeEach(async () => {
  api = new TestApi();
  ({ id: one } = await api.tenant());
  ({ id: two } = await api.tenant({ slug: "other" }));
  api.pass(60);
});

async function store<S extends { readonly id: string }>(kind: RecordType<S>, state: S): Promise<void> {
  const born = { next: state, from: null, to: "there", reason: "made" };
  await api.store.write(transitionWrites(newAggregate(kind, state), [born], api.context).writes, state.id);
}

const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

describe("alerts in a list", () => {
  const stored = (id: string, at: number, kind: Alert["said"]["kind"], change: Partial<Alert> = {}) =>
    store(
      alertRecordType,
      anAlert({ id, tenantId: one, createdAt: later(at), said: aReport({ kind, externalId: id }), ...change }),
    );

  beforeEach(async () => {
    await stored("alr_1", 1, "fraud", { status: "unmatched" });
    await stored("alr_2", 2, "dispute", { source: "ethoca", status: "in_review" });
    await stored("alr_3", 3, "fraud", { source: "ethoca", tenantId: two, status: "unmatched" });
    await stored("alr_4", 4, "dispute", { status: "dismissed" });
  });

  const all = async (query: Partial<Parameters<typeof listAllAlerts>[1]> = {}) =>
    idsOf(await listAllAlerts(api.context, { limit: 10, ...query }));
  const own = async (query: Partial<Parameters<typeof listAlerts>[2]> = {}) =>
    idsOf(await listAlerts(api.context, { tenantId: one, tenantCreatedAt: noon }, { limit: 10, ...query }));

  test("are all tenants', newest first, by kind, source and status, each alone and together", async () => {
    expect(await all()).toEqual(["alr_4", "alr_3", "alr_2", "alr_1"]);
    expect(await all({ kind: "fraud" })).toEqual(["alr_3", "alr_1"]);
    expect(await all({ source: "ethoca" })).toEqual(["alr_3", "alr_2"]);
    expect(await all({ kind: "fraud", source: "ethoca" })).toEqual(["alr_3"]);
    expect(await all({ status: "unmatched" })).toEqual(["alr_3", "alr_1"]);
    expect(await all({ status: "unmatched", source: "manual" })).toEqual(["alr_1"]);
  });

  test("are one tenant's where it is named, which must be there", async () => {
    expect(await all({ tenantId: one })).toEqual(["alr_4", "alr_2", "alr_1"]);
    expect(await all({ tenantId: two, kind: "fraud" })).toEqual(["alr_3"]);
    await expect(all({ tenantId: "ten_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("are a tenant's own, by whatever is asked", async () => {
    expect(await own()).toEqual(["alr_4", "alr_2", "alr_1"]);
    expect(await own({ kind: "dispute" })).toEqual(["alr_4", "alr_2"]);
    expect(await own({ kind: "dispute", source: "ethoca" })).toEqual(["alr_2"]);
    expect(await own({ kind: "dispute", status: "dismissed" })).toEqual(["alr_4"]);
    expect(await own({ kind: "fraud", status: "dismissed" })).toEqual([]);
  });

  test("go on from a page's end in the same list, and in no other", async () => {
    const asker = { tenantId: one, tenantCreatedAt: noon };
    const page = (query: Partial<Parameters<typeof listAlerts>[2]>) =>
      listAlerts(api.context, asker, { limit: 1, ...query });
    await stored("alr_5", 5, "fraud", { status: "unmatched" });
    await stored("alr_6", 6, "dispute", { status: "dismissed" });
    const queries = [
      ...[{}, { kind: "dispute" }, { source: "manual" }, { status: "unmatched" }, { status: "dismissed" }],
      ...[
        { kind: "dispute", source: "manual" },
        { status: "unmatched", kind: "fraud" },
      ],
    ] as const;
    for (const [at, query] of queries.entries()) {
      const { nextCursor: cursor } = await page(query);
      if (cursor === null) throw new Error(`${JSON.stringify(query)} has one page`);
      for (const [other, wanted] of queries.entries())
        if (other === at) expect((await page({ ...wanted, cursor })).data).toHaveLength(1);
        else await expect(page({ ...wanted, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test("that wait for people are the queue's, the longest waiting first, up to how many are asked for", async () => {
    expect(await waitingAlerts(api.context, 3)).toMatchObject({
      ...{ data: [{ id: "alr_1" }, { id: "alr_2" }, { id: "alr_3" }], more: false },
    });
    expect(await waitingAlerts(api.context, 2)).toMatchObject({ data: [{ id: "alr_1" }, { id: "alr_2" }], more: true });
  });
});

describe("cases in a list", () => {
  const stored = (id: string, at: number, change: Partial<DisputeCase>) =>
    store(caseRecordType, { ...aCase(), id, tenantId: one, createdAt: later(at), ...change });

  beforeEach(async () => {
    await stored("cas_1", 1, { network: "ach", internalDueBy: later(400) });
    await stored("cas_2", 2, { stage: "inquiry", status: "gathering", internalDueBy: later(300) });
    await stored("cas_3", 3, { stage: "inquiry", network: "ach", tenantId: two, internalDueBy: later(500) });
    await stored("cas_4", 4, { status: "won" });
  });

  const all = async (query: Partial<Parameters<typeof listAllCases>[1]> = {}) =>
    idsOf(await listAllCases(api.context, { limit: 10, ...query }));
  const own = async (query: Partial<Parameters<typeof listCases>[2]> = {}) =>
    idsOf(await listCases(api.context, { tenantId: one, tenantCreatedAt: noon }, { limit: 10, ...query }));

  test("are all tenants', newest first, by stage, network and status, each alone and together", async () => {
    expect(await all()).toEqual(["cas_4", "cas_3", "cas_2", "cas_1"]);
    expect(await all({ stage: "inquiry" })).toEqual(["cas_3", "cas_2"]);
    expect(await all({ network: "ach" })).toEqual(["cas_3", "cas_1"]);
    expect(await all({ stage: "inquiry", network: "ach" })).toEqual(["cas_3"]);
    expect(await all({ status: "open" })).toEqual(["cas_3", "cas_1"]);
    expect(await all({ status: "open", stage: "chargeback" })).toEqual(["cas_1"]);
  });

  test("are one tenant's where it is named, which must be there", async () => {
    expect(await all({ tenantId: one })).toEqual(["cas_4", "cas_2", "cas_1"]);
    expect(await all({ tenantId: two, network: "ach" })).toEqual(["cas_3"]);
    await expect(all({ tenantId: "ten_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("are a tenant's own, by whatever is asked", async () => {
    expect(await own()).toEqual(["cas_4", "cas_2", "cas_1"]);
    expect(await own({ stage: "chargeback" })).toEqual(["cas_4", "cas_1"]);
    expect(await own({ stage: "chargeback", network: "visa" })).toEqual(["cas_4"]);
    expect(await own({ status: "won" })).toEqual(["cas_4"]);
    expect(await own({ status: "won", network: "ach" })).toEqual([]);
  });

  test("go on from a page's end in the same list, and in no other", async () => {
    const asker = { tenantId: one, tenantCreatedAt: noon };
    const page = (query: Partial<Parameters<typeof listCases>[2]>) =>
      listCases(api.context, asker, { limit: 1, ...query });
    await stored("cas_5", 5, { status: "won" });
    const queries = [{}, { stage: "chargeback" }, { network: "visa" }, { status: "won" }] as const;
    const more = [
      { stage: "chargeback", network: "visa" },
      { status: "won", network: "visa" },
    ] as const;
    const every = [...queries, ...more];
    for (const [at, query] of every.entries()) {
      const { nextCursor: cursor } = await page(query);
      if (cursor === null) throw new Error(`${JSON.stringify(query)} has one page`);
      for (const [other, wanted] of every.entries())
        if (other === at) expect((await page({ ...wanted, cursor })).data).toHaveLength(1);
        else await expect(page({ ...wanted, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test("that are to be answered are the queue's, the first due first, up to how many are asked for", async () => {
    expect(await dueCases(api.context, 3)).toMatchObject({
      ...{ data: [{ id: "cas_2" }, { id: "cas_1" }, { id: "cas_3" }], more: false },
    });
    expect(await dueCases(api.context, 1)).toMatchObject({ data: [{ id: "cas_2" }], more: true });
  });
});
