import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { acceptSignupRequest, getSignup } from "../../../functions/app/access/signups.ts";
import { archiveDue } from "../../../functions/app/audit/archive-audit.ts";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { readKyb } from "../../../functions/app/onboarding/reads.ts";
import {
  getErasure,
  listErasures,
  lookAtErasureRow,
  requestErasure,
  withdrawErasure,
} from "../../../functions/app/operations/erasures.ts";
import { exportSubject, findSubjects } from "../../../functions/app/operations/personal-exports.ts";
import type { ErasureContext } from "../../../functions/app/operations/subjects/subject-access.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { erasedText } from "../../../functions/domain/core/sealed-text.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

let api: KybApi;
let context: ErasureContext;

const erase = (subject: string) =>
  requestErasure(context, { subject, reason: "requested_by_subject", reference: "T-17" });

beforeEach(() => {
  api = new KybApi();
  const erase = async (prefix: string) => {
    for (const key of api.files.files.keys()) if (key.startsWith(prefix)) api.files.files.delete(key);
  };
  context = { ...api.operator, personal: api.personal, applicantFiles: { erase }, evidenceFiles: { erase } };
});

const planted = {
  legalName: "Quillfeather Holdings",
  fullName: "Zebulon Quillfeather",
  birthDate: "1971-03-09",
  email: "zebulon@quillfeather.example",
  phone: "(212) 555-0177",
  line1: "77 Wombat Crossing",
  idNumber: "219-09-9998",
  taxId: "12-9876543",
  asker: "asker@quillfeather.example",
  name: "Ottoline Asker",
  address: "203.0.113.77",
};

/** Everything that is stored, decoded: rows, wrapped keys, log lines, files and the archive. */
async function everything(archived: readonly Uint8Array[] = []): Promise<string> {
  const files = [...api.files.files.values()].map(({ bytes }) => Buffer.from(bytes).toString("latin1"));
  const parts = archived.map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : Buffer.from(bytes)).toString("utf8"));
  const rows = JSON.stringify([api.store.rows(), api.subjectKeys.rows(), api.railStore.rows(), api.log]);
  // What a reader with all keys that are left can read of it, and what lies inside base64.
  const opened = JSON.stringify(await api.personal.open(api.store.rows()));
  const inside = rows.match(/[\w+/-]{24,}={0,2}/g)?.map((each) => Buffer.from(each, "base64").toString("latin1")) ?? [];
  return [rows, opened, ...files, ...parts, ...inside].join("\n");
}

function foundOf(text: string): string[] {
  return Object.entries(planted).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}

async function apply() {
  const { id, token } = await api.invite({ legalName: planted.legalName });
  const { line1 } = planted;
  await api.save(token, "company", {
    ...goodForms.company,
    ...{ legalName: planted.legalName, taxId: planted.taxId, email: planted.email, phone: planted.phone },
  });
  await api.save(token, "addresses", { ...goodForms.addresses, registeredLine1: line1 });
  const { fullName, birthDate, email, idNumber } = planted;
  await api.person(token, { ...goodForms.person, fullName, birthDate, email, idNumber, homeLine1: line1 });
  return { id, token };
}

describe("an applicant who was not approved", () => {
  test("is erased at once: nothing planted is left in rows, logs, files or the archive, and the trail verifies", async () => {
    const { id } = await apply();
    api.files.files.set(`kyb/${id}/kyf_1`, { bytes: Buffer.from(planted.fullName), contentType: "application/pdf" });
    const objects: Uint8Array[] = [];
    const archive = { put: async (_: string, bytes: Uint8Array) => void objects.push(bytes) };
    api.pass(2 * 86_400);
    await archiveDue({ ...api.context, archive }, addDays(api.clock.now(), 1));
    expect(objects.length).toBeGreaterThan(0);
    expect(foundOf(await everything(objects))).toEqual(expect.arrayContaining(["legalName", "fullName", "email"]));

    const answered = await erase(id);
    expect(answered).toMatchObject({ subject: id, kind: "application", status: "erased", tenantEndedAt: null });
    expect(foundOf(await everything(objects))).toEqual([]);
    const { state } = await readKyb(api.context, id);
    expect(state).toMatchObject({ status: "revoked", legalName: erasedText, contactEmail: erasedText, files: [] });
    const rows = api.store.rows().filter(({ pk }) => pk === id);
    expect(verifyChain({ pk: id, rows })).not.toHaveProperty("fault");
    expect(api.files.files.size).toBe(0);
  });

  test("is the same request again, and is listed", async () => {
    const { id } = await apply();
    const first = await erase(id);
    api.pass(60);
    expect(await erase(id)).toEqual(first);
    expect((await listErasures(context, { limit: 10 })).data).toEqual([first]);
    expect((await listErasures(context, { limit: 10, status: "scheduled" })).data).toEqual([]);
    await expect(withdrawErasure(context, first.id)).rejects.toMatchObject({ code: "already_erased" });
  });

  test("loses on the second request what was on its way at the first", async () => {
    const { id } = await apply();
    await erase(id);
    api.files.files.set(`kyb/${id}/kyf_1`, { bytes: Buffer.from("late"), contentType: "application/pdf" });
    await erase(id);
    expect(api.files.files.size).toBe(0);
  });

  test("lets nobody in by an old link, and takes no form", async () => {
    const { id, token } = await apply();
    await erase(id);
    await expect(api.save(token, "company", goodForms.company)).rejects.toMatchObject({ code: "link_expired" });
  });
});

describe("whoever asked for access", () => {
  const ask = async () => {
    const { asker: contactEmail, name: contactName, legalName: companyName, address } = planted;
    const input = { companyName, contactName, contactEmail, useCase: planted.line1, website: "https://q.example" };
    return requestAccess(api.context, input, { address, locale: "en" });
  };

  test("is stored sealed, and erased at once, with the digest of the address", async () => {
    const { requestId: id } = await ask();
    expect(foundOf(JSON.stringify(api.store.rows()))).toEqual(["address"]);
    expect(await erase(id)).toMatchObject({ kind: "access_request", status: "erased" });
    expect(api.store.rows().filter(({ pk }) => pk.startsWith("signup_of#"))).toEqual([]);
    // A counter of the last hour has the source alone.
    expect(foundOf(await everything())).toEqual(["address"]);
    expect((await getSignup(api.context, id)).state.contactEmail).toBe(erasedText);
    const rows = api.store.rows().filter(({ pk }) => pk === id);
    expect(verifyChain({ pk: id, rows })).not.toHaveProperty("fault");
  });
});

describe("an approved applicant", () => {
  /** An approved application of a tenant. */
  async function approved(): Promise<{ id: string; tenantId: string }> {
    const input = { companyName: "Acme", contactName: "A", contactEmail: "a@acme.example" };
    const { requestId } = await requestAccess(api.context, input, { address: "203.0.113.1", locale: "en" });
    const wallet = { destChain: "tron", destWallet: "TGoodWallet", stable: "USDT", note: null };
    const stage = { onboardUrl: api.onboardUrl, environment: "test" as const };
    const { invite, tenant } = await acceptSignupRequest({ ...api.context, ...stage }, requestId, wallet);
    const { changeKyb } = await import("../../../functions/app/onboarding/reads.ts");
    await changeKyb(api.context, invite.id, (state) => [
      { next: { ...state, status: "approved" as const }, from: state.status, to: "approved", reason: "test" },
    ]);
    return { id: invite.id, tenantId: tenant.id };
  }
  const daily = async () => {
    for (const row of api.store.rows().filter(({ type }) => type === "erasure")) await lookAtErasureRow(context, row);
  };

  test("is kept while its tenant is active, and erased by the daily work five years after its end", async () => {
    const { id, tenantId } = await approved();
    expect(await erase(id)).toMatchObject({ status: "scheduled", eraseAt: null });
    await changeTenant({ ...api.operator, checksAddresses: false, licensedIn: [] } as never, tenantId, {
      status: "suspended",
    });
    api.pass(86_400);
    await daily();
    const [waiting] = (await listErasures(context, { limit: 1 })).data;
    const eraseAt = new Date(api.clock.now());
    eraseAt.setUTCFullYear(eraseAt.getUTCFullYear() + 5);
    expect(waiting).toMatchObject({ status: "scheduled", eraseAt: eraseAt.toISOString() });
    api.pass(5 * 365 * 86_400);
    await daily();
    expect((await readKyb(api.context, id)).state.contactEmail).toBe("a@acme.example");
    api.pass(2 * 86_400);
    await daily();
    expect((await listErasures(context, { limit: 1 })).data).toMatchObject([{ status: "erased" }]);
    expect((await readKyb(api.context, id)).state.contactEmail).toBe(erasedText);
  });

  test("stays once the request is withdrawn, and is scheduled again under the same request", async () => {
    const { id } = await approved();
    const first = await erase(id);
    const withdrawn = await withdrawErasure(context, first.id);
    expect(withdrawn).toMatchObject({ id: first.id, status: "withdrawn" });
    api.pass(2 * 86_400);
    expect(await withdrawErasure(context, first.id)).toEqual(withdrawn);
    await daily();
    expect(await getErasure(context, first.id)).toEqual(withdrawn);
    expect(await erase(id)).toMatchObject({ id: first.id, status: "scheduled", createdAt: first.createdAt });
    const rows = api.store.rows().filter(({ pk }) => pk === first.id);
    expect(verifyChain({ pk: first.id, rows })).not.toHaveProperty("fault");
  });
});

describe("an access request of a person", () => {
  test("finds what has the address, and exports it in clear", async () => {
    const { id } = await apply();
    const found = [{ id, kind: "application", tenantId: null, createdAt: expect.any(String), erasure: null }];
    expect(await findSubjects(context, { email: planted.email.toUpperCase() })).toEqual(found);
    expect(await findSubjects(context, { id })).toEqual(found);
    const answered = await exportSubject(context, id);
    const exported = JSON.stringify(answered);
    expect(exported).not.toMatch(/"(links|lastForm|sealed)"/);
    expect(answered.trail.at(-1)).toMatchObject({ actor: "operator:one", reason: expect.stringContaining("exported") });
    expect(foundOf(exported)).toEqual(expect.arrayContaining(["legalName", "fullName", "email", "line1"]));
    expect(exported).not.toContain("sealed:applicant");
    const trail = api.store
      .rows()
      .filter(({ type, body }) => type === "entry" && JSON.stringify(body).includes("exported"));
    expect(trail).toHaveLength(1);
    expect(foundOf(JSON.stringify(trail))).toEqual([]);
  });

  test("names nothing for an id that is nobody's", async () => {
    await expect(erase("kyb_01M7YZMHG098TC2JPP2HZ1EYX5")).rejects.toMatchObject({ code: "not_found" });
  });
});
