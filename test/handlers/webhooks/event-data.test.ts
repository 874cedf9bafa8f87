import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let owner: Owner;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
});

afterAll(() => deployed.stop());

/** Asks with the tenant's key; what comes back must be good. */
async function asked(id: string, params: Record<string, string> = {}, body?: unknown) {
  const reply = await deployed.call(id, owner.apiKey, params, body);
  expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
  return JSON.parse(reply.text);
}

describe("the data of an event of a sandbox", () => {
  test("says that it is not live, and which version of the API it is written in", async () => {
    const lineItems = [{ description: "work", unitCents: 10_000 }];
    const { id } = await asked("createInvoice", {}, { number: "E-1", customerId: "c", lineItems });
    await asked("sendInvoice", { id });
    const { data: events } = await asked("listEvents");
    const [event] = events;
    expect(event).toMatchObject({
      ...{ event: "invoice.sent", subject: id },
      data: { invoiceId: id, livemode: false, apiVersion: "2026-11-01" },
    });
    expect((await asked("getEvent", { id: event.id })).data).toEqual(event.data);
  });
});
