import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox({ HOLD: "true" });
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
});

afterAll(() => deployed.stop());

interface Logged {
  readonly id: string;
  readonly event: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}

/** Asks with a tenant's key; what comes back must be good. */
async function asked(owner: Owner, id: string, { params = {}, body }: Asked = {}) {
  const headers = { "idempotency-key": JSON.stringify([params, body]).slice(0, 99) };
  const reply = await deployed.call(id, owner.apiKey, params, body, headers);
  expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
  return JSON.parse(reply.text);
}

/** A tenant's event log, the oldest first. */
async function logged(owner: Owner): Promise<Logged[]> {
  return (await asked(owner, "listEvents")).data.toReversed();
}

async function invoiceSent(number: string): Promise<string> {
  const lineItems = [{ description: "work", unitCents: 10_000 }];
  const { id } = await asked(one, "createInvoice", { body: { number, customerId: "c", lineItems } });
  await asked(one, "sendInvoice", { params: { id } });
  return id;
}

describe("the data of an event of a sandbox", () => {
  test("says that it is not live, and which version of the API it is written in", async () => {
    const id = await invoiceSent("E-1");
    const event = (await logged(one)).at(-1);
    expect(event).toMatchObject({
      ...{ event: "invoice.sent", subject: id },
      data: { invoiceId: id, livemode: false, apiVersion: "2026-11-01", sequence: 1 },
    });
    expect((await asked(one, "getEvent", { params: { id: event?.id ?? "" } })).data).toEqual(event?.data);
  });
});

/** A resource as it is read, but for what events do not show of it. */
async function readAs(owner: Owner, id: string, params: Record<string, string>, ...hidden: readonly string[]) {
  const shown = Object.entries(await asked(owner, id, { params }));
  return Object.fromEntries(shown.filter(([name]) => !["history", ...hidden].includes(name)));
}

describe("the object of an event", () => {
  test("is the resource as it is read at that moment, without the links that let in whoever has them", async () => {
    const id = await invoiceSent("E-3");
    const sent = (await logged(one)).at(-1);
    expect(sent?.data.object).toEqual(await readAs(one, "getInvoice", { id }, "hostedUrl", "collectionLink"));
    const body = { reference: "order-3", amountCents: 500_000, payoutAddress: "0xW" };
    const { id: escrowId } = await asked(one, "createEscrow", { body });
    const created = (await logged(one)).at(-1);
    const hidden = ["statusUrl", "sourceDepositInstructions"];
    expect(created?.data.object).toEqual(await readAs(one, "getEscrow", { id: escrowId }, ...hidden));
    expect(JSON.stringify([sent?.data.object, created?.data.object])).not.toMatch(/\/[is]\//);
  });

  test("stays as it was when the resource has changed since", async () => {
    const milestones = [{ description: "All", seq: 1 }];
    const body = { reference: "order-4", amountCents: 100_000, payoutAddress: "0xW", milestones };
    const { id, milestones: parts } = await asked(one, "createEscrow", { body });
    const [part] = parts;
    await asked(one, "completeMilestone", { params: { id, milestoneId: part.id } });
    const about = (await logged(one)).filter(({ subject }) => subject === id);
    const statuses = about.map(
      ({ data }) => (data.object as { milestones: { status: string }[] }).milestones[0]?.status,
    );
    expect(statuses).toEqual(["pending", "completed"]);
  });
});

describe("the events about one thing", () => {
  test("are numbered from 1 on without a gap, whatever is told of between them", async () => {
    const milestones = [1, 2].map((seq) => ({ description: `Part ${seq}`, seq }));
    const body = {
      reference: "order-1",
      amountCents: 500_000,
      payoutAddress: "0xW",
      releaseRule: "milestone",
      milestones,
    };
    const { id, milestones: parts } = await asked(one, "createEscrow", { body });
    await invoiceSent("E-2");
    for (const part of parts) await asked(one, "completeMilestone", { params: { id, milestoneId: part.id } });
    const about = (await logged(one)).filter(({ subject }) => subject === id);
    expect(about.map(({ event, data }) => [event, data.sequence])).toEqual([
      ["escrow.created", 1],
      ["escrow.milestone_completed", 2],
      ["escrow.milestone_completed", 3],
    ]);
  });
});

describe("an alert that becomes a case", () => {
  const toldOf = async (owner: Owner, alertId: string) =>
    (await logged(owner)).filter(({ data }) => data.alertId === alertId);

  test("is told of as it happened: taken in, bound, and then the case", async () => {
    const about = { paymentId: one.paymentId, network: "ach", reasonCode: "R10" };
    const body = { externalId: "R-1", kind: "ach_return", amountCents: 4000, ...about };
    const alert = await asked(one, "ingestAlert", { body });
    expect(alert.status).toBe("case_opened");
    const events = await toldOf(one, alert.id);
    expect(events.map(({ event, data }) => [event, data.sequence])).toEqual([
      ...[
        ["alert.created", 1],
        ["alert.matched", 2],
        ["case.created", 1],
      ],
    ]);
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted());
    const {
      ruleAudit: _,
      raw: __,
      history: ___,
      ...shown
    } = await asked(one, "getAlert", { params: { id: alert.id } });
    expect(events.slice(0, 2).map(({ data }) => data.object)).toEqual([shown, shown]);
    const {
      narrative: ____,
      evidence: _____,
      history: ______,
      ...opened
    } = await asked(one, "getCase", { params: { id: alert.caseId } });
    // The look at it has drawn what the service owes it.
    expect(events[2]?.data.object).toEqual({ ...opened, updatedAt: opened.createdAt });
  });

  test("by somebody's wish is told of in the same order", async () => {
    const body = { externalId: "D-1", kind: "dispute", amountCents: 1 };
    const { id: alertId } = await asked(other, "ingestAlert", { body });
    await asked(other, "createCase", { body: { alertId, paymentId: other.paymentId } });
    const events = await toldOf(other, alertId);
    expect(events.map(({ event, data }) => [event, data.sequence])).toEqual([
      ...[
        ["alert.created", 1],
        ["alert.unmatched", 2],
        ["alert.matched", 3],
        ["case.created", 1],
      ],
    ]);
  });
});
