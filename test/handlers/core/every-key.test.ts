import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "../../../functions/contract/billing.ts";
import { screeningOperations } from "../../../functions/contract/screening.ts";
import { goodBody } from "../../support/routes/bad-input.ts";
import { expectOnce } from "../../support/routes/once.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

// With a rail that can hold: escrows too are made and funded.
const deployed = new DeployedSandbox({ HOLD: "true" });
let one: Owner;
let made = 0;

beforeAll(async () => {
  ({ one } = await deployed.start());
});

afterAll(() => deployed.stop());

// So that no tenant meets its rate limit for the table's sake.
beforeEach(() => deployed.advance(10));

interface Input {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}

/** Calls an operation on the way to another one; what comes back must be good. */
async function make(id: string, params: Record<string, string>, body?: unknown) {
  const headers = { "idempotency-key": `made-${++made}` };
  const reply = await deployed.call(id, one.apiKey, params, body, headers);
  expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
  return JSON.parse(reply.text);
}

function example(id: string, change: object): object {
  return { ...(goodBody(operationOf(id)) as object), ...change };
}

async function invoice(): Promise<Record<string, string>> {
  const { id } = await make("createInvoice", {}, example("createInvoice", { number: `K-${++made}` }));
  return { id };
}

async function escrow(change: object = {}): Promise<{ id: string; reference: string; milestones: { id: string }[] }> {
  return make("createEscrow", {}, example("createEscrow", { reference: `deal-${++made}`, ...change }));
}

async function milestone(): Promise<Record<string, string>> {
  const { id, milestones } = await escrow();
  return { id, milestoneId: milestones[0]?.id ?? "" };
}

async function alert(): Promise<Record<string, string>> {
  const { id } = await make("ingestAlert", {}, example("ingestAlert", { externalId: `A-${++made}` }));
  return { id };
}

async function dispute(): Promise<Record<string, string>> {
  const { id } = await make("createCase", {}, { network: "visa", reasonCode: "13.1", amountCents: 1000 });
  return { id };
}

/** What has to be there before a tenant asks for something, and with what it is asked. Whoever adds an operation adds a line, or its example is enough. */
const scenes: Readonly<Record<string, () => Promise<Input>>> = {
  sendInvoice: async () => ({ params: await invoice() }),
  renewInvoiceLink: async () => ({ params: await invoice() }),
  voidInvoice: async () => ({ params: await invoice() }),
  createCreditNote: async () => {
    const params = await invoice();
    await make("sendInvoice", params);
    return { params, body: { amountCents: 1, reason: "one cent too many" } };
  },
  payInvoice: async () => ({ params: await invoice(), body: { amountCents: 1000 } }),
  cancelPayment: async () => {
    const { payment } = await make("payInvoice", await invoice(), { source: { type: "ach_push" } });
    return { params: { id: payment.id } };
  },
  refundPayment: async () => ({ params: { id: one.paymentId } }),
  fundEscrow: async () => ({ params: { id: (await escrow()).id } }),
  releaseEscrow: async () => ({ params: { id: (await escrow()).id } }),
  refundEscrow: async () => ({ params: { id: (await escrow()).id } }),
  expireEscrow: async () => ({ params: { id: (await escrow()).id } }),
  completeMilestone: async () => ({ params: await milestone() }),
  cancelMilestone: async () => ({ params: await milestone() }),
  sendApproverLink: async () => {
    const approvers = [{ approverRef: "anna", email: "anna@example.com" }];
    const { id } = await escrow({ releaseRule: "dual_approval", requiredApprovals: 1, approvers });
    return { params: { id, approverRef: "anna" } };
  },
  recordApproval: async () => ({ params: { id: (await escrow()).id } }),
  resolveAlert: async () => ({ params: await alert() }),
  dismissAlert: async () => ({ params: await alert() }),
  matchAlert: async () => ({ params: await alert(), body: { paymentId: one.paymentId, note: null } }),
  createCase: async () => ({ body: { network: "visa", reasonCode: "13.1", amountCents: 1000 } }),
  gatherEvidence: async () => ({ params: await dispute() }),
  recordOutcome: async () => ({ params: await dispute() }),
  acceptCase: async () => ({ params: await dispute() }),
  withdrawCase: async () => ({ params: await dispute() }),
  escalateCase: async () => {
    const params = await dispute();
    await make("acceptCase", params);
    return { params };
  },
  attachEvidence: async () => ({ params: await dispute() }),
  submitCase: async () => ({ params: await dispute() }),
  replayEvent: async () => {
    const { data } = await make("listEvents", {});
    return { params: { id: data[0].id } };
  },
};

/** Whose answer is a no that its key keeps: the sandbox's rail gives nothing back, and their records are not so far. */
const refused: readonly string[] = ["refundPayment", "releaseEscrow", "recordOutcome", "submitCase"];

const posts = operations.filter((op) => op.caller === "tenant" && op.method === "POST");

describe("a tenant's POST", () => {
  test.each(posts.map((op) => [op.id, op] as const))("%s is answered once for each key", async (id, op) => {
    const { params = {}, body = goodBody(op) } = (await scenes[id]?.()) ?? {};
    const key = `once-${id}`;
    const { commits } = deployed.aws.store;
    const first = await deployed.call(id, one.apiKey, params, body, { "idempotency-key": key });
    const why = `${id} needs a scene: ${first.text}`;
    if (refused.includes(id)) expect([403, 409], why).toContain(first.status);
    else expect(first.status, why).toBeLessThan(300);
    // The change and the answer under its key are one transaction; the other one is the limiter's.
    if (!op.claim) expect(deployed.aws.store.commits - commits).toBeLessThanOrEqual(2);
    await expectOnce(deployed, { op, bearer: one.apiKey, params, body, key }, first);
  });

  test("knows an escrow by its id and by the tenant's reference", async () => {
    const { id, reference } = await escrow();
    const approve = (name: string) =>
      deployed.call(
        "recordApproval",
        one.apiKey,
        { id: name },
        { approverRef: "anna", decision: "approve" },
        { "idempotency-key": "either-name" },
      );
    const first = await approve(reference);
    const again = await approve(id);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers["idempotent-replay"]).toBe("true");
    const other = await approve((await escrow()).id);
    expect(JSON.parse(other.text).code).toBe("idempotency_key_reuse");
  });

  test("without a key is done again, and asks the table for no claim", async () => {
    const body = example("createInvoice", { number: "no-key" });
    const before = deployed.aws.store.calls;
    await deployed.call("createInvoice", one.apiKey, {}, body);
    const calls = deployed.aws.store.calls - before;
    const again = await deployed.call("createInvoice", one.apiKey, {}, body);
    expect(JSON.parse(again.text).code).toBe("invoice_number_exists");
    expect(deployed.aws.store.rows().filter(({ type }) => type === "claim").length).toBeGreaterThan(0);
    // The limiter shares what was spent once a second: in this call as in the one before it.
    await deployed.advance(10);
    const keyed = deployed.aws.store.calls;
    const other = example("createInvoice", { number: "with-key" });
    await deployed.call("createInvoice", one.apiKey, {}, other, { "idempotency-key": "with-key" });
    expect(deployed.aws.store.calls - keyed).toBe(calls + 1);
  });
});

/** The POSTs of tenants and operators that take no key, each of which says why. */
const keyless = ["advanceClock", "mintConsoleLink"];

describe("the contracts", () => {
  test.each([
    ["billing", operations, [...keyless, "findSubjects", "exportSubject"]],
    ["screening", screeningOperations, [...keyless, "verifyScreen"]],
  ] as const)("of %s have a key for every POST of tenants and operators, or say why not", (_, ops, known) => {
    const open = ops.filter(
      ({ method, caller }) => method === "POST" && (caller === "tenant" || caller === "operator"),
    );
    const without = open.filter((op) => op.idempotencyKey === undefined);
    expect(without.map(({ id }) => id).toSorted()).toEqual([...known].toSorted());
    expect(without.every((op) => (op.keyless ?? "") !== "")).toBe(true);
  });

  test("keep no key for anybody else, nor for what reads", () => {
    const others = [...operations, ...screeningOperations].filter(({ idempotencyKey }) => idempotencyKey !== undefined);
    expect(others.every(({ method, caller }) => method === "POST" && /^(tenant|operator)$/.test(caller))).toBe(true);
  });
});
