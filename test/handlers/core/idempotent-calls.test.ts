import { beforeEach, describe, expect, test } from "vitest";
import {
  claimKey,
  claimWrite,
  fingerprintOf,
  type IdempotentRequest,
  judgeClaim,
  keepAnswer,
  rawFingerprintOf,
  readClaim,
  runningClaim,
} from "../../../functions/app/core/idempotency-claim.ts";
import { claimThenAnswer, commitWithAnswer } from "../../../functions/app/core/idempotent-call.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { createInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let tenantId: string;
let request: IdempotentRequest;

beforeEach(async () => {
  api = new TestApi();
  tenantId = (await api.tenant()).id;
  request = { tenantId, operation: "createInvoice", idempotencyKey: "key-1", fingerprint: "f" };
});

const draft = {
  ...{ number: "A-1", customerId: "c", currency: "USD", terms: "Net 14", discountCents: 0, metadata: {} },
  lineItems: [{ description: "work", unitCents: 100, quantity: 1 }],
} as const;

/** Creates the invoice under the key, over the book or over what a test puts before it. */
function create(store: Store = api.store, number = "A-1") {
  const context = { ...api.context, store };
  return commitWithAnswer(context, request, (unit) =>
    createInvoice({ ...context, store: unit, onboardUrl: "https://pay" }, tenantId, { ...draft, number } as never),
  );
}

function rows(type: string) {
  return api.store.rows().filter((row) => row.type === type);
}

/** The book until its nth call, which is made or not, and after which the process is dead. */
function dyingAt(call: number, when: "before" | "after"): { readonly store: Store; calls(): number } {
  let calls = 0;
  const strike = async <T>(make: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls > call || (calls === call && when === "before")) throw new Error("crashed");
    const made = await make();
    if (calls === call) throw new Error("crashed");
    return made;
  };
  const store: Store = {
    read: (keys) => strike(() => api.store.read(keys)),
    page: (query) => strike(() => api.store.page(query)),
    write: (writes, nonce) => strike(() => api.store.write(writes, nonce)),
  };
  return { store, calls: () => calls };
}

describe("what makes two requests the same", () => {
  test("is what they mean; claims of the release before go by their bytes", () => {
    const asked = { params: { id: "inv_1" }, query: {}, body: { a: 1, b: { c: "x", d: [1, 2] } } };
    const same = { query: {}, body: { b: { d: [1, 2], c: "x" }, a: 1 }, params: { id: "inv_1" } };
    expect(fingerprintOf(same, "key-1")).toBe(fingerprintOf(asked, "key-1"));
    const others = [
      { ...asked, body: { ...asked.body, a: 2 } },
      { ...asked, body: { ...asked.body, b: { c: "x", d: [2, 1] } } },
      { ...asked, params: { id: "inv_2" } },
      { ...asked, query: { source: "manual" } },
    ];
    expect(new Set([asked, ...others].map((each) => fingerprintOf(each, "key-1"))).size).toBe(5);
    // Whoever guesses what was sent has its digest only where they know the key too.
    expect(fingerprintOf(asked, "key-2")).not.toBe(fingerprintOf(asked, "key-1"));
    const raw = [rawFingerprintOf("/a", "b"), rawFingerprintOf("/ab", ""), rawFingerprintOf("/a", "c")];
    expect(new Set(raw).size).toBe(3);
    const answer = { kind: "result" as const, result: 1 };
    const running = runningClaim({ ...request, fingerprint: raw[0] ?? "" }, {}, api.clock.now(), undefined);
    const old = { ...running, body: { ...running.body, outcome: answer } };
    const [rawFingerprint, another] = raw;
    expect(judgeClaim(old, { fingerprint: "new", rawFingerprint }, api.clock.now())).toBe(answer);
    expect(judgeClaim(old, { fingerprint: "new", rawFingerprint: another }, api.clock.now())).toMatchObject({
      code: "idempotency_key_reuse",
    });
  });
});

describe("a call that is one transaction", () => {
  test("is one transaction with the answer under its key, and is answered from there", async () => {
    const { commits } = api.store;
    const first = await create();
    expect([api.store.commits - commits, first.replayed]).toEqual([1, false]);
    const again = await create();
    expect(again).toEqual({ outcome: first.outcome, replayed: true });
    expect([rows("invoice"), rows("claim")].map(({ length }) => length)).toEqual([1, 1]);
    const [claim] = rows("claim");
    expect(claim?.ttl).toBe(Date.parse(addDays(api.clock.now(), 31)) / 1000);
    expect(readClaim(claim)?.body.status).toBe("done");
    expect(claim?.index).toEqual({});
  });

  test("is refused to another body", async () => {
    await create();
    request = { ...request, fingerprint: "g" };
    await expect(create()).rejects.toMatchObject({ code: "idempotency_key_reuse" });
  });

  test.each(["before", "after"] as const)(
    "that dies %s any call of the store makes one invoice under its key",
    async (when) => {
      for (let call = 1; ; call++) {
        const number = `${when}-${call}`;
        request = { ...request, idempotencyKey: number };
        const dying = dyingAt(call, when);
        const answered = await create(dying.store, number).catch(() => undefined);
        if (answered) {
          expect(call).toBeGreaterThan(3);
          return;
        }
        expect(rows("invoice").length - call).toBeLessThanOrEqual(0);
        const { outcome } = await create(api.store, number);
        expect(outcome).toMatchObject({ kind: "result", result: { number } });
        expect(await create(api.store, number)).toEqual({ outcome, replayed: true });
        expect(rows("invoice")).toHaveLength(call);
      }
    },
  );

  test("and comes many times at once makes one invoice, and all are told of it", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(new Set(answers.map(({ outcome }) => JSON.stringify(outcome))).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(rows("invoice")).toHaveLength(1);
  });

  test("keeps the no that a key keeps, also where it lost a race to it", async () => {
    const context = { ...api.context, onboardUrl: "https://pay" };
    await createInvoice(context, tenantId, draft as never);
    await expect(create()).rejects.toMatchObject({ code: "invoice_number_exists" });
    const { outcome, replayed } = await create();
    expect([outcome, replayed]).toMatchObject([{ kind: "refusal", code: "invoice_number_exists" }, true]);
    expect(rows("invoice")).toHaveLength(1);
  });

  test("keeps no other no, but what was written on the way to it", async () => {
    const refuse = () =>
      commitWithAnswer(api.context, request, async (unit) => {
        await unit.write([{ put: { pk: "seen", sk: "row", v: 1, type: "seen", body: {} }, expect: "absent" }], "n");
        throw new Refusal("evidence_unavailable", "ask again");
      });
    await expect(refuse()).rejects.toMatchObject({ code: "evidence_unavailable" });
    expect([rows("seen").length, rows("claim").length]).toEqual([1, 0]);
  });

  test("and fails writes nothing", async () => {
    const { commits } = api.store;
    const fail = commitWithAnswer(api.context, request, async (unit) => {
      await unit.write([{ put: { pk: "seen", sk: "row", v: 1, type: "seen", body: {} }, expect: "absent" }], "n");
      throw new Error("a bug");
    });
    await expect(fail).rejects.toThrow("a bug");
    expect(api.store.commits).toBe(commits);
  });

  test("gives up where others are faster each time", async () => {
    const write: Store["write"] = async () => ({ ok: false, rows: [] });
    const store = { read: api.store.read.bind(api.store), page: api.store.page.bind(api.store), write };
    await expect(create(store)).rejects.toMatchObject({ code: "version_conflict" });
  });
});

describe("a call that is more than one transaction", () => {
  const told = { as: "told" };

  test("is claimed before it begins, and answered from its claim afterwards", async () => {
    const call = async () => {
      expect(readClaim(rows("claim")[0])?.body).toMatchObject({
        status: "running",
        command: { requestId: "req_test" },
      });
      await expect(claimThenAnswer(api.context, request, call)).rejects.toMatchObject({
        code: "idempotency_in_progress",
        detail: { retryAfterSeconds: 35 },
      });
      return told;
    };
    const first = await claimThenAnswer(api.context, request, call);
    expect(first).toEqual({ outcome: { kind: "result", result: told }, replayed: false });
    expect(await claimThenAnswer(api.context, request, call)).toEqual({ ...first, replayed: true });
    const [claim] = rows("claim");
    // No sweeper is told of it: nobody but who asks again carries it on.
    expect([claim?.index, claim?.ttl]).toEqual([{}, Date.parse(addDays(api.clock.now(), 31)) / 1000]);
  });

  test("that died is done again under its first request id once its lease is over", async () => {
    const claim = runningClaim(request, { requestId: "req_first" }, api.clock.now(), undefined);
    await api.store.write([claimWrite(claim, 31)], "died");
    const seen: string[] = [];
    const call = async (requestId: string) => seen.push(requestId);
    await expect(claimThenAnswer(api.context, request, call)).rejects.toMatchObject({
      code: "idempotency_in_progress",
    });
    api.pass(35);
    expect((await claimThenAnswer(api.context, request, call)).replayed).toBe(false);
    expect(seen).toEqual(["req_first"]);
  });

  test.each([
    ["keeps what a key keeps", new Refusal("endpoint_disabled", "off"), "done"],
    ["frees the key where nothing was done", new Refusal("not_found", "none"), "freed"],
    [
      "leaves it to whoever comes again",
      new Refusal("rail_unavailable", "silent", { retryAfterSeconds: 2 }),
      "running",
    ],
    ["leaves it to whoever comes again, after a failure", new Error("a bug"), "running"],
  ] as const)("and is refused %s", async (_, error, status) => {
    const call = async () => {
      throw error;
    };
    await expect(claimThenAnswer(api.context, request, call)).rejects.toBe(error);
    expect(readClaim(rows("claim")[0])?.body.status).toBe(status);
    const again = claimThenAnswer(api.context, request, async () => told);
    if (status === "done") expect((await again).outcome).toMatchObject({ code: "endpoint_disabled" });
    else expect((await again).outcome).toMatchObject({ result: told });
  });

  test("loses its answer to whoever took it over", async () => {
    const call = async () => {
      api.pass(36);
      await claimThenAnswer(api.context, request, async () => told);
      return "late";
    };
    await expect(claimThenAnswer(api.context, request, call)).rejects.toMatchObject({
      code: "idempotency_in_progress",
    });
    expect((await claimThenAnswer(api.context, request, call)).outcome).toMatchObject({ result: told });
  });
});

describe("a claim of the release before", () => {
  test("answers the same bytes, and refuses others", async () => {
    const now = api.clock.now();
    const raw = rawFingerprintOf("/api/v1/invoices", "{}");
    await api.store.write([keepAnswer({ ...request, fingerprint: raw }, { id: "old" }, now, undefined)], "old");
    expect((await api.store.read([claimKey(request)]))[0]?.type).toBe("claim");
    request = { ...request, fingerprint: "new", rawFingerprint: raw };
    expect(await create()).toEqual({ outcome: { kind: "result", result: { id: "old" } }, replayed: true });
    request = { ...request, rawFingerprint: rawFingerprintOf("/api/v1/invoices", "{ }") };
    await expect(create()).rejects.toMatchObject({ code: "idempotency_key_reuse" });
  });
});
