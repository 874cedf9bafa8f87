import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AskOperators } from "../../../../bin/operate/operator-api.ts";
import { runPrivacy } from "../../../../bin/operate/privacy.ts";
import { allScreeningOperations } from "../../../../functions/contract/screening.ts";
import { erasedText } from "../../../../functions/domain/core/sealed-text.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists();
let ids: string[];

/** The screening interface's operators' routes, without a network. */
const ask: AskOperators = async ({ method, path, body }) => {
  const [place = ""] = path.split("?");
  const op = Object.values(allScreeningOperations).find(
    (each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(place),
  );
  if (!op) throw new Error(`no operation at ${method} ${path}`);
  const headers = { authorization: `Bearer ${deployed.operatorToken}`, "content-type": "application/json" };
  return deployed.send(op, { method, path, headers, ...(body && { body: JSON.stringify(body) }) });
};

const run = (...args: string[]) =>
  runPrivacy([...args, "--screening"], async (_, product) => {
    expect(product).toBe("screening");
    return ask;
  });
const said = async (...args: string[]) => JSON.parse(await run(...args));

async function requested(nth: number): Promise<string> {
  const who = { companyName: "Thistledown", contactName: "Peregrine", contactEmail: `p${nth}@thistledown.example` };
  const reply = await deployed.call("requestAccount", "", {}, who, { "x-forwarded-for": `198.51.100.${nth}` });
  return JSON.parse(reply.text).requestId;
}

beforeAll(async () => {
  await deployed.open();
  ids = [await requested(1), await requested(2)];
});
afterAll(() => deployed.stop());

describe("npm run privacy -- --screening", () => {
  test("finds who asked for an account, by address and by id", async () => {
    const [, id = ""] = ids;
    const found = await said("find", "P2@thistledown.example");
    expect(found).toEqual({ subjects: [{ id, status: "received", createdAt: expect.any(String) }] });
    expect(await said("find", id)).toEqual(found);
    expect(await said("find", "p3@thistledown.example")).toEqual({ subjects: [] });
  });

  test("exports and erases that one alone, at once", async () => {
    const [other = "", id = ""] = ids;
    expect(await said("export", id)).toMatchObject({ id, contactEmail: "p2@thistledown.example" });
    const reason = "consent_withdrawn";
    expect(await said("erase", id, "--reason", reason)).toMatchObject({ id, contactEmail: erasedText });
    expect(await said("export", id)).toMatchObject({ contactName: erasedText });
    expect(await said("export", other)).toMatchObject({ contactEmail: "p1@thistledown.example" });
    expect(await said("find", "p2@thistledown.example")).toEqual({ subjects: [] });
  });

  test.each([
    [["list"], /^Say one of find, export, erase, and whose/],
    [["withdraw", "ers_1"], /^Say one of find, export, erase, and whose/],
    [["erase", "acr_1", "--reference", "T-17"], /^--reference does not go with erase/],
    [["erase", "acr_00000000000000000000000000", "--reason", "because"], /^Refused \(400\)/],
    [["export", "../audit"], /^Refused \(404\)|no operation/],
  ])("says what it does not know: %j", async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(sentence);
  });
});
