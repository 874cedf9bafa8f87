import { describe, expect, test } from "vitest";
import type { Context } from "../../../functions/app/core/context.ts";
import { claimIndex } from "../../../functions/app/core/due-index.ts";
import {
  answeredClaim,
  type Claim,
  claimKey,
  claimWrite,
  doneClaim,
  freeClaim,
  type IdempotentRequest,
  judgeClaim,
  keepAnswer,
  type Outcome,
  readClaim,
  refusalOutcome,
  responseKeys,
  runningClaim,
  storedAnswer,
} from "../../../functions/app/core/idempotency-claim.ts";
import {
  continueIdempotent,
  type IdempotentRoute,
  raceLost,
  railSilent,
  refuseLiveClaim,
  requestOf,
  runIdempotent,
} from "../../../functions/app/core/idempotent-operation.ts";
import type { Write } from "../../../functions/app/core/ports.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import { later, noon } from "../../support/core/samples.ts";

const request: IdempotentRequest = {
  ...{ tenantId: "ten_1", operation: "payInvoice", idempotencyKey: "key-1", fingerprint: "f" },
};
const answer: Outcome = { kind: "result", result: "done" };
const refusal = new Refusal("kyt_declined", "declined", { extra: { a: 1 } });
const running = runningClaim(request, { id: "stl_1" }, noon, undefined);
const inSeconds = (at: string) => Date.parse(at) / 1000;

describe("a claim", () => {
  test("is a tenant's key on an operation, with what was asked, for 35 seconds", () => {
    expect(running).toEqual({
      key: { pk: expect.stringMatching(/^claim#ten_1#payInvoice#[0-9a-f]{64}$/), sk: "row" },
      v: 1,
      body: {
        ...{ operation: "payInvoice", tenantId: "ten_1", fingerprint: "f", status: "running" },
        ...{ leaseUntil: later(35), command: { id: "stl_1" }, outcome: null, createdAt: noon },
      },
    });
    expect(claimKey({ ...request, idempotencyKey: "key-2" })).not.toEqual(running.key);
    expect(requestOf(running)).toEqual({ ...request, idempotencyKey: "" });
  });

  test("is due when its lease ends, and kept for good once it made something", () => {
    expect(claimWrite(running)).toEqual({
      put: {
        ...running.key,
        v: 1,
        type: "claim",
        body: running.body,
        index: { due: claimIndex(running.key, later(35)) },
      },
      expect: "absent",
    });
    const done = doneClaim(running, answer);
    const body = { ...running.body, status: "done", outcome: answer };
    expect(claimWrite(done)).toEqual({ put: { ...running.key, v: 2, type: "claim", body }, expect: 1 });
    expect(answeredClaim(running, answer)).toEqual({ ...running, body });
  });

  test.each<[string, Write, string]>([
    ["of a refusal 31 days", claimWrite(doneClaim(running, refusalOutcome(refusal, "req_1"))), addDays(noon, 31)],
    ["that made nothing 31 days", claimWrite(madeNothing()), addDays(noon, 31)],
    ["that is freed a day beyond its lease", freeClaim(running), addDays(later(35), 1)],
    ["that says for how long, so long", claimWrite(doneClaim(running, answer), 7), addDays(noon, 7)],
  ])("%s is kept", (_, write, until) => {
    expect("put" in write && write.put.ttl).toBe(inSeconds(until));
  });

  function madeNothing(): Claim {
    const done = doneClaim(running, answer);
    return { ...done, body: { ...done.body, madeNothing: true } };
  }

  test("answers, is being worked on, or may be taken over", () => {
    expect(judgeClaim(running, { fingerprint: "other" }, noon)).toMatchObject({
      ...{ code: "idempotency_key_reuse", message: "this Idempotency-Key was used with another request" },
    });
    expect(judgeClaim(doneClaim(running, answer), request, later(99))).toBe(answer);
    expect(judgeClaim(running, request, later(5))).toMatchObject({
      ...{ code: "idempotency_in_progress", message: "a request with this Idempotency-Key is still running" },
      detail: { retryAfterSeconds: 30 },
    });
    expect([judgeClaim(running, request, later(34)), judgeClaim(running, request, later(35))]).toEqual([
      expect.objectContaining({ code: "idempotency_in_progress" }),
      "dead",
    ]);
  });
});

describe("an answer that is kept under a key", () => {
  const keyless = { ...request, idempotencyKey: "" };

  test("is given again to the same request, and refused to another", () => {
    const write = keepAnswer(request, { id: "inv_1" }, noon, undefined);
    if (!("put" in write)) throw new Error("it is a row");
    expect([write.expect, write.put.ttl]).toEqual(["absent", inSeconds(addDays(noon, 31))]);
    expect(storedAnswer(write.put, request, later(99))).toEqual({ answer: { id: "inv_1" } });
    expect(storedAnswer(write.put, { ...request, fingerprint: "g" }, noon)).toMatchObject({
      code: "idempotency_key_reuse",
    });
    expect(storedAnswer(undefined, request, noon)).toBeUndefined();
    expect([responseKeys(request), responseKeys(keyless)]).toEqual([[claimKey(request)], []]);
  });

  test("is none while nobody works on it, and none of a refusal", () => {
    const rowOf = (write: Write) => ("put" in write ? write.put : undefined);
    expect(storedAnswer(rowOf(claimWrite(running)), request, later(35))).toBeUndefined();
    const refused = doneClaim(running, refusalOutcome(refusal, "req_1"));
    expect(storedAnswer(rowOf(claimWrite(refused)), request, noon)).toBeUndefined();
    const over = keepAnswer(request, "x", later(40), rowOf(claimWrite(running)));
    expect(over).toMatchObject({ expect: 1, put: { v: 2 } });
  });
});

/** A route whose beginning and going on a test says. */
class Route {
  readonly store = new MemoryStore();
  readonly carried: Claim[] = [];
  now = noon;
  begins: Awaited<ReturnType<IdempotentRoute<string>["begin"]>> = { command: { id: "stl_1" } };
  #made = 0;
  readonly context: Context = {
    ...{ store: this.store, actor: "tenant:one", requestId: "req_1", clock: { now: () => this.now } },
    newId: (prefix) => `${prefix}_${++this.#made}`,
  };

  readonly route: IdempotentRoute<string> = {
    keys: [{ pk: "other", sk: "row" }],
    see: ([row]) => (row ? "there" : "absent"),
    begin: () => this.begins,
    refused: () => ({ was: "refused" }),
    carryOn: async (claim, snapshot) => {
      this.carried.push(claim);
      await this.store.write([claimWrite(doneClaim(claim, answer))], `done ${claim.v}`);
      return { kind: "result", result: snapshot };
    },
  };

  run(change: Partial<IdempotentRequest> = {}) {
    return runIdempotent(this.context, { ...request, ...change }, this.route);
  }

  get claim(): Claim | undefined {
    return readClaim(this.store.rows().find(({ type }) => type === "claim"));
  }
}

describe("a call under a key", () => {
  test("is claimed, carried on with what was read, and answered from its claim from then on", async () => {
    const house = new Route();
    expect(await house.run()).toEqual({ outcome: { kind: "result", result: "absent" }, replayed: false });
    expect(house.carried).toMatchObject([{ v: 1, body: { command: { id: "stl_1" }, status: "running" } }]);
    expect(await house.run()).toEqual({ outcome: answer, replayed: true });
    await expect(house.run({ fingerprint: "g" })).rejects.toMatchObject({ code: "idempotency_key_reuse" });
    expect(house.carried).toHaveLength(1);
  });

  test("that is answered at once is one transaction with what it writes", async () => {
    const house = new Route();
    const put = { pk: "made", sk: "row", v: 1, type: "made", body: {} };
    house.begins = { command: { id: "1" }, outcome: answer, also: [{ put, expect: "absent" }], madeNothing: true };
    expect(await house.run()).toEqual({ outcome: answer, replayed: false });
    expect([house.store.commits, house.carried]).toEqual([1, []]);
    expect(house.claim).toMatchObject({ v: 1, body: { status: "done", outcome: answer, madeNothing: true } });
    expect(house.store.rows().find(({ pk }) => pk === "made")).toBeDefined();
    const plain = new Route();
    plain.begins = { command: {}, outcome: answer };
    await plain.run();
    expect(plain.claim?.body).not.toHaveProperty("madeNothing");
  });

  test("that is refused keeps the no where a key keeps it, and nothing otherwise", async () => {
    const house = new Route();
    house.begins = refusal;
    const outcome = {
      ...{ kind: "refusal", code: "kyt_declined", message: "declined", detail: { extra: { a: 1 } } },
      requestId: "req_1",
    };
    expect(await house.run()).toEqual({ outcome, replayed: false });
    expect(house.claim?.body).toMatchObject({ status: "done", command: { was: "refused" }, outcome });
    expect(await house.run()).toEqual({ outcome, replayed: true });
    const other = new Route();
    other.begins = new Refusal("amount_exceeds_remaining", "too much");
    await expect(other.run()).rejects.toBe(other.begins);
    expect(other.store.rows()).toEqual([]);
  });

  test("whose holder died is taken over and carried on as it was asked", async () => {
    const house = new Route();
    await house.store.write([claimWrite(running)], "died");
    await expect(house.run()).rejects.toMatchObject({ code: "idempotency_in_progress" });
    house.now = later(35);
    house.begins = new Refusal("not_found", "not begun anew");
    expect((await house.run()).replayed).toBe(false);
    expect(house.carried).toMatchObject([{ v: 2, body: { leaseUntil: later(70), command: { id: "stl_1" } } }]);
  });

  test("that others are faster at says whether it is its key or what it is about", async () => {
    const house = new Route();
    const lostOver = (pk: string) => ({
      ...house.context,
      store: {
        read: async () => [undefined, undefined],
        write: async () => ({ ok: false as const, rows: [{ pk, sk: "row", v: 1, type: "x", body: {} }, undefined] }),
        page: async () => [],
      },
    });
    const run = (pk: string) => runIdempotent(lostOver(pk), request, house.route);
    await expect(run(claimKey(request).pk)).rejects.toMatchObject({
      ...{ code: "idempotency_in_progress", detail: { retryAfterSeconds: 1 } },
    });
    await expect(run("other")).rejects.toMatchObject({ code: "version_conflict" });
  });
});

describe("a claim that is left", () => {
  async function left(change: Partial<Claim["body"]> = {}) {
    const house = new Route();
    const claim = { ...running, body: { ...running.body, ...change } };
    await house.store.write([claimWrite(claim)], "left");
    return { house, claim };
  }

  test("is carried on by the sweeper once its lease is over", async () => {
    const { house, claim } = await left();
    house.now = later(34);
    await continueIdempotent(house.context, claim, house.route);
    expect(house.carried).toEqual([]);
    house.now = later(35);
    await continueIdempotent(house.context, claim, house.route);
    expect(house.carried).toMatchObject([{ v: 2, body: { leaseUntil: later(70) } }]);
    await continueIdempotent(house.context, claim, house.route);
    expect(house.carried).toHaveLength(1);
  });

  test("and is done, or lost to somebody faster, is left alone", async () => {
    const { house, claim } = await left({ status: "done", outcome: answer });
    house.now = later(99);
    await continueIdempotent(house.context, claim, house.route);
    const racing = await left();
    racing.house.now = later(99);
    const store = { ...racing.house.context.store, read: racing.house.store.read.bind(racing.house.store) };
    const lost = {
      ...racing.house.context,
      store: { ...store, write: async () => ({ ok: false as const, rows: [] }) },
    };
    await continueIdempotent(lost as never, racing.claim, racing.house.route);
    expect([house.carried, racing.house.carried]).toEqual([[], []]);
  });

  test("is ended by a no that its key keeps, with what is written beside it, unless somebody was faster", async () => {
    const { house, claim } = await left();
    const put = { pk: "beside", sk: "row", v: 1, type: "beside", body: {} };
    const outcome = await refuseLiveClaim(house.context, claim, refusal, [{ put, expect: "absent" }]);
    expect(outcome).toMatchObject({ kind: "refusal", code: "kyt_declined", requestId: "req_1" });
    expect(house.claim).toMatchObject({ v: 2, body: { status: "done", outcome } });
    expect(house.store.rows().some(({ pk }) => pk === "beside")).toBe(true);
    await expect(refuseLiveClaim(house.context, claim, refusal)).rejects.toMatchObject({
      ...{ code: "idempotency_in_progress", detail: { retryAfterSeconds: 1 } },
    });
  });

  test.each([
    [railSilent, "rail_unavailable", "the rail did not answer; repeat with the same key", 2],
    [raceLost, "version_conflict", "this record is being changed by others; try again", 1],
  ] as const)("%# is free for the next request with its key: %s", async (leave, code, message, retryAfterSeconds) => {
    const { house, claim } = await left();
    house.now = later(3);
    expect(await leave(house.context, claim)).toMatchObject({ code, message, detail: { retryAfterSeconds } });
    expect(house.claim).toMatchObject({ v: 2, body: { status: "running", leaseUntil: later(3) } });
    expect((await house.run()).replayed).toBe(false);
  });
});
