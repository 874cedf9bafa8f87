import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess, signupRecordType } from "../../../functions/app/access/request-access.ts";
import { getSignup } from "../../../functions/app/access/signups.ts";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { commit } from "../../../functions/app/core/change.ts";
import type { Row, Store } from "../../../functions/app/core/ports.ts";
import { rowsAt } from "../../../functions/app/core/read-records.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { letterRow } from "../../../functions/app/mail/letter-rows.ts";
import { getLetter } from "../../../functions/app/mail/reads.ts";
import { inviteApplicant } from "../../../functions/app/onboarding/invites.ts";
import { changeKyb, readKyb } from "../../../functions/app/onboarding/reads.ts";
import { kybRecordType } from "../../../functions/app/onboarding/record.ts";
import { type SealContext, sealLetters, sealRecords } from "../../../functions/app/operations/seal-rows.ts";
import { newMailing } from "../../../functions/domain/mail/mailing.ts";
import { testPersonalData } from "../../support/core/personal-data.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

/** A context of the last release: it seals nothing. */
function before() {
  const { personal: _, ...context } = api.operator;
  return { ...context, store: api.store };
}

function backfill(store: Store = api.store): SealContext {
  return { store, clock: api.clock, newId: api.newId, personal: testPersonalData(api.subjectKeys, api) };
}

async function run(context = backfill()) {
  const kinds = [await sealRecords(context, kybRecordType), await sealRecords(context, signupRecordType)];
  return [...kinds, await sealLetters(context)];
}

const planted = { legalName: "Quillfeather Holdings", contactEmail: "zebulon@quillfeather.example" };

/** An application that was taken back, its letter, and a request for access, as the last release wrote them. */
async function rowsOfLastRelease(): Promise<{ kyb: string; sgn: string; eml: string }> {
  const invite = { ...planted, tenantId: null, locale: "en" as const };
  const { application } = await inviteApplicant(before(), invite);
  await changeKyb(before(), application.id, (state) => [
    { next: { ...state, status: "revoked" as const }, from: state.status, to: "revoked", reason: "test" },
  ]);
  const input = { companyName: planted.legalName, contactName: "Zebulon", contactEmail: planted.contactEmail };
  const { requestId: sgn } = await requestAccess(before(), input, { address: "203.0.113.1", locale: "en" });
  const eml = api.newId("eml", api.clock.now());
  const order = {
    kind: "send_mail" as const,
    template: "kyb_invite" as const,
    about: application.id,
    tenantId: "platform",
    locale: "en" as const,
  };
  const letter = newMailing(eml, { ...order, to: planted.contactEmail }, api.clock.now());
  await commit(before(), [{ put: letterRow(letter, 1), expect: "absent" }]);
  for (const id of [application.id, sgn]) await withoutDue(id);
  return { kyb: application.id, sgn, eml };
}

/** The last release did not list when a record is erased. */
async function withoutDue(id: string): Promise<void> {
  const [row] = await api.store.read([{ pk: id, sk: "row" }]);
  const { due: _, ...index } = row?.index ?? {};
  if (row) await commit(before(), [{ put: { ...row, v: row.v + 1, index }, expect: row.v }]);
}

function states(ids: readonly string[]): string {
  return JSON.stringify(api.store.rows().filter(({ pk, sk }) => ids.includes(pk) && sk === "row"));
}

const isPlanted = (text: string) => Object.values(planted).some((each) => text.includes(each));

describe("what the last release stored in clear", () => {
  test("is sealed, listed for its erasure, and read as before; its trails verify", async () => {
    const ids = await rowsOfLastRelease();
    expect(isPlanted(states(Object.values(ids)))).toBe(true);
    expect(await run()).toEqual([
      { looked: 1, written: 1 },
      { looked: 1, written: 1 },
      { looked: 1, written: 1 },
    ]);
    expect(isPlanted(states(Object.values(ids)))).toBe(false);
    expect((await readKyb(api.context, ids.kyb)).state).toMatchObject(planted);
    expect((await getSignup(api.context, ids.sgn)).state).toMatchObject({ contactName: "Zebulon" });
    expect((await getLetter(api.context, ids.eml)).to).toBe(planted.contactEmail);
    for (const id of [ids.kyb, ids.sgn]) {
      const rows = api.store.rows().filter(({ pk }) => pk === id);
      expect(verifyChain({ pk: id, rows })).not.toHaveProperty("fault");
      expect(rows.find(({ sk }) => sk === "row")?.index?.due?.[0]).toMatch(/^daily#/);
    }
  });

  test("is changed by no second run, and what this release wrote by none", async () => {
    await api.invite();
    await rowsOfLastRelease();
    await run();
    const rows = structuredClone(api.store.rows());
    expect((await run()).map(({ written }) => written)).toEqual([0, 0, 0]);
    expect(api.store.rows()).toEqual(rows);
  });

  test("is gone on with where a run was stopped", async () => {
    await rowsOfLastRelease();
    for (let at = 0; at < 20; at++) await inviteApplicant(before(), { ...planted, tenantId: null, locale: "en" });
    let writes = 0;
    const dying: Store = {
      read: (keys) => api.store.read(keys),
      page: (query) => api.store.page(query),
      write: (each, nonce) => (++writes > 7 ? Promise.reject(new Error("stopped")) : api.store.write(each, nonce)),
    };
    await expect(run(backfill(dying))).rejects.toThrow("stopped");
    const [applications] = await run();
    expect(applications?.looked).toBe(21);
    expect(applications?.written).toBe(21 - 7);
    expect((await run()).map(({ written }) => written)).toEqual([0, 0, 0]);
  });

  test("opens again, more subjects at once than keys are in memory", async () => {
    const { sgn } = await rowsOfLastRelease();
    const [row] = await api.store.read([{ pk: sgn, sk: "row" }]);
    const ids = Array.from({ length: 1300 }, (_, at) => `sgn_${String(at).padStart(26, "0")}`);
    for (const id of ids) {
      const body = row?.body as { state: object; head: object };
      const place = `${api.clock.now()}#${id}`;
      const put = {
        ...row,
        pk: id,
        v: 1,
        body: { ...body, state: { ...body.state, id } },
        index: { list: ["all#signup", place] },
      };
      await api.store.write([{ put: put as unknown as Row, expect: "absent" }], id);
    }
    expect((await sealRecords(backfill(), signupRecordType)).written).toBe(1301);
    const { personal } = backfill();
    const stored = await rowsAt(api, ids.map(rowKey));
    const opened = (await personal.open(stored.map((each) => each?.body))) as { state: { contactEmail: string } }[];
    expect(new Set(opened.map(({ state }) => state.contactEmail))).toEqual(new Set([planted.contactEmail]));
    expect(isPlanted(JSON.stringify(stored))).toBe(false);
  });

  test("of somebody who was erased meanwhile is sealed for nobody", async () => {
    const { kyb } = await rowsOfLastRelease();
    await api.personal.erase([`applicant:${kyb}`]);
    await run();
    expect(isPlanted(states([kyb]))).toBe(false);
    expect((await run())[0]).toEqual({ looked: 1, written: 0 });
  });
});
