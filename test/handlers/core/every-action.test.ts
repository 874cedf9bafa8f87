import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Entry, entry } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { operations } from "../../../functions/contract/billing.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { keepPasskey } from "../../support/access/kept-passkey.ts";
import { approveApplicant } from "../../support/onboarding/approved-applicant.ts";
import { goodBody, pathOf } from "../../support/routes/bad-input.ts";
import { expectOnce } from "../../support/routes/once.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { eventOf, handlerOf, operationOf, replyOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const token = deployed.operatorToken;
const second = `${token}-2`;
const secrets: string[] = [];
let one: Owner;
let other: Owner;

beforeAll(async () => {
  ({ one, other } = await deployed.start());
  secrets.push(token, second, one.apiKey);
});

afterAll(() => deployed.stop());

const noLater = "2030-01-01T00:00:00.000Z";

interface Input {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
}

/** Calls an operation on the way to another one; what comes back must be good. */
async function made(id: string, params: Record<string, string>, body?: unknown, bearer = second) {
  const reply = await deployed.call(id, bearer, params, body);
  expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300);
  const answer = JSON.parse(reply.text);
  secrets.push(...[answer.secret, answer.apiKey].filter((each) => each !== undefined));
  return answer;
}

async function endpoint(): Promise<Record<string, string>> {
  const { id } = await made("registerWebhook", { id: one.id }, { url: "http://127.0.0.1:9/" });
  return { id: one.id, webhookId: id };
}

async function approval(of: Owner): Promise<string> {
  const params = { id: siblingId(of.settlementId, "rev") };
  return (await made("actOnReview", params, { action: "fail", note: "given up" })).approvalId;
}

/** A request for access. */
async function signup(name: string): Promise<Record<string, string>> {
  const input = { companyName: name, contactName: name, contactEmail: `${name}@example.com` };
  return { id: (await made("requestAccess", {}, input)).requestId };
}

/** The application of a business that is a tenant, whose request to erase waits. */
async function verified(slug: string): Promise<string> {
  const accepted = await deployed.call("acceptSignup", token, await signup(slug), { slug: `${slug}-verified` });
  const { id } = JSON.parse(accepted.text).invite;
  await approveApplicant(deployed.aws.store, id);
  return id;
}

/** A reserve of the first tenant's settlement, kept for a reason or for none. */
async function reserve(blocked: { reason: string; at: string } | null): Promise<string> {
  const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === one.settlementId && sk === "row");
  if (!row) throw new Error("no settlement");
  const id = siblingId(one.settlementId, "rsv");
  const body = structuredClone(row.body) as { state: { reserve: unknown } };
  body.state.reserve = {
    ...{ id, status: "held", amountCents: 10, heldCents: 10, usedCents: 0, releaseAt: noLater, blocked },
    ...{ kept: blocked !== null, lookAt: noLater, screens: 0, usdtOut: null, txHash: null },
  };
  await deployed.aws.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `reserve-${row.v}`);
  return id;
}

/** A tenant that has a wallet which its coin's issuer has frozen. */
async function frozen(wallet: unknown): Promise<{ id: string }> {
  const row = deployed.aws.store.rows().find(({ pk, sk }) => pk === one.id && sk === "row");
  if (!row) throw new Error("no tenant");
  const body = structuredClone(row.body) as { state: { frozenWallets: object[] } };
  body.state.frozenWallets = [{ ...(wallet as object), since: noLater, subjectId: one.settlementId }];
  await deployed.aws.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `frozen-${row.v}`);
  return { id: one.id };
}

/** A business that is invited. */
async function invitation(): Promise<{ id: string }> {
  const { id } = await made("inviteApplicant", {}, goodBody(operationOf("inviteApplicant")));
  return { id };
}

/** Whoever has a brand now. */
async function branded(id: string, owner: Record<string, string>): Promise<Record<string, string>> {
  await made(id, owner, goodBody(operationOf(id)));
  return owner;
}

/** What has to be there before an action is asked for, and with what it is asked. Whoever adds an operation adds a line, or its example is enough. */
const scenes: Readonly<Record<string, () => Promise<Input>>> = {
  createTenant: async () => ({ body: { ...(goodBody(operationOf("createTenant")) as object), slug: "audited" } }),
  changeTenant: async () => ({ params: { id: one.id }, body: { name: "Another name" } }),
  orderCredit: async () => ({ params: { id: one.id }, body: { action: "suspend", note: "a letter" } }),
  clearFrozenWallet: async () => ({ params: await frozen(goodBody(operationOf("clearFrozenWallet"))) }),
  // A tenant without a key is pinned to no version yet.
  pinApiVersion: async () => ({
    params: {
      id: (await made("createTenant", {}, { ...(goodBody(operationOf("createTenant")) as object), slug: "unpinned" }))
        .id,
    },
  }),
  mintKey: async () => ({ params: { id: one.id } }),
  acceptSignup: async () => ({ params: await signup("accept"), body: { slug: "accepted" } }),
  exportSubject: async () => ({ body: { subject: (await signup("export")).id } }),
  requestErasure: async () => ({ body: { subject: await verified("erase"), reason: "unlawful" } }),
  withdrawErasure: async () => {
    const subject = await verified("withdraw");
    const asked = await deployed.call("requestErasure", token, {}, { subject, reason: "unlawful" });
    return { params: { id: JSON.parse(asked.text).id } };
  },
  declineSignup: async () => ({ params: await signup("decline"), body: { reason: "not now" } }),
  resendInvite: async () => ({ params: await invitation() }),
  revokeInvite: async () => ({ params: await invitation() }),
  putTenantBrand: async () => ({ params: { id: one.id } }),
  removeTenantBrand: async () => ({ params: await branded("putTenantBrand", { id: one.id }) }),
  putResellerBrand: async () => ({ params: { isoRef: "iso-1" } }),
  removeResellerBrand: async () => ({ params: await branded("putResellerBrand", { isoRef: "iso-2" }) }),
  revokeKey: async () => {
    const { id } = await made("mintKey", { id: one.id }, {});
    return { params: { id: one.id, keyId: id } };
  },
  registerWebhook: async () => ({ params: { id: one.id }, body: { url: "http://127.0.0.1:9/" } }),
  changeWebhook: async () => ({ params: await endpoint(), body: { description: "another" } }),
  deleteWebhook: async () => ({ params: await endpoint() }),
  rotateWebhookSecret: async () => ({ params: await endpoint() }),
  testWebhook: async () => ({ params: await endpoint() }),
  replayWebhook: async () => ({ params: await endpoint() }),
  redeliver: async () => {
    const { id } = await made("testWebhook", await endpoint(), { event: "settlement.completed" });
    return { params: { id } };
  },
  actOnReview: async () => ({
    params: { id: siblingId(one.settlementId, "rev") },
    body: { action: "assign", assignee: "one", note: null },
  }),
  holdReserve: async () => ({ params: { id: await reserve(null) } }),
  releaseReserve: async () => ({ params: { id: await reserve({ reason: "manual", at: noLater }) } }),
  setOperatorRole: async () => ({ params: { name: "two" }, body: { role: "admin" } }),
  endOperatorSessions: async () => ({ params: { name: "two" } }),
  removeOperatorPasskeys: async () => {
    await keepPasskey(deployed.aws.store, "two");
    return { params: { name: "two" } };
  },
  rejectAction: async () => ({ params: { id: await approval(one) } }),
  approveAction: async () => ({ params: { id: await approval(other) } }),
};

/** Fields that an entry may not show: secrets, and what only their digest or number stands for. */
const hidden = new Set([
  "sha256",
  "sealedSecret",
  "previousSecret",
  "waiting",
  // On no trail.
  "askedAt",
  "hostedUrl",
  "rules",
  "notes",
]);

type State = Record<string, unknown>;

/** The audited records, by where they are kept. */
function records(): Map<string, State> {
  const audited = (row: Row) => row.sk === "row" && (row.body as { head?: unknown }).head !== undefined;
  const rows = deployed.aws.store.rows().filter(audited);
  return new Map(rows.map((row) => [row.pk, (row.body as { state: State }).state]));
}

/** The records that a call changed, with the fields that are others than before. */
function changes(before: ReadonlyMap<string, State>): [pk: string, fields: string[]][] {
  return [...records()].map(([pk, state]) => {
    const old = before.get(pk);
    const isOther = (name: string) => !isDeepStrictEqual(state[name], old?.[name]);
    return [pk, Object.keys(state).filter((name) => !hidden.has(name) && isOther(name))];
  });
}

function entriesOf(requestId: string): Entry[] {
  return entries().filter((each) => each.requestId === requestId);
}

function entries(): Entry[] {
  return deployed.aws.store.rows().flatMap((row) => (row.type === "entry" ? entry.parse(row.body) : []));
}

/** What a secret, its seal or an API key's digest may be called; a digest of a webhook's tells that it is another, and no more. */
const secretive = /^(sha256|.*secret|.*keyHash|.*token|waiting|instructions)$/i;

/** Every name of a field, however deep. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

const actions = operations.filter((op) => op.caller === "operator" && op.method !== "GET");

describe("every action of an operator", () => {
  test.each(actions.map((op) => [op.id, op] as const))("%s is audited", async (id, op) => {
    const { params, body = goodBody(op) } = (await scenes[id]?.()) ?? {};
    const before = records();
    const { commits } = deployed.aws.store;
    const key = `once-${id}`;
    const headers: Record<string, string> = op.idempotencyKey ? { "idempotency-key": key } : {};
    const reply = await deployed.call(id, token, params, body, headers);
    expect(reply.status, reply.text).toBeLessThan(300);
    // The change and the answer under its key are one transaction.
    if (op.idempotencyKey && !op.claim) expect(deployed.aws.store.commits - commits).toBe(1);
    const answer = JSON.parse(reply.text);
    const link = /\/console\/.*\/([\w-]{40,})$/.exec(answer.url ?? "")?.[1];
    secrets.push(...[answer.secret, answer.apiKey, link].filter((each) => each !== undefined));

    const requestId = String(reply.headers["x-request-id"]);
    const all = entriesOf(requestId);
    // What the service does of its own because of it (a sweep, a close) is its own doing.
    const written = all.filter(({ actor }) => !actor.startsWith("system:"));
    expect(written.length).toBeGreaterThan(0);
    for (const each of written) expect(each).toMatchObject({ actor: "operator:one", action: id, requestId });
    for (const [pk, fields] of changes(before)) {
      // A request to erase that waits is looked at day by day, which is told where its terms change.
      if (id === "advanceClock" && pk.startsWith("ers_")) continue;
      const shown = all.filter(({ aggregateId }) => pk.endsWith(aggregateId));
      if (fields.length === 0 || (shown.length > 0 && !shown.some((each) => written.includes(each)))) continue;
      const response = new Set(shown.flatMap(({ after }) => Object.keys(after ?? {})));
      expect([...response], `${pk} in the entries of ${id}`).toEqual(expect.arrayContaining(fields));
      const was = new Set(shown.flatMap((each) => Object.keys(each.before ?? {})));
      if (before.has(pk)) expect([...was], `${pk} before`).toEqual(expect.arrayContaining(fields));
    }
    if (op.idempotencyKey) await expectOnce(deployed, { op, bearer: token, params: params ?? {}, body, key }, reply);
  });

  test("tells an IAM principal by its ARN", async () => {
    await made("setOperatorRole", { name: "Operators" }, { role: "admin" });
    const op = operationOf("setFlag");
    const arn = "arn:aws:sts::111111111111:assumed-role/Operators/anna";
    const request = {
      method: op.method,
      path: pathOf(op),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: "escrow.enabled", enabled: false, note: "by IAM" }),
    };
    const handler = await handlerOf(op);
    const reply = replyOf(await handler(eventOf(request, arn)));
    expect(reply.status, reply.text).toBe(200);
    expect(entriesOf(String(reply.headers["x-request-id"]))).toMatchObject([
      {
        actor: arn,
        action: "setFlag",
        before: {},
        after: { settings: { "escrow.enabled": { enabled: false, note: "by IAM", actor: arn } } },
      },
    ]);
  });

  test("leaves no secret, key or token in any entry", () => {
    const text = JSON.stringify(entries());
    expect(secrets.length).toBeGreaterThan(10);
    for (const secret of secrets) {
      expect(secret).toEqual(expect.any(String));
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString("base64"));
    }
    expect(text).not.toMatch(/slc_(test|live)_\w{40}|whsec_|Bearer /);
  });

  test("shows nothing under a secret's name, before or after", () => {
    const names = new Set(entries().flatMap(({ before, after }) => [...namesIn(before), ...namesIn(after)]));
    expect([...names].filter((name) => secretive.test(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(30);
  });
});
