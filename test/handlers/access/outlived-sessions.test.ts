import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const old = deployed.operatorToken;
const successor = "the-token-that-came-after-a-rotation-of-the-old-one";
const others = deployed.aws.tokens.filter(({ name }) => name !== "one");
let visitor: Visitor;

beforeAll(async () => {
  // Before the Lambdas are loaded, so that what they remember ages by it.
  vi.useFakeTimers({ toFake: ["Date"] });
  await deployed.start();
});

afterAll(() => {
  deployed.stop();
  vi.useRealTimers();
});

beforeEach(() => {
  tokensAre(old);
  visitor = new Visitor(deployed);
});

/** The secret as a rotation leaves it, once every Lambda has felt it. */
function tokensAre(...tokens: readonly string[]): void {
  deployed.aws.tokens = [...tokens.map((token) => ({ name: "one", token })), ...others];
  vi.setSystemTime(Date.now() + 31_000);
}

async function isIn(who = visitor): Promise<boolean> {
  const { status, headers } = await who.get("showTenants");
  if (status !== 200) expect([status, headers.location]).toEqual([303, "../console/sign-in?next=tenants"]);
  return status === 200;
}

async function linkFrom(token: string): Promise<string> {
  const minted = await deployed.call("mintConsoleLink", token);
  expect(minted.status, minted.text).toBe(201);
  return JSON.parse(minted.text).url.slice(-43);
}

async function entered(token: string): Promise<Visitor> {
  const who = new Visitor(deployed);
  const reply = await who.post("enterConsole", {}, { token: await linkFrom(token) });
  expect(reply.status).toBe(303);
  await who.get("showNewTenant");
  return who;
}

describe("a token that was stolen and rotated away", () => {
  test("leaves no session of a link that it minted, and none may approve with it", async () => {
    const thief = await entered(old);
    expect(await isIn(thief)).toBe(true);
    tokensAre(successor);
    expect(await isIn(thief)).toBe(false);
    const asked = await thief.post("registerTenant", { slug: "stolen", name: "Stolen", contactEmail: "a@b.example" });
    expect([asked.status, asked.headers.location]).toEqual([303, "../console/sign-in"]);
  });

  test("leaves no link of its own that still opens", async () => {
    const token = await linkFrom(old);
    tokensAre(successor);
    expect((await visitor.get("showEnter", { token })).status).toBe(404);
    expect((await visitor.post("enterConsole", {}, { token })).status).toBe(404);
    expect(visitor.cookie).toBe("");
  });

  test("leaves no session of its own", async () => {
    await visitor.signIn(old);
    expect(await isIn()).toBe(true);
    tokensAre(successor);
    expect(await isIn()).toBe(false);
    await visitor.signIn(successor);
    expect(await isIn()).toBe(true);
  });
});

describe("a rotation", () => {
  test("keeps what the old token began for as long as the old token lives", async () => {
    const [byLink] = [await entered(old), await visitor.signIn(old)];
    tokensAre(old, successor);
    expect([await isIn(byLink), await isIn()]).toEqual([true, true]);
    tokensAre(successor);
    expect([await isIn(byLink), await isIn()]).toEqual([false, false]);
  });

  test("lets a new token in at once, wherever the old ones are still remembered", async () => {
    await visitor.signIn(old);
    deployed.aws.tokens = [...deployed.aws.tokens, { name: "one", token: successor }];
    vi.setSystemTime(Date.now() + 2000);
    const other = await entered(successor);
    expect(await isIn(other)).toBe(true);
  });
});
