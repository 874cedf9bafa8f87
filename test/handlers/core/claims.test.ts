import { describe, expect, test } from "vitest";
import type { Context } from "../../../functions/app/core/context.ts";
import { type Claim, type IdempotentRequest, readClaim } from "../../../functions/app/core/idempotency-claim.ts";
import {
  continueIdempotent,
  type IdempotentRoute,
  refuseLiveClaim,
  runIdempotent,
} from "../../../functions/app/core/idempotent-operation.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

const request: IdempotentRequest = {
  ...{ tenantId: "ten_1", operation: "payInvoice", idempotencyKey: "key-1", fingerprint: "f" },
};

/** A route whose calls go as they are told to. */
class Office {
  readonly store = new MemoryStore();
  readonly context: Context;
  now = "2026-11-21T12:00:00.000Z";
  carried = 0;
  refuses: Refusal | undefined;
  #made = 0;

  constructor() {
    this.context = {
      ...{ store: this.store, actor: "tenant:one", requestId: "req_1", clock: { now: () => this.now } },
      newId: (prefix) => `${prefix}_${++this.#made}`,
    };
  }

  readonly route: IdempotentRoute<null> = {
    keys: [],
    see: () => null,
    begin: () => ({ command: {} }),
    refused: () => ({}),
    carryOn: async (claim) => {
      this.carried++;
      if (this.refuses) return refuseLiveClaim(this.context, claim, this.refuses);
      const result = { kind: "result" as const, result: "done" };
      return refuseLiveClaim(this.context, claim, new Refusal("invoice_already_paid", JSON.stringify(result)));
    },
  };

  claim(): Claim | undefined {
    return readClaim(this.store.rows().find(({ type }) => type === "claim"));
  }
}

describe("a key that was freed, because nothing was made under it", () => {
  test("is used anew, by whatever body", async () => {
    const screening = new Office();
    screening.refuses = new Refusal("amount_exceeds_remaining", "too much");
    await expect(runIdempotent(screening.context, request, screening.route)).rejects.toThrow("too much");
    expect(screening.claim()?.body).toMatchObject({ status: "freed", outcome: null });
    screening.refuses = undefined;
    const response = await runIdempotent(screening.context, { ...request, fingerprint: "another" }, screening.route);
    expect(response).toMatchObject({ replayed: false, outcome: { code: "invoice_already_paid" } });
  });

  test("is not carried on by a sweeper that still holds the call before it", async () => {
    const screening = new Office();
    screening.refuses = new Refusal("amount_exceeds_remaining", "too much");
    let stale: Claim | undefined;
    const route = {
      ...screening.route,
      carryOn: async (claim: Claim) => {
        stale = claim;
        return screening.route.carryOn(claim, null);
      },
    };
    await expect(runIdempotent(screening.context, request, route)).rejects.toThrow("too much");
    screening.refuses = undefined;
    const response = await runIdempotent(screening.context, request, screening.route);
    const [claim, carried] = [screening.claim(), screening.carried];
    screening.now = addSeconds(screening.now, 3600);
    if (!stale) throw new Error("nothing was carried on");
    await continueIdempotent(screening.context, stale, screening.route);
    expect([screening.claim(), screening.carried]).toEqual([claim, carried]);
    expect(await runIdempotent(screening.context, request, screening.route)).toEqual({ ...response, replayed: true });
  });
});
