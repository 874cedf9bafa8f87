import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resetPasskeys } from "../../../functions/app/access/operator-passkeys.ts";
import { type Otherwise, optionsIn, SoftwareAuthenticator } from "../../support/access/software-authenticator.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox({ PASSKEYS: "required" });
const minute = 60;
const tokenOf = (nth: number) => `the-token-of-the-operator-who-has-the-number-${nth}`;
let operators = 0;
let token: string;
let name: string;
let visitor: Visitor;
let own: SoftwareAuthenticator;

beforeAll(() => {
  const more = Array.from({ length: 60 }, (_, nth) => ({ name: `op-${nth}`, token: tokenOf(nth) }));
  deployed.aws.tokens = [...deployed.aws.tokens, ...more];
  return deployed.start();
});

afterAll(() => deployed.stop());

// Each test has an operator and an address of its own.
beforeEach(() => fresh());

function fresh(): void {
  [token, name] = [tokenOf(operators), `op-${operators}`];
  visitor = new Visitor(deployed, `198.51.100.${operators}`);
  own = new SoftwareAuthenticator();
  operators += 1;
}

const isIn = async (who = visitor) => (await who.get("showTenants")).status === 200;

/** Gives the token; what the page asks the browser for. */
async function asked(who = visitor, by = token) {
  const reply = await who.post("signIn", { token: by });
  expect([reply.status, reply.headers.location]).toEqual([303, "../console/sign-in/passkey"]);
  const page = await who.get("showPasskeySignIn");
  expect(page.status).toBe(200);
  return optionsIn(page.text);
}

/** A first sign-in, which makes a passkey. */
async function enrolled(who = visitor, authenticator = own, by = token): Promise<void> {
  const answer = authenticator.make(await asked(who, by));
  const reply = await who.post("enrolPasskey", { answer, name: "work laptop" });
  expect([reply.status, reply.headers.location], reply.text).toEqual([303, "../../../console"]);
  await who.get("showNewTenant");
}

async function signedOut(): Promise<void> {
  expect((await visitor.post("signOut")).status).toBe(303);
}

/** Whoever presents this is not let in, and the sign-in is used up. */
async function expectRefused(answer: string, who = visitor): Promise<void> {
  const reply = await who.post("presentPasskey", { answer });
  expect([reply.status, reply.headers["set-cookie"]], reply.text).toEqual([401, undefined]);
  expect(reply.text).toContain("This passkey was not taken");
  expect(await isIn(who)).toBe(false);
  expect((await who.get("showPasskeySignIn")).status).toBe(303);
}

function audited(reason: string): unknown[] {
  const entries = deployed.aws.store.rows().filter(({ type }) => type === "entry");
  return entries.map(({ body }) => body).filter((body) => (body as { reason: string }).reason === reason);
}

describe("an operator without a passkey, where one is required", () => {
  test("makes one before anything else, and is on the audit trail with it", async () => {
    const options = await asked();
    expect(options).toMatchObject({
      ...{ rp: { id: "localhost", name: "sluice" }, attestation: "none", excludeCredentials: [] },
      authenticatorSelection: { userVerification: "required" },
    });
    expect(await isIn()).toBe(false);
    expect((await visitor.get("showPasskeys")).status).toBe(303);
    const reply = await visitor.post("enrolPasskey", { answer: own.make(options), name: "work laptop" });
    expect([reply.status, reply.headers.location]).toEqual([303, "../../../console"]);
    expect(await isIn()).toBe(true);
    const actor = `operator:${name}`;
    expect(audited("registered their first passkey").at(-1)).toMatchObject({
      ...{ actor, after: { detail: { name: "work laptop", address: visitor.address } } },
    });
    expect(audited("gave a token and was asked for a passkey").at(-1)).toMatchObject({ actor });
    const rows = JSON.stringify(deployed.aws.store.rows()) + deployed.logged.join("\n");
    for (const secret of [token, visitor.cookie.split("=")[1] ?? ""]) expect(rows).not.toContain(secret);
  });

  test.each<[string, Otherwise]>([
    ["for another origin", { origin: "https://console.evil.example" }],
    ["for another host", { host: "evil.example" }],
    ["for another challenge", { challenge: "AAAA" }],
    ["by nobody in particular", { verified: false }],
    ["as an assertion", { type: "webauthn.get" }],
  ])("makes none %s, and is let in nowhere", async (_, otherwise) => {
    const answer = own.make(await asked(), otherwise);
    const reply = await visitor.post("enrolPasskey", { answer, name: "stolen" });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(await isIn()).toBe(false);
    expect(await asked()).toHaveProperty("rp");
  });

  test.each(["{}", "null", "[]", "nonsense", '{"id":"x","response":{}}', "\u0000"])(
    "makes none of the answer %j",
    async (answer) => {
      await asked();
      const reply = await visitor.post("enrolPasskey", { answer, name: "stolen" });
      expect(reply.status).toBe(401);
      expect(await isIn()).toBe(false);
    },
  );

  test("makes one of two that are made at once, and none by a form of another session", async () => {
    const other = new Visitor(deployed, "203.0.113.1");
    const [mine, theirs] = [await asked(), await asked(other)];
    const foreign = { answer: own.make(mine), name: "mine", form: other.formToken };
    expect((await visitor.post("enrolPasskey", foreign)).status).toBe(403);
    const thief = new SoftwareAuthenticator();
    await Promise.all([
      visitor.post("enrolPasskey", { answer: own.make(mine), name: "mine" }),
      other.post("enrolPasskey", { answer: thief.make(theirs), name: "theirs" }),
    ]);
    expect([await isIn(), await isIn(other)].filter(Boolean)).toHaveLength(1);
  });

  test("has five minutes for it", async () => {
    const options = await asked();
    await deployed.advance(5 * minute);
    const reply = await visitor.post("enrolPasskey", { answer: own.make(options), name: "late" });
    expect([reply.status, reply.headers.location]).toEqual([303, "../../../console/sign-in"]);
  });
});

describe("an operator with a passkey", () => {
  beforeEach(async () => {
    await enrolled();
    await signedOut();
  });

  test("is let in by it and where they wanted to go, and not by the token alone", async () => {
    await visitor.post("signIn", { token, next: "tenants" });
    expect(await isIn()).toBe(false);
    const options = optionsIn((await visitor.get("showPasskeySignIn")).text);
    expect(options).toMatchObject({
      ...{ rpId: "localhost", userVerification: "required" },
      allowCredentials: [{ type: "public-key", id: own.id, transports: ["usb"] }],
    });
    const reply = await visitor.post("presentPasskey", { answer: own.present(options) });
    expect([reply.status, reply.headers.location]).toEqual([303, "../../console/tenants"]);
    expect(await isIn()).toBe(true);
    expect(audited("signed in to the console").at(-1)).toMatchObject({ actor: `operator:${name}` });
  });

  test.each<[string, Otherwise]>([
    ["another origin", { origin: "https://console.evil.example" }],
    ["the origin of another port", { origin: "http://localhost:4001" }],
    ["another host", { host: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a person that was not verified", { verified: false }],
    ["a counter that went back", { counter: 0 }],
    ["the making of a passkey", { type: "webauthn.create" }],
  ])("is refused an answer for %s", async (_, otherwise) => {
    own.counter = 5;
    await visitor.post("presentPasskey", { answer: own.present(await asked()) });
    await visitor.get("showNewTenant");
    expect(await isIn()).toBe(true);
    await signedOut();
    await expectRefused(own.present(await asked(), otherwise));
  });

  test("is refused a passkey of another operator, by its own name and by theirs", async () => {
    const [victim, first] = [token, own];
    fresh();
    await enrolled();
    await signedOut();
    await expectRefused(own.present(await asked(visitor, victim)));
    await expectRefused(own.present(await asked(visitor, victim), { id: first.id }));
  });

  test("is refused an answer that counted before, and the answer to another sign-in's challenge", async () => {
    const options = await asked();
    const answer = own.present(options);
    expect((await visitor.post("presentPasskey", { answer })).status).toBe(303);
    const thief = new Visitor(deployed, "203.0.113.2");
    await asked(thief);
    await expectRefused(answer, thief);
  });

  test("has one answer of two at once counted", async () => {
    const answer = own.present(await asked());
    const { cookie, formToken } = visitor;
    const twin = Object.assign(new Visitor(deployed, "203.0.113.3"), { cookie, formToken });
    const replies = await Promise.all([visitor, twin].map((who) => who.post("presentPasskey", { answer })));
    expect(replies.filter(({ headers }) => headers["set-cookie"] !== undefined)).toHaveLength(1);
  });

  test("has five minutes, and one try for each token that they give", async () => {
    const options = await asked();
    await deployed.advance(5 * minute);
    const late = await visitor.post("presentPasskey", { answer: own.present(options) });
    expect([late.status, late.headers.location]).toEqual([303, "../../console/sign-in"]);
    const again = await asked();
    await expectRefused(own.present(again, { challenge: "AAAA" }));
    const second = await visitor.post("presentPasskey", { answer: own.present(again) });
    expect([second.status, second.headers["set-cookie"]]).toEqual([303, undefined]);
    expect(await isIn()).toBe(false);
  });

  test("is not got around by a link that their token mints, nor by making another passkey", async () => {
    const minted = await deployed.call("mintConsoleLink", token);
    const thief = new Visitor(deployed, "203.0.113.4");
    const entered = await thief.post("enterConsole", {}, { token: JSON.parse(minted.text).url.slice(-43) });
    expect([entered.status, entered.headers.location]).toEqual([303, "../../console/sign-in/passkey"]);
    expect(await isIn(thief)).toBe(false);
    const options = optionsIn((await thief.get("showPasskeySignIn")).text);
    const made = await thief.post("enrolPasskey", { answer: new SoftwareAuthenticator().make(options), name: "thief" });
    expect([made.status, made.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(await isIn(thief)).toBe(false);
  });

  test("locks their address with the fifth wrong one, though the token is right each time", async () => {
    for (let tries = 0; tries < 5; tries += 1) await expectRefused(own.present(await asked(), { challenge: "AAAA" }));
    expect((await visitor.post("signIn", { token })).status).toBe(429);
  });

  test("is waited for no more once their token is retired or their sessions are ended", async () => {
    const options = await asked();
    await deployed.call("endOperatorSessions", deployed.operatorToken, { name });
    const reply = await visitor.post("presentPasskey", { answer: own.present(options) });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([303, undefined]);
    expect(await isIn()).toBe(false);
  });
});

describe("in a session that a passkey began", () => {
  beforeEach(() => enrolled());

  /** What the page to add another one asks the browser for. */
  async function askedAgain() {
    await visitor.get("showPasskeys");
    return optionsIn((await visitor.post("askForPasskey")).text);
  }

  test("another one is added and either is taken, until one is taken away; the last one stays", async () => {
    const spare = new SoftwareAuthenticator();
    const options = await askedAgain();
    expect(options.excludeCredentials).toMatchObject([{ id: own.id }]);
    const added = await visitor.post("addPasskey", { answer: spare.make(options), name: "in the safe" });
    expect(added.headers.location).toBe("../console/passkeys?done=passkey-added");
    expect((await visitor.get("showPasskeys")).text).toContain("in the safe");
    await signedOut();
    expect((await visitor.post("presentPasskey", { answer: spare.present(await asked()) })).status).toBe(303);
    await visitor.get("showPasskeys");
    const removed = await visitor.post("removePasskey", { passkey: own.id });
    expect(removed.headers.location).toBe("../../console/passkeys?done=passkey-removed");
    expect((await visitor.post("removePasskey", { passkey: spare.id })).status).toBe(403);
    expect((await visitor.post("removePasskey", { passkey: own.id })).status).toBe(404);
    await signedOut();
    await expectRefused(own.present(await asked()));
  });

  test("a challenge makes one passkey, within five minutes, in its own session", async () => {
    const options = await askedAgain();
    const wrong = await visitor.post("addPasskey", { answer: own.make(options, { challenge: "AAAA" }), name: "x" });
    expect(wrong.status).toBe(401);
    const spare = new SoftwareAuthenticator();
    expect((await visitor.post("addPasskey", { answer: spare.make(options), name: "x" })).status).toBe(401);
    const late = await askedAgain();
    await deployed.advance(5 * minute);
    expect((await visitor.post("addPasskey", { answer: spare.make(late), name: "x" })).status).toBe(401);
    expect((await visitor.post("addPasskey", { answer: own.make(await askedAgain()), name: "x" })).status).toBe(401);
  });

  test("a lost one is taken away by another operator, never by its owner, and sessions end with it", async () => {
    await visitor.get("showPasskeys");
    expect((await visitor.post("removePasskeysOf", {}, { name })).status).toBe(409);
    const own409 = await deployed.call("removeOperatorPasskeys", token, { name });
    expect([own409.status, JSON.parse(own409.text).code]).toEqual([409, "second_operator_required"]);
    expect((await deployed.call("removeOperatorPasskeys", token, { name: "nobody" })).status).toBe(404);
    const removed = await deployed.call("removeOperatorPasskeys", deployed.operatorToken, { name });
    expect([removed.status, JSON.parse(removed.text)]).toEqual([200, { name, removed: 1 }]);
    expect(audited(`took ${name}'s passkeys away`).at(-1)).toMatchObject({ actor: "operator:one" });
    expect(await isIn()).toBe(false);
    await enrolled(visitor, new SoftwareAuthenticator());
    expect(await isIn()).toBe(true);
  });

  test("the last operator's own is taken away by the command of who has the stage's account", async () => {
    const clock = { now: () => new Date().toISOString() };
    const by = { actor: `operator:${name}`, action: "resetPasskeys" };
    const context = { ...by, store: deployed.aws.store, clock, newId: () => "req_9", requestId: "req_9" };
    expect(await resetPasskeys(context, name)).toEqual({ name, removed: 1 });
    expect(audited(`took ${name}'s passkeys away`).at(-1)).toMatchObject(by);
    expect(await isIn()).toBe(false);
    await expect(resetPasskeys(context, name)).rejects.toMatchObject({ code: "not_found" });
  });
});
