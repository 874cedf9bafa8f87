import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { examples } from "../../../functions/contract/examples.ts";
import { approveApplicant } from "../../support/onboarding/approved-applicant.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let made = 0;

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

// So that no form's source meets its limit.
beforeEach(() => deployed.advance(3600));

async function call(id: string, body?: unknown, params: Record<string, string> = {}, headers = {}) {
  const { status, text } = await deployed.call(id, deployed.operatorToken, params, body, headers);
  return { status, json: JSON.parse(text) };
}

async function ask(contactEmail: string): Promise<string> {
  const body = { ...(examples.requestAccess?.request as object), contactEmail };
  return (await call("requestAccess", body)).json.requestId;
}

/** A verified business that is a tenant. */
async function verified(): Promise<{ kybId: string; tenantId: string }> {
  const email = `verified-${++made}@acme.example`;
  const { json } = await call("acceptSignup", { slug: `verified-${made}` }, { id: await ask(email) });
  await approveApplicant(deployed.aws.store, json.invite.id);
  return { kybId: json.invite.id, tenantId: json.tenant.id };
}

const erase = (subject: string, more: object = {}, headers = {}) =>
  call("requestErasure", { subject, reason: "requested_by_subject", ...more }, {}, headers);

describe("whoever looks for a person", () => {
  test("finds the records by address, id and tenant, and how it stands with their erasure", async () => {
    const { kybId, tenantId } = await verified();
    const requestId = await ask("cleo@acme.example");
    const found = async (by: object) => {
      const { json } = await call("findSubjects", by);
      return json.subjects.map(({ id, kind }: { id: string; kind: string }) => [id, kind]);
    };
    expect(await found({ email: "CLEO@acme.example" })).toEqual([[requestId, "access_request"]]);
    expect(await found({ id: kybId })).toEqual([[kybId, "application"]]);
    expect(await found({ tenantId })).toEqual([
      [kybId, "application"],
      [expect.stringMatching(/^sgn_/), "access_request"],
    ]);
    expect(await found({ email: "nobody@acme.example" })).toEqual([]);
    await erase(requestId);
    const { json } = await call("findSubjects", { id: requestId });
    expect(json.subjects[0].erasure).toMatchObject({ status: "erased" });
  });

  test.each([
    ["nothing at all", {}],
    ["two things at once", { email: "a@acme.example", tenantId: "ten_01K9ZQ4T0V8Y3M5N7P9R1S3T5V" }],
    ["an id of something else", { id: "inv_01K9ZQ4T0V8Y3M5N7P9R1S3T5V" }],
    ["a list of addresses", { email: ["a@acme.example"] }],
  ])("is refused who names %s", async (_, by) => {
    expect(await call("findSubjects", by)).toMatchObject({ status: 400, json: { code: "validation_error" } });
  });

  test.each(["findSubjects", "exportSubject", "requestErasure"])(
    "hears of no record that is not there: %s",
    async (id) => {
      const subject = "kyb_01K9ZQ4T0V8Y3M5N7P9R1S3T5V";
      const bodies: Readonly<Record<string, object>> = {
        findSubjects: { id: subject },
        exportSubject: { subject },
        requestErasure: { subject, reason: "unlawful" },
      };
      expect(await call(id, bodies[id])).toMatchObject({ status: 404, json: { code: "not_found" } });
    },
  );
});

describe("an export", () => {
  test("has the record in clear, stands on the trail by the id alone, and is stored nowhere", async () => {
    const id = await ask("dora@acme.example");
    const { json } = await call("exportSubject", { subject: id }, {}, { "idempotency-key": "an-export" });
    expect(json).toMatchObject({
      id,
      kind: "access_request",
      record: { contactEmail: "dora@acme.example" },
      files: [],
    });
    expect(json.trail.at(-1)).toMatchObject({ actor: "operator:one", reason: "exported all that is stored about it" });
    expect(JSON.stringify(deployed.aws.store.rows())).not.toContain("dora@acme.example");
    expect(deployed.logged.join("\n")).not.toContain("dora@acme.example");
  });

  test("of what was erased has nothing of the person any more", async () => {
    const id = await ask("emil@acme.example");
    await erase(id);
    const { json } = await call("exportSubject", { subject: id });
    expect(json.record.contactEmail).toBe("[erased]");
    expect(JSON.stringify(json)).not.toContain("emil@acme.example");
  });
});

describe("an erasure", () => {
  test("is answered the same under its key and without, and is one request", async () => {
    const id = await ask("fritz@acme.example");
    const headers = { "idempotency-key": "erase-fritz" };
    const first = await erase(id, { reference: "T-2026-117" }, headers);
    expect(first).toMatchObject({ status: 200, json: { subject: id, status: "erased", reference: "T-2026-117" } });
    expect(await erase(id, { reference: "T-2026-117" }, headers)).toEqual(first);
    expect((await erase(id, { reason: "unlawful" })).json).toEqual(first.json);
    expect((await call("getErasure", undefined, { id: first.json.id })).json).toEqual(first.json);
    expect((await call("listErasures")).json.data[0]).toEqual(first.json);
    expect(await call("withdrawErasure", undefined, { id: first.json.id })).toMatchObject({
      status: 409,
      json: { code: "already_erased" },
    });
  });

  test.each([
    ["a sentence as its reference", { reference: "Cleo Moss asked for it" }],
    ["an address as its reference", { reference: "cleo@acme.example" }],
    ["a reason of one's own", { reason: "Cleo asked" }],
  ])("is refused with %s, which would name whom the trail is to forget", async (_, more) => {
    const id = await ask(`refused-${++made}@acme.example`);
    expect(await erase(id, more)).toMatchObject({ status: 400, json: { code: "validation_error" } });
    expect((await call("findSubjects", { id })).json.subjects[0].erasure).toBeNull();
  });

  test("of a verified business waits until five years after its tenant's end, which the test clock shows", async () => {
    const { kybId, tenantId } = await verified();
    const { json } = await erase(kybId);
    expect(json).toMatchObject({ status: "scheduled", eraseAt: null });
    const look = async () => (await call("getErasure", undefined, { id: json.id })).json;
    // The route moves 400 days at most, and does the daily work of where it arrives.
    const pass = async (days: number) => {
      await deployed.advance((days - 1) * 86_400);
      expect((await call("advanceClock", { advanceSeconds: 86_400 })).status).toBe(200);
    };

    await call("changeTenant", { status: "suspended" }, { id: tenantId });
    await pass(2);
    const { eraseAt, tenantEndedAt } = await look();
    expect(Number(eraseAt.slice(0, 4))).toBe(Number(tenantEndedAt.slice(0, 4)) + 5);
    await pass(5 * 365 - 2);
    expect(await look()).toMatchObject({ status: "scheduled", eraseAt });
    expect((await call("exportSubject", { subject: kybId })).json.record.contactEmail).toContain("@acme.example");
    await pass(5);
    expect(await look()).toMatchObject({ status: "erased", eraseAt });
    expect((await call("exportSubject", { subject: kybId })).json.record.contactEmail).toBe("[erased]");
  });

  test("that waits is taken back, and goes on under the same request when it is asked for again", async () => {
    const { kybId } = await verified();
    const { json } = await erase(kybId);
    const withdrawn = await call("withdrawErasure", undefined, { id: json.id });
    expect(withdrawn).toMatchObject({ status: 200, json: { id: json.id, status: "withdrawn" } });
    expect((await erase(kybId)).json).toMatchObject({ id: json.id, status: "scheduled" });
  });
});
