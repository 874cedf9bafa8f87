import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { asNewer, newerMark } from "../../support/core/newer-release.ts";
import { pathOf } from "../../support/routes/bad-input.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let one: Owner;

beforeAll(async () => {
  ({ one } = await deployed.start());
  await deployed.call("addFeeRule", deployed.operatorToken, {}, { tenantId: one.id, bps: 100 });
  await deployed.call(
    "setFlag",
    deployed.operatorToken,
    {},
    { key: "escrow.enabled", enabled: true, tenantId: one.id },
  );
  const { store } = deployed.aws;
  const writes = store.rows().flatMap((row) => {
    const newer = asNewer(row);
    return newer === row ? [] : [{ put: { ...newer, v: row.v + 1 }, expect: row.v }];
  });
  expect(writes.length).toBeGreaterThan(6);
  for (const write of writes) expect(store.writeNow([write], `newer-${write.put.pk}`).ok).toBe(true);
});

afterAll(() => deployed.stop());

/** The records of ours that a path's `{id}` can mean. */
function idsFor({ path }: Operation): string[] {
  const ids: Readonly<Record<string, string>> = {
    "/invoices/{id}": one.invoiceId,
    "/settlements/{id}": one.settlementId,
    "/payments/{id}": one.paymentId,
    "/tenants/{id}": one.id,
    "/reserves/{id}": one.settlementId,
  };
  return Object.entries(ids).flatMap(([part, id]) => (path.includes(part) ? [id] : []));
}

// A PDF's fonts lie beside its bundle alone, and it draws the same view.
const reads = operations.filter(
  ({ id, method, caller }) => method === "GET" && ["tenant", "operator"].includes(caller) && id !== "getInvoicePdf",
);

describe("what a newer release stored", () => {
  test.each(reads.map((op) => [op.id, op] as const))("is in no reply of %s", async (_, op) => {
    const bearer = op.caller === "tenant" ? one.apiKey : deployed.operatorToken;
    const headers = { authorization: `Bearer ${bearer}` };
    const ids = op.path.includes("{") ? idsFor(op) : [""];
    for (const id of ids) {
      const reply = await deployed.send(op, { method: "GET", path: pathOf(op, { id }), headers });
      expect(reply.status, `${reply.text.slice(0, 200)} ${deployed.logged.at(-1)}`).toBeLessThan(500);
      expect(reply.text).not.toContain(newerMark);
    }
  });

  test("is in the record still when an operator and a tenant have changed it", async () => {
    const headers = { authorization: `Bearer ${deployed.operatorToken}`, "content-type": "application/json" };
    const name = "Renamed";
    const reply = await deployed.call("changeTenant", deployed.operatorToken, { id: one.id }, { name }, headers);
    expect([reply.status, reply.text.includes(newerMark)]).toEqual([200, false]);
    const [row] = deployed.aws.store.readNow([{ pk: one.id, sk: "row" }]);
    expect(row?.body).toMatchObject({ newerField: newerMark, head: { newerField: newerMark } });
    expect(row?.body).toMatchObject({ state: { name, newerField: newerMark } });
  });
});
