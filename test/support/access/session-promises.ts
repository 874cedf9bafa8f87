import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ProductConsole, Visitor } from "../routes/visitor.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";

const minute = 60;

interface SessionWorld {
  readonly deployed: DeployedSandbox;
  readonly visited?: ProductConsole;
  /** A page that needs a session. */
  readonly page: string;
}

/** What holds of the sessions of either product's console. */
export function promiseSessions({ deployed, visited, page }: SessionWorld): void {
  let anna: Visitor;
  let other: Visitor;

  beforeAll(() => deployed.open());
  afterAll(() => deployed.stop());

  beforeEach(async () => {
    [anna, other] = await Promise.all([signedIn("192.0.2.1"), signedIn("192.0.2.2", `${deployed.operatorToken}-2`)]);
  });

  async function signedIn(address: string, token = deployed.operatorToken): Promise<Visitor> {
    const who = new Visitor(deployed, address, visited);
    expect((await who.signIn(token)).status).toBe(303);
    return who;
  }

  const isIn = async (who: Visitor) => (await who.get(page)).status === 200;

  /** What a link of the first operator opens. */
  async function link(): Promise<string> {
    const minted = await deployed.call("mintConsoleLink", deployed.operatorToken);
    return JSON.parse(minted.text).url.slice(-43);
  }

  function audited(reason: string): unknown[] {
    const entries = deployed.aws.store.rows().filter(({ type }) => type === "entry");
    return entries.map(({ body }) => body).filter((body) => (body as { reason: string }).reason === reason);
  }

  test("one operator ends all of another's, their links too, and nobody else's", async () => {
    const token = await link();
    const ended = await deployed.call("endOperatorSessions", `${deployed.operatorToken}-2`, { name: "One" });
    expect([ended.status, JSON.parse(ended.text)]).toEqual([200, { name: "One", endedAt: expect.any(String) }]);
    expect([await isIn(anna), await isIn(other)]).toEqual([false, true]);
    expect((await anna.get("showEnter", { token })).status).toBe(404);
    expect((await anna.post("enterConsole", {}, { token })).status).toBe(404);
    expect(audited("ended every console session of One").at(-1)).toMatchObject({ actor: "operator:two" });
    expect(await isIn(await signedIn("192.0.2.1"))).toBe(true);
  });

  test("whoever is no admin ends their own, and nobody else's", async () => {
    const byTwo = (name: string) => deployed.call("endOperatorSessions", `${deployed.operatorToken}-2`, { name });
    const give = (role: string) => deployed.call("setOperatorRole", deployed.operatorToken, { name: "two" }, { role });
    expect((await give("viewer")).status).toBe(200);
    const refused = await byTwo("one");
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      403,
      expect.objectContaining({ code: "insufficient_scope", role: "admin" }),
    ]);
    expect([await isIn(anna), await isIn(other)]).toEqual([true, true]);
    expect((await byTwo("Two")).status).toBe(200);
    expect([await isIn(anna), await isIn(other)]).toEqual([true, false]);
    expect((await give("admin")).status).toBe(200);
  });

  test("an admin sees who may come in, and gives roles there", async () => {
    const list = await anna.get("showOperators");
    for (const text of ["operators/one", "operators/two", "a token"]) expect(list.text).toContain(text);
    const page = await anna.get("showOperator", { name: "two" });
    for (const text of ["192.0.2.2", "They have no passkey"]) expect(page.text).toContain(text);
    const given = await anna.post("setRoleOf", { role: "reviewer" }, { name: "two" });
    expect(given.headers.location).toBe("../../../console/operators/two?done=role-given");
    expect((await anna.get("showOperator", { name: "Two" })).text).toContain("operator:one");
    expect((await other.get("showOperators")).status).toBe(403);
    expect((await other.get("showSessions")).text).not.toContain("/operators");
    const own = await anna.post("setRoleOf", { role: "viewer" }, { name: "one" });
    expect([own.status, own.text]).toEqual([409, expect.stringContaining("obody changes their own role")]);
    expect((await anna.get("showOperator", { name: "nobody" })).status).toBe(404);
    expect((await anna.post("setRoleOf", { role: "admin" }, { name: "two" })).status).toBe(303);
  });

  test("everybody's end at once", async () => {
    const ended = await deployed.call("endAllSessions", deployed.operatorToken);
    expect([ended.status, JSON.parse(ended.text)]).toEqual([200, { endedAt: expect.any(String) }]);
    expect([await isIn(anna), await isIn(other)]).toEqual([false, false]);
    expect(audited("ended everybody's console sessions").at(-1)).toMatchObject({ actor: "operator:one" });
  });

  test("an operator sees their own with where each began, and ends one of them", async () => {
    await deployed.call("endAllSessions", deployed.operatorToken);
    const [first, second] = [await signedIn("192.0.2.3"), await signedIn("192.0.2.4")];
    const stranger = await signedIn("192.0.2.5", `${deployed.operatorToken}-2`);
    await deployed.advance(5 * minute);
    const { text } = await second.get("showSessions");
    expect(text).toContain("192.0.2.3");
    expect(text).toContain("192.0.2.4");
    expect(text).not.toContain("192.0.2.5");
    expect(text).toContain("5 min ago");
    const [, latest = "", before = ""] = /\/(ses_\w{26})\/end[\s\S]*\/(ses_\w{26})\/end/.exec(text) ?? [];
    // Another's is none of yours.
    await stranger.get("showSessions");
    expect((await stranger.post("endSession", {}, { id: before })).status).toBe(404);
    expect(await isIn(first)).toBe(true);
    const ended = await second.post("endSession", {}, { id: before });
    expect([ended.status, ended.headers.location]).toEqual([303, "../../../console/sessions?done=session-ended"]);
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    const own = await second.post("endSession", {}, { id: latest });
    expect(own.headers.location).toBe("../../../console/sign-in?out=1");
    expect(await isIn(second)).toBe(false);
    expect(audited("ended a console session").at(-1)).toMatchObject({ actor: "operator:one" });
  });

  test("an operator ends all of their own, another's by name, and everybody's", async () => {
    const twin = await signedIn("192.0.2.6");
    await anna.get("showSessions");
    const ended = await anna.post("endOwnSessions");
    expect(ended.headers.location).toBe("../../console/sign-in?out=1");
    expect(ended.headers["set-cookie"]).toContain("Max-Age=0");
    expect([await isIn(anna), await isIn(twin), await isIn(other)]).toEqual([false, false, true]);
    const back = await signedIn("192.0.2.1");
    await other.get("showSessions");
    expect((await other.post("endSessionsOf", {}, { name: "not a name" })).status).toBe(404);
    const of = await other.post("endSessionsOf", {}, { name: "one" });
    expect(of.headers.location).toBe("../../../../console/operators/one?done=sessions-ended");
    expect([await isIn(back), await isIn(other)]).toEqual([false, true]);
    await other.get("showSessions");
    expect((await other.post("endEverybodysSessions")).headers.location).toBe("../../console/sign-in?out=1");
    expect(await isIn(other)).toBe(false);
  });

  test("a name is one that operators can have", async () => {
    for (const name of ["anna@example.com", "Ops.Team_1", "a"])
      expect((await deployed.call("endOperatorSessions", deployed.operatorToken, { name })).status).toBe(200);
    for (const name of [".hidden", "x".repeat(129), "a b", "%00", "ann%C3%A4"])
      expect((await deployed.call("endOperatorSessions", deployed.operatorToken, { name })).status, name).toBe(404);
  });
}
