import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { operations } from "../../../functions/contract/billing.ts";
import { erasedText } from "../../../functions/domain/core/sealed-text.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();

beforeAll(() => deployed.start());
afterAll(() => deployed.stop());

const planted = {
  name: "Quillfeather Holdings",
  person: "Zebulon Quillfeather",
  email: "zebulon@quillfeather.example",
  website: "https://site.quillfeather.example",
};

async function operate(id: string, params: Record<string, string>, body?: unknown, key = `${id}-key`) {
  const reply = await deployed.call(id, deployed.operatorToken, params, body, { "idempotency-key": key });
  return { ...reply, json: JSON.parse(reply.text) };
}

/** A request for access of whoever is planted. */
async function request(from: string): Promise<{ id: string }> {
  const { requestId: id } = JSON.parse(
    (
      await deployed.send(operationOf("requestAccess"), {
        ...{ method: "POST", path: "/onboard/signup" },
        headers: { "content-type": "application/json", "x-forwarded-for": from },
        body: JSON.stringify({
          ...{ companyName: planted.name, contactName: planted.person, contactEmail: `${from}.${planted.email}` },
          ...{ website: planted.website, useCase: `${planted.person} wants in` },
        }),
      })
    ).text,
  );
  return { id };
}

async function invite(): Promise<{ id: string }> {
  const body = { legalName: planted.name, contactEmail: planted.email };
  return (await operate("inviteApplicant", {}, body, `made-${Math.random()}`)).json;
}

/** What is planted and can be read in a text. The slug of a tenant is made of a name, and is the tenant's. */
function found(text: string): string[] {
  return Object.values(planted).filter((each) => text.includes(each));
}

const claims = () => JSON.stringify(deployed.aws.store.rows().filter(({ type }) => type === "claim"));

/** Destroys every subject's key, as an erasure does. */
async function eraseEverybody(): Promise<void> {
  const { subjectKeys } = deployed.aws;
  for (const row of subjectKeys.rows()) {
    const body = { ...(row.body as object), wrapped: null, erasedAt: "2026-01-01T00:00:00.000Z" };
    await subjectKeys.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `erased ${row.pk} ${row.v}`);
  }
}

const scenes: Readonly<Record<string, () => Promise<[Record<string, string>, unknown?]>>> = {
  inviteApplicant: async () => [{}, { legalName: planted.name, contactEmail: planted.email }],
  resendInvite: async () => [{ id: (await invite()).id }],
  revokeInvite: async () => [{ id: (await invite()).id }],
  acceptSignup: async () => [await request("198.51.100.1"), { note: `asked for by ${planted.person}` }],
  declineSignup: async () => [await request("198.51.100.2"), { reason: `${planted.person} is unknown` }],
};

/** Whether an answer has the record of an applicant, or of whoever asked for access. */
function tellsOfSomebody({ reply }: Operation): boolean {
  const schema = JSON.stringify(z.toJSONSchema(reply.schema, { io: "input", unrepresentable: "any" }));
  return /"(?:KybApplication|KybInvite|Signup|AccountRequest)"/.test(schema);
}

describe("an answer that is kept under an Idempotency-Key", () => {
  test("says whose it is wherever it has somebody's record", () => {
    const all = Object.values<Operation>(operations);
    const kept = all.filter((op) => op.idempotencyKey !== undefined && tellsOfSomebody(op));
    expect(kept.filter(({ personal }) => !personal).map(({ id }) => id)).toEqual([]);
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(Object.keys(scenes)));
  });

  test.each(Object.entries(scenes))(
    "of %s is stored sealed, and told again until its subject is erased",
    async (id, make) => {
      const [params, body] = await make();
      const first = await operate(id, params, body);
      expect(first.status, first.text).toBeLessThan(300);
      expect(found(first.text)).not.toEqual([]);
      expect(found(claims())).toEqual([]);

      const again = await operate(id, params, body);
      expect([again.status, again.headers["idempotent-replay"]]).toEqual([first.status, "true"]);
      const secrets = { magicLink: null, apiKey: null, invite: { ...first.json.invite, magicLink: null } };
      const told = Object.keys(secrets).filter((name) => name in first.json);
      const shown = Object.fromEntries(Object.entries(secrets).filter(([name]) => told.includes(name)));
      expect(again.json).toEqual({ ...first.json, ...shown });

      await eraseEverybody();
      const erased = await operate(id, params, body);
      expect([erased.status, erased.headers["idempotent-replay"]]).toEqual([first.status, "true"]);
      expect(found(erased.text)).toEqual([]);
      expect(erased.text).toContain(erasedText);
      expect((erased.json.signup ?? erased.json).id).toBe((first.json.signup ?? first.json).id);
      expect(await operate(id, params, { another: "body" })).toMatchObject({
        status: expect.toSatisfy((s) => s >= 400),
      });
    },
  );
});
