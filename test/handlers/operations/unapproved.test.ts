import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { declineSignupRequest, getSignup } from "../../../functions/app/access/signups.ts";
import { verifyChain } from "../../../functions/app/audit/chain.ts";
import { expireInvitation } from "../../../functions/app/onboarding/partner.ts";
import { changeKyb, readKyb } from "../../../functions/app/onboarding/reads.ts";
import { releaseDue } from "../../../functions/app/operations/daily.ts";
import { listErasures, lookAtErasureRow } from "../../../functions/app/operations/erasures.ts";
import { erasedText } from "../../../functions/domain/core/sealed-text.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { KybStatus } from "../../../functions/domain/onboarding/kyb.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

const day = 86_400;
let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

/** A run of the daily work, as far as it erases; says how much it looked at. */
async function daily(): Promise<number> {
  const erase = async (prefix: string) => {
    for (const key of api.files.files.keys()) if (key.startsWith(prefix)) api.files.files.delete(key);
  };
  const context = {
    ...api.operator,
    actor: "system:daily",
    personal: api.personal,
    applicantFiles: { erase },
    evidenceFiles: { erase },
  };
  const lookAtErasure = lookAtErasureRow.bind(null, context);
  const deadline = addSeconds(api.clock.now(), 3600);
  const { looked, failed } = await releaseDue({ ...context, lookAtErasure, log: api.log } as never, deadline);
  expect(failed).toBe(0);
  return looked;
}

async function draft(): Promise<{ id: string; token: string }> {
  const { id, token } = await api.invite({ legalName: "Quillfeather Holdings" });
  await api.save(token, "company", goodForms.company);
  api.files.files.set(`kyb/${id}/kyf_1`, { bytes: Buffer.from("passport"), contentType: "application/pdf" });
  return { id, token };
}

const nameOf = async (id: string) => (await readKyb(api.context, id)).state.legalName;

describe("an application that came to nothing", () => {
  test("is erased with its files a year after it expired, and not a day before", async () => {
    const { id } = await draft();
    api.pass(7 * day);
    const [row] = await api.context.store.read([{ pk: id, sk: "row" }]);
    expect(row && (await expireInvitation(api.context, row))).toBe(true);
    api.pass(364 * day);
    expect(await daily()).toBe(0);
    expect(await nameOf(id)).toBe("Quillfeather Holdings");
    api.pass(day);
    expect(await daily()).toBe(1);
    expect(await nameOf(id)).toBe(erasedText);
    expect(api.files.files.size).toBe(0);
    expect(await api.personal.erasedAt(`applicant:${id}`)).toBe(api.clock.now());
    const trail = (await readKyb(api.context, id)).entries.at(-1);
    expect(trail).toMatchObject({ actor: "system:daily", reason: "erased" });
    const [erasure] = (await listErasures(api.context, { limit: 10 })).data;
    expect(erasure).toMatchObject({ subject: id, status: "erased", reason: "no_longer_needed" });
    expect(verifyChain({ pk: id, rows: api.store.rows().filter(({ pk }) => pk === id) })).not.toHaveProperty("fault");
    api.pass(day);
    expect(await daily()).toBe(0);
  });

  test.each(["revoked", "rejected"] as const)("and is %s goes likewise", async (status) => {
    const { id } = await draft();
    await changeKyb(api.context, id, (state) => [
      { next: { ...state, status, updatedAt: api.clock.now() }, from: state.status, to: status, reason: "test" },
    ]);
    api.pass(366 * day);
    await daily();
    expect(await nameOf(id)).toBe(erasedText);
  });

  test.each(["submitted", "under_review", "approved", "invited"] as const)(
    "is none that is %s",
    async (status: KybStatus) => {
      const { id } = await draft();
      await changeKyb(api.context, id, (state) => [
        {
          next: { ...state, status, expiresAt: "2040-01-01T00:00:00.000Z" },
          from: state.status,
          to: status,
          reason: "test",
        },
      ]);
      api.pass(3 * 365 * day);
      await daily();
      expect(await nameOf(id)).toBe("Quillfeather Holdings");
    },
  );

  test("is gone on with where the job died before the key was destroyed", async () => {
    const { id } = await draft();
    await changeKyb(api.context, id, (state) => [
      { next: { ...state, status: "revoked" as const }, from: state.status, to: "revoked", reason: "test" },
    ]);
    api.pass(366 * day);
    const { erase } = api.personal;
    api.personal.erase = () => Promise.reject(new Error("crashed"));
    await expect(daily()).rejects.toThrow();
    api.personal.erase = erase;
    expect(await nameOf(id)).toBe(erasedText);
    expect(await api.personal.erasedAt(`applicant:${id}`)).toBeNull();
    api.pass(1);
    expect(await daily()).toBe(1);
    expect(await api.personal.erasedAt(`applicant:${id}`)).toBe(api.clock.now());
  });
});

describe("a request for access", () => {
  const ask = async (contactEmail: string) => {
    const input = { companyName: "Quillfeather", contactName: "Zebulon", contactEmail };
    return (await requestAccess(api.context, input, { address: "203.0.113.1", locale: "en" })).requestId;
  };

  test("that nobody answers, or that is declined, is erased a year after its last act", async () => {
    const open = await ask("open@quill.example");
    api.pass(100 * day);
    const declined = await ask("no@quill.example");
    await declineSignupRequest(api.operator, declined, "Zebulon is unknown");
    api.pass(265 * day);
    await daily();
    const of = async (id: string) => (await getSignup(api.context, id)).state.contactEmail;
    expect([await of(open), await of(declined)]).toEqual([erasedText, "no@quill.example"]);
    api.pass(100 * day);
    await daily();
    expect(await of(declined)).toBe(erasedText);
  });
});
