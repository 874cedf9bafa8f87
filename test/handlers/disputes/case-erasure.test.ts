import { beforeEach, describe, expect, test } from "vitest";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { eraseCaseRow } from "../../../functions/app/operations/erase-cases.ts";
import { listEndedCases } from "../../../functions/app/operations/list-cases.ts";
import { endPayerKeys } from "../../../functions/app/operations/payer-keys.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { aPdf } from "../../support/core/files.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";

const day = 86_400;
const secret = "Zebulon told us";

let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

const evidenceFiles = {
  erase: async (prefix: string) => {
    for (const key of api.evidence.files.keys()) if (key.startsWith(prefix)) api.evidence.files.delete(key);
  },
};

const folders = () => [...api.evidence.files.keys()].map((key) => key.replace(/\/.*/, "")).sort();

/** A case with texts, a file, a narrative and a packet, one of whose texts was linked to. */
async function aCase(): Promise<{ id: string; settlementId: string }> {
  const { paymentId, settlementId } = await api.payment();
  const id = await api.caseIn("gathering", { paymentId });
  await api.provide(id);
  const { json } = await api.post(`/${id}/evidence`, { type: "receipt", text: secret });
  await api.get(`/${id}/evidence/${json.id}`);
  await api.upload(id, await aPdf([secret]));
  await api.post(`/${id}/submit`, { narrative: secret });
  await api.handOn();
  await api.makePackets();
  expect((await api.get(`/${id}/packet`)).status).toBe(302);
  return { id, settlementId };
}

/** Ends a case as the network's answer does. */
async function lose(id: string): Promise<void> {
  const reply = await api.post(`/${id}/outcome`, { result: "lost", networkRef: null });
  expect(reply.status, reply.text).toBeLessThan(300);
}

async function look(id: string): Promise<void> {
  const [row] = await api.store.read([{ pk: id, sk: "row" }]);
  if (row) await eraseCaseRow({ ...api.context, evidenceFiles }, row);
}

const rowOf = (id: string) => api.store.rows().find(({ pk, sk }) => pk === id && sk === "row");

describe("the evidence of a case", () => {
  test("is erased two years after the case's last act: files, packet, texts and narrative", async () => {
    const { id } = await aCase();
    await lose(id);
    expect(rowOf(id)?.index?.due?.[0]).toMatch(/^daily#/);
    api.pass(729 * day);
    await look(id);
    expect(folders()).toContain("packets");
    expect(JSON.stringify(api.store.rows())).toContain(secret);
    api.pass(2 * day);
    await look(id);
    expect(folders()).toEqual([]);
    expect(JSON.stringify(api.store.rows())).not.toContain(secret);
    expect(rowOf(id)?.index?.due).toBeUndefined();
    const { json } = await api.get(`/${id}`);
    expect(json).toMatchObject({ status: "lost", evidence: [], narrative: null, packet: null });
    expect(verifyChain({ pk: id, rows: api.store.rows().filter(({ pk }) => pk === id) })).not.toHaveProperty("fault");
  });

  test("stays while the case is open, however long that is", async () => {
    const { id } = await aCase();
    api.pass(1000 * day);
    await look(id);
    expect(folders()).toContain("packets");
  });

  test("of a case that an earlier release ended is put on the daily job's list by the backfill", async () => {
    const { id } = await aCase();
    await lose(id);
    const row = rowOf(id);
    const { due: _, ...index } = row?.index ?? {};
    if (row) await api.store.write([{ put: { ...row, v: row.v + 1, index }, expect: row.v }], "before");
    const context = { ...api.context, store: api.store, personal: api.personal };
    expect(await listEndedCases(context)).toEqual({ looked: 1, written: 1 });
    expect(rowOf(id)?.index?.due?.[0]).toMatch(/^daily#/);
    expect(await listEndedCases(context)).toEqual({ looked: 1, written: 0 });
  });
});

describe("what is in clear of a payer in a case's packet", () => {
  test("goes with the payer's key; what the tenant brought stays", async () => {
    const { id, settlementId } = await aCase();
    await api.personal.seal(`payer:${settlementId}`, "listed");
    api.pass(1000 * day);
    const { personal, subjectKeys, log } = api;
    const context = { ...api.context, personal, subjectKeys, log, evidenceFiles };
    expect(await endPayerKeys(context, addSeconds(api.clock.now(), 60))).toBe(true);
    const left = [...api.evidence.files.keys()];
    expect(left.filter((key) => key.startsWith("packets/"))).toEqual([]);
    expect(left).toHaveLength(2);
    const { json } = await api.get(`/${id}`);
    expect(json.packet).toBeNull();
    expect((await api.get(`/${id}/packet`)).status).toBe(202);
  });
});
