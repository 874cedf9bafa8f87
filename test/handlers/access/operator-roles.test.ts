import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operatorRoles } from "../../../functions/domain/core/operator.ts";
import { actionRoles } from "../../../functions/domain/review/review-reason-code.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { eventOf, handlerOf, operationOf, replyOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const one = deployed.operatorToken;
const two = `${one}-2`;
const tokenOf = (name: string) => `${name}-has-this-token-and-nobody-else-has-it`.padEnd(43, "x");

beforeAll(async () => {
  await deployed.open();
  deployed.aws.tokens = [...deployed.aws.tokens, ...["anna", "Bo"].map((name) => ({ name, token: tokenOf(name) }))];
});
afterAll(() => deployed.stop());

async function call(...given: Parameters<DeployedSandbox["call"]>) {
  const { status, text } = await deployed.call(...given);
  return { status, json: JSON.parse(text) };
}

const give = (name: string, role: string, token = one) => call("setOperatorRole", token, { name }, { role });

/** What an IAM principal hears who asks for a tenant's list and for a flag to be set. */
async function byIam(arn: string): Promise<number[]> {
  const ask = async (id: string) => {
    const op = operationOf(id);
    return replyOf(await (await handlerOf(op))(eventOf(goodRequest(op), arn))).status;
  };
  return [await ask("listTenants"), await ask("setFlag")];
}

const arn = (name: string) => `arn:aws:sts::111111111111:assumed-role/AWSReservedSSO_Ops_0123456789abcdef/${name}`;

describe("before anybody was given a role", () => {
  test("everybody who may come in is an admin, and tokens are listed as that", async () => {
    expect(await byIam(arn("carol"))).toEqual([200, 200]);
    const { json } = await call("listOperators", one);
    expect(json.operators.map(({ name, role, changedAt }: Record<string, unknown>) => [name, role, changedAt])).toEqual(
      ["anna", "bo", "one", "two"].map((name) => [name, "admin", null]),
    );
  });
});

describe("a role", () => {
  test("that an admin gives holds from the next request on, by token and in the console", async () => {
    const visitor = new Visitor(deployed);
    await visitor.signIn(tokenOf("anna"));
    expect((await give("Anna", "viewer")).json).toMatchObject({
      name: "anna",
      role: "viewer",
      changedBy: "operator:one",
    });
    expect(await call("setFlag", tokenOf("anna"), {}, {})).toMatchObject({
      status: 403,
      json: { code: "insufficient_scope", role: "admin" },
    });
    const refused = await visitor.post("registerTenant", { slug: "by-anna" });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("needs the role admin")]);
    expect((await visitor.get("showTenants")).status).toBe(200);
    await give("anna", "admin");
    expect((await call("setFlag", tokenOf("anna"), {}, {})).status).toBe(400);
  });

  test("makes the admin who gives the first one an admin on record, and is on the trail", async () => {
    expect((await call("getOperator", two, { name: "one" })).json).toMatchObject({
      role: "admin",
      changedBy: "operator:one",
    });
    const { json } = await call("listAudit", one, {}, undefined);
    const entry = json.data.find(
      ({ action, to }: Record<string, string>) => action === "setOperatorRole" && to === "anna=viewer",
    );
    expect(entry).toMatchObject({
      actor: "operator:one",
      subject: "operators",
      from: "anna=none",
      after: { operators: { anna: { role: "viewer" } } },
    });
  });

  test("is nobody's to change of themselves, whatever door and spelling", async () => {
    expect(await give("One", "viewer")).toMatchObject({ status: 409, json: { code: "own_role" } });
    expect(await give("bo", "viewer", tokenOf("Bo"))).toMatchObject({ status: 409, json: { code: "own_role" } });
  });

  test("of a principal of IAM who was given none is viewer once an admin is on record", async () => {
    expect(await byIam(arn("carol"))).toEqual([200, 403]);
    await give("carol", "admin");
    expect(await byIam(arn("Carol"))).toEqual([200, 200]);
    await give("carol", "finance");
    expect(await byIam(arn("carol"))).toEqual([200, 403]);
  });

  test("is the same by every door of one name", async () => {
    await give("bo", "viewer");
    expect(await byIam(arn("Bo"))).toEqual([200, 403]);
    expect((await call("setFlag", tokenOf("Bo"), {}, {})).status).toBe(403);
  });

  test("is taken by no more than one of two admins who take each other's", async () => {
    await give("two", "admin");
    await give("anna", "viewer");
    const both = await Promise.all([give("two", "viewer", one), give("one", "viewer", two)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { json } = await call("listOperators", both[0]?.status === 200 ? one : two);
    const admins = json.operators.filter(({ role }: { role: string }) => role === "admin");
    expect(admins).toHaveLength(1);
    const [left, token] = admins[0].name === "one" ? ["two", one] : ["one", two];
    await give(left, "admin", token);
  });

  test.each(["__proto__", "constructor/", "", "a b", "x".repeat(129)])("has no operator called %j", async (name) => {
    expect((await give(name, "viewer")).status).toBeGreaterThanOrEqual(400);
  });

  test("may be that of a name which every object has", async () => {
    expect((await call("getOperator", one, { name: "constructor" })).status).toBe(404);
    expect((await give("constructor", "viewer")).json).toMatchObject({ name: "constructor", role: "viewer" });
    expect((await call("getOperator", one, { name: "constructor" })).json).toMatchObject({ role: "viewer" });
  });
});

describe("what may be done about an item of the queue", () => {
  const body = {
    ...{ note: { note: "x" }, returned_off_platform: { reference: "r" }, resolve: { reference: "r" } },
    ...{ reported: { reference: "r" }, verdict: { verdict: "pass" }, assign: { assignee: "one" } },
  } as Readonly<Record<string, object>>;
  const params = { id: "rev_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" };

  test.each(Object.entries(actionRoles))("%s takes %s", async (action, needed) => {
    for (const role of operatorRoles) {
      await give("anna", role);
      const enough = operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
      const { status, json } = await call("actOnReview", tokenOf("anna"), params, { action, ...body[action] });
      expect([role, status, json.code]).toEqual([role, ...(enough ? [404, "not_found"] : [403, "insufficient_scope"])]);
    }
  });
});
