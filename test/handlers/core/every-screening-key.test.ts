import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import { goodBody } from "../../support/routes/bad-input.ts";
import { expectOnce } from "../../support/routes/once.ts";
import { DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening();
const token = deployed.operatorToken;
const second = `${token}-2`;
let made = 0;

beforeAll(() => deployed.open());

afterAll(() => deployed.stop());

/** Calls an operation on the way to another one; what comes back must be good. */
async function make(id: string, bearer: string, params: Record<string, string> = {}, body?: unknown) {
  const reply = await deployed.call(id, bearer, params, body);
  expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
  return JSON.parse(reply.text);
}

async function accountRequest(): Promise<Record<string, string>> {
  const contactEmail = `ada-${++made}@acme.example`;
  const asked = { companyName: "Acme", contactName: "Ada", contactEmail, plan: "free", useCase: "payouts" };
  return { id: (await make("requestAccount", "", {}, asked)).requestId };
}

/** An entry that was proposed, and approved where it is to be in force. */
async function entry(isInForce = false): Promise<Record<string, string>> {
  const value = `0x${`${++made}`.padStart(40, "0")}`;
  const { id } = await make(
    "proposeOwnEntry",
    second,
    {},
    { ...Object(goodBody(operation("proposeOwnEntry"))), value },
  );
  if (isInForce) await make("approveOwnEntry", token, { id }, {});
  return { id };
}

function operation(id: string) {
  const found = screeningOperations.find((op) => op.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

interface Input {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}

/** What has to be there before an operator asks for something. Whoever adds an operation adds a line, or its example is enough. */
const scenes: Readonly<Record<string, () => Promise<Input>>> = {
  endOperatorSessions: async () => ({ params: { name: "anna" } }),
  mintAccountKey: async () => ({ params: { id: (await deployed.account("pro")).id } }),
  acceptAccountRequest: async () => ({ params: await accountRequest(), body: { plan: "free", note: null } }),
  declineAccountRequest: async () => ({ params: await accountRequest() }),
  eraseAccountRequest: async () => ({ params: await accountRequest() }),
  approveOwnEntry: async () => ({ params: await entry(), body: { note: "seen" } }),
  rejectOwnEntry: async () => ({ params: await entry(), body: { note: "seen" } }),
  withdrawOwnEntry: async () => ({ params: await entry(true), body: { reason: "sold" } }),
};

const posts = screeningOperations.filter((op) => op.caller === "operator" && op.method === "POST" && op.idempotencyKey);

describe("a POST of the screening interface's operators", () => {
  test.each(posts.map((op) => [op.id, op] as const))("%s is answered once for each key", async (id, op) => {
    const { params = {}, body = goodBody(op) } = (await scenes[id]?.()) ?? {};
    const key = `once-${id}`;
    const { commits } = deployed.aws.store;
    const first = await deployed.call(id, token, params, body, { "idempotency-key": key });
    expect(first.status, `${id} needs a scene: ${first.text}`).toBeLessThan(300);
    if (!op.claim) expect(deployed.aws.store.commits - commits).toBe(1);
    await expectOnce(deployed, { op, bearer: token, params, body, key }, first);
  });

  test("belongs to the operator who sent the key", async () => {
    const open = (bearer: string) =>
      deployed.call("createAccount", bearer, {}, { name: "Acme", plan: "free" }, { "idempotency-key": "mine" });
    const accounts = await Promise.all([open(token), open(second)]);
    const ids = accounts.map(({ text }) => JSON.parse(text).id);
    expect(new Set(ids).size).toBe(2);
    expect(JSON.parse((await open(token)).text)).toMatchObject({ id: ids[0], apiKey: null });
  });
});
