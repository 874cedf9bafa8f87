import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { guardedOf, promiseWrongTries, Sources, wrongOne } from "../../support/access/wrong-tries.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { pageOf as operationOf } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
const listInvoices = operationOf("listInvoices");
const sources = new Sources(deployed, listInvoices);
let owner: Owner;
let source: string;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});
afterAll(() => deployed.stop());

beforeEach(async () => {
  source = await sources.fresh();
});

describe("every operation of the billing interface that takes a credential", () => {
  const right = ({ caller }: { readonly caller: string }) =>
    caller === "tenant" ? owner.apiKey : deployed.operatorToken;
  promiseWrongTries(allOperations, () => ({ sources, right }));

  test("is a tenant's, an operator's, a partner's with a token, or behind a link", () => {
    const links = guardedOf(allOperations).filter(({ path }) => path.includes("{token}"));
    expect(links.map(({ id }) => id).toSorted()).toEqual([
      ...["decideEscrowApproval", "enterConsole", "getHostedCreditNotePdf", "getHostedInvoicePdf"],
      ...["openApplication", "payHostedInvoice", "removeApplicationPart", "saveApplication", "saveApplicationPart"],
      ...["showApplication", "showApplicationPart", "showApplicationRemoval", "showEscrowApproval"],
      ...["showEscrowStatus", "showHostedPayment", "showInvoice", "showPayForm"],
    ]);
    const vendors = guardedOf(allOperations).filter(({ caller }) => caller === "vendor" || caller === "rail");
    expect(vendors.map(({ id }) => id)).toEqual(["receiveMockCallback", "receiveBridgeCallback"]);
  });
});

describe("wrong credentials of a source", () => {
  test("are refused fifty times as what they are, then as too many, whatever route and kind of credential", async () => {
    const kinds = ["listInvoices", "listTenants", "receiveMockCallback", "showInvoice", "showEscrowStatus"];
    const ops = kinds.map(operationOf);
    const statuses: number[] = [];
    for (let nth = 0; nth < 52; nth++) statuses.push(await sources.status(source, ops[nth % 5] ?? listInvoices));
    expect(statuses.slice(0, 50).filter((status) => status !== 401 && status !== 404)).toEqual([]);
    expect(statuses.slice(50)).toEqual([429, 429]);
    expect(sources.counted(source)).toBe(50);
  });

  test("that come at once are taken fifty times, and no more", async () => {
    await sources.have(source, 45);
    await deployed.advance(60);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => sources.status(source, listInvoices)));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(sources.counted(source)).toBeLessThanOrEqual(50);
  });

  test("are counted for none where there is none, and for none by a right one", async () => {
    const missing = { ...goodRequest(listInvoices), headers: { "x-forwarded-for": source } };
    const { status } = await deployed.send(listInvoices, missing);
    expect([status, await sources.status(source, listInvoices, owner.apiKey), sources.counted(source)]).toEqual([
      ...[401, 200, 0],
    ]);
  });

  test("are no vendor's signatures", async () => {
    const op = operationOf("receiveBridgeCallback");
    const forged = { "x-webhook-signature": "t=1,v0=x", "x-forwarded-for": source, "content-type": "application/json" };
    const { status } = await deployed.send(op, { method: "POST", path: op.path, headers: forged, body: "{}" });
    expect([status >= 400 && status < 500, sources.counted(source)]).toEqual([true, 0]);
  });

  test("are counted under /admin where a method is asked for that nothing serves", async () => {
    const headers = { "x-forwarded-for": source, authorization: `Bearer ${wrongOne}` };
    const { status } = await deployed.send(operationOf("listTenants"), {
      ...{ method: "DELETE", path: "/admin/tenants" },
      headers,
    });
    expect([status, sources.counted(source)]).toEqual([401, 1]);
  });

  test("are forgotten by the clock, a minute after the five", async () => {
    await sources.have(source, 50);
    expect(await sources.status(source, listInvoices)).toBe(429);
    await deployed.advance(240);
    const { status, retryAfter } = await sources.send(source, listInvoices);
    expect(status).toBe(429);
    await deployed.advance(retryAfter);
    expect(await sources.status(source, listInvoices)).toBe(401);
  });

  test("are one count for the addresses of an IPv6 network, and another for its neighbour", async () => {
    const network = `2001:db8:${source.split(".").at(-1)}:1`;
    await sources.have(`${network}::1`, 50, `${network}::/64`);
    expect(await sources.status(`${network}:ffff::9`, listInvoices)).toBe(429);
    expect(await sources.status(`${network.slice(0, -1)}2::1`, listInvoices)).toBe(401);
  });

  test("cost one write each, and none once there were fifty; the audit trail names the source once", async () => {
    await sources.have(source, 50);
    const { store } = deployed.aws;
    const before = store.rows().length;
    for (let nth = 0; nth < 10; nth++) expect(await sources.status(source, listInvoices)).toBe(429);
    const reason = `${source} sent 50 wrong credentials within five minutes`;
    const entries = store.rows().filter(({ body }) => JSON.stringify(body ?? null).includes(reason));
    expect(entries.map(({ type }) => type)).toEqual(["entry"]);
    // What was told, and the try with its entry.
    expect(store.rows().length - before).toBe(3);
    expect(sources.counted(source)).toBe(50);
    expect(deployed.logged.filter((line) => line.includes("WrongCredentials")).length).toBeGreaterThan(0);
    const { text } = await deployed.call("listAudit", deployed.operatorToken);
    expect(text).toContain(reason);
    expect(text).not.toContain(wrongOne);
  });

  test.each(["showInvoice", "showEscrowStatus", "showEscrowApproval", "openApplication", "payHostedInvoice"])(
    "are answered to people with a page that says so: %s",
    async (id) => {
      await sources.have(source, 50);
      const { status, text } = await sources.send(source, operationOf(id));
      expect(status).toBe(429);
      expect(text).toMatch(/^<!doctype html>/);
      expect(text).toContain("Too many tries came from your connection");
    },
  );

  test.each(["127.0.0.1", "::1"])(
    "of this machine are not counted on a local sandbox, whose developer and all their programs are one source: %s",
    async (address) => {
      for (let nth = 0; nth < 60; nth++) expect(await sources.status(address, listInvoices)).toBe(401);
    },
  );
});
