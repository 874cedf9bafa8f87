import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screeningOperations } from "../../../../functions/contract/screening.ts";
import { pathOf } from "../../../support/routes/bad-input.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let one: AccountOwner;
let ids: Record<string, string>;

type Fields = Readonly<Record<string, unknown>>;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("unlimited", "One");
  const body = { value: wallet, webhook: "http://127.0.0.1:9/alerts" };
  const monitor = JSON.parse((await deployed.call("openMonitor", one.apiKey, {}, body)).text);
  const [screenId, monitorId] = [monitor.screenId, monitor.id];
  ids = {
    ...{ listAccountScreens: screenId, readAccountScreen: screenId, listMonitors: monitorId, getMonitor: monitorId },
    ...{ listAccountMonitors: monitorId, readAccountMonitor: monitorId },
  };
});

afterAll(() => deployed.stop());

async function send(id: string, query: Record<string, string>, record = ids[id] ?? "") {
  const op = screeningOperationOf(id);
  const bearer = op.caller === "tenant" ? one.apiKey : deployed.operatorToken;
  const path = `${pathOf(op, { id: record })}?${new URLSearchParams(query)}`;
  const reply = await deployed.send(op, { method: "GET", path, headers: { authorization: `Bearer ${bearer}` } });
  return { status: reply.status, body: JSON.parse(reply.text) };
}

async function shown(id: string, query: Record<string, string> = {}): Promise<Fields> {
  const { body } = await send(id, query);
  if (screeningOperationOf(id).path.includes("{id}")) return body;
  return body.data.find((each: Fields) => each.id === ids[id]);
}

async function cost(call: () => Promise<unknown>): Promise<number> {
  await call();
  const costs: number[] = [];
  // The limiter shares what was spent once a second, in one of them.
  for (let time = 0; time < 3; time += 1) {
    const before = deployed.aws.store.calls;
    await call();
    costs.push(deployed.aws.store.calls - before);
  }
  return Math.min(...costs);
}

const expanding = screeningOperations.filter(({ expands }) => expands !== undefined);

test("every read of screens and monitors can embed what it names", () => {
  const others = ["getScreen"];
  expect(expanding.map(({ id }) => id).sort()).toEqual(Object.keys(ids).sort());
  expect(others.every((id) => screeningOperationOf(id).expands === undefined)).toBe(true);
});

describe.each(expanding.map((op) => [op.id, op] as const))("%s", (id, { expands = {} }) => {
  test.each(Object.entries(expands))("embeds %s as %s shows it", async (name, operation) => {
    const plain = await shown(id);
    const { [name]: embedded, ...rest } = await shown(id, { expand: name });
    expect(rest).toEqual(plain);
    expect(plain).not.toHaveProperty(name);
    expect(embedded).toEqual((await send(operation, {}, String((embedded as Fields).id))).body);
  });

  test("embeds everything at once, at one read more than nothing costs, and refuses every other name", async () => {
    const names = Object.keys(expands);
    const without = await cost(() => shown(id));
    expect(await cost(() => shown(id, { expand: names.join(",") }))).toBe(without + 1);
    for (const expand of ["", "nope", `${names[0]},`, "__proto__"])
      expect(await send(id, { expand })).toMatchObject({
        ...{ status: 400 },
        body: { fields: [{ path: "expand", message: expect.stringContaining(names[0] ?? "") }] },
      });
  });
});
