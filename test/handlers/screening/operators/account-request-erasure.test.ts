import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { verifyChain } from "../../../../functions/app/audit/chain.ts";
import { allScreeningOperations } from "../../../../functions/contract/screening.ts";
import { erasedText } from "../../../../functions/domain/core/sealed-text.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists();
const day = 86_400;

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

const planted = {
  company: "Thistledown Analytics",
  person: "Peregrine Thistledown",
  email: "peregrine@thistledown.example",
};

async function ask(nth: number): Promise<{ id: string }> {
  const who = { companyName: planted.company, contactName: planted.person, contactEmail: `${nth}.${planted.email}` };
  const body = { ...who, useCase: `${planted.person} screens` };
  const reply = await deployed.call("requestAccount", "", {}, body, { "x-forwarded-for": `198.51.100.${nth}` });
  return { id: JSON.parse(reply.text).requestId };
}

async function operate(id: string, params: Record<string, string>, body?: unknown, key = "k") {
  const reply = await deployed.call(id, deployed.operatorToken, params, body, { "idempotency-key": key });
  return { ...reply, json: JSON.parse(reply.text) };
}

/** What is planted and lies readable in a row. */
function readable(): string[] {
  const stored = JSON.stringify(deployed.aws.store.rows());
  return Object.values(planted).filter((each) => stored.includes(each));
}

const advance = (advanceSeconds: number) => operate("advanceClock", {}, { advanceSeconds }, crypto.randomUUID());

describe("who asks for an account of the screening interface", () => {
  test("is stored sealed, read by operators, and kept sealed under an Idempotency-Key", async () => {
    const { id } = await ask(1);
    expect(readable()).toEqual([]);
    expect((await operate("getAccountRequest", { id })).json).toMatchObject({ contactName: planted.person });
    const declined = await operate("declineAccountRequest", { id }, { reason: `${planted.person} is unknown` });
    expect([declined.status, declined.json.note]).toEqual([200, `${planted.person} is unknown`]);
    expect(readable()).toEqual([]);
    expect((await operate("declineAccountRequest", { id }, { reason: `${planted.person} is unknown` })).json).toEqual(
      declined.json,
    );
  });

  test("is erased on request at once, by an admin, and again", async () => {
    const { id } = await ask(9);
    const body = { reason: "requested_by_subject" };
    const erased = await operate("eraseAccountRequest", { id }, body, "erase-9");
    expect([erased.status, erased.json.contactName, erased.json.status]).toEqual([200, erasedText, "received"]);
    expect((await operate("eraseAccountRequest", { id }, body, "erase-9")).json).toEqual(erased.json);
    expect((await operate("eraseAccountRequest", { id }, body, "again")).json.contactEmail).toBe(erasedText);
    expect((await operate("getAccountRequest", { id })).json.contactEmail).toBe(erasedText);
    expect(readable()).toEqual([]);
    const rows = deployed.aws.store.rows().filter(({ pk }) => pk === id);
    expect(verifyChain({ pk: id, rows })).not.toHaveProperty("fault");
    expect((await ask(9)).id).not.toBe(id);
    for (const wrong of [{}, { reason: "Peregrine asked" }, { reason: ["unlawful"] }])
      expect((await operate("eraseAccountRequest", { id }, wrong, crypto.randomUUID())).status).toBe(400);
    const other = { id: "acr_01K9ZQ4T0V8Y3M5N7P9R1S3T5V" };
    expect((await operate("eraseAccountRequest", other, body, "other")).status).toBe(404);
  });

  test("says whose it is in every answer that a key keeps", () => {
    const kept = Object.values(allScreeningOperations).filter(({ idempotencyKey, reply }) => {
      const schema = JSON.stringify(z.toJSONSchema(reply.schema, { io: "input", unrepresentable: "any" }));
      return idempotencyKey !== undefined && schema.includes('"AccountRequest"');
    });
    expect(kept.map(({ id, personal }) => [id, personal?.kind])).toEqual([
      ["acceptAccountRequest", "requester"],
      ["declineAccountRequest", "requester"],
      ["eraseAccountRequest", "requester"],
    ]);
  });

  test("is erased a year after the last act where nothing came of it, and stays where an account did", async () => {
    const [open, accepted] = [await ask(2), await ask(3)];
    const account = (await operate("acceptAccountRequest", accepted, {})).json.account;
    expect(account.name).toBe(planted.company);
    await advance(364 * day);
    expect((await operate("getAccountRequest", open)).json.contactName).toBe(planted.person);
    await advance(day);
    expect((await operate("getAccountRequest", open)).json).toMatchObject({
      contactName: erasedText,
      useCase: erasedText,
    });
    expect((await operate("getAccountRequest", accepted)).json.contactName).toBe(planted.person);
    const key = deployed.aws.subjectKeys.rows().find(({ pk }) => pk === `requester:${open.id}`);
    expect(key?.body).toMatchObject({ wrapped: null });
    const rows = deployed.aws.store.rows().filter(({ pk }) => pk === open.id);
    expect(verifyChain({ pk: open.id, rows })).not.toHaveProperty("fault");
    expect(rows.find(({ sk }) => sk === "row")?.index?.due).toBeUndefined();
  });
});
