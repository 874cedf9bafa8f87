import { describe, expect, test } from "vitest";
import type { Desk } from "../../../functions/app/core/context.ts";
import { type Claim, type KeyedRequest, readClaim } from "../../../functions/app/core/idempotency-claim.ts";
import {
  continueKeyed,
  type KeyedRoute,
  refuseHeld,
  runKeyed,
} from "../../../functions/app/core/idempotent-operation.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { MemoryBook } from "../../support/core/memory-book.ts";

const request: KeyedRequest = {
  ...{ tenantId: "ten_1", operation: "payInvoice", idempotencyKey: "key-1", fingerprint: "f" },
};

/** A route whose calls go as they are told to. */
class Office {
  readonly book = new MemoryBook();
  readonly desk: Desk;
  now = "2026-11-21T12:00:00.000Z";
  carried = 0;
  refuses: Refusal | undefined;
  #made = 0;

  constructor() {
    this.desk = {
      ...{ book: this.book, actor: "tenant:one", requestId: "req_1", clock: { now: () => this.now } },
      newId: (prefix) => `${prefix}_${++this.#made}`,
    };
  }

  readonly route: KeyedRoute<null> = {
    keys: [],
    see: () => null,
    begin: () => ({ command: {} }),
    refused: () => ({}),
    carryOn: async (claim) => {
      this.carried++;
      if (this.refuses) return refuseHeld(this.desk, claim, this.refuses);
      const result = { kind: "result" as const, result: "done" };
      return refuseHeld(this.desk, claim, new Refusal("invoice_already_paid", JSON.stringify(result)));
    },
  };

  claim(): Claim | undefined {
    return readClaim(this.book.rows().find(({ type }) => type === "claim"));
  }
}

describe("a key that was freed, because nothing was made under it", () => {
  test("is used anew, by whatever body", async () => {
    const office = new Office();
    office.refuses = new Refusal("amount_exceeds_remaining", "too much");
    await expect(runKeyed(office.desk, request, office.route)).rejects.toThrow("too much");
    expect(office.claim()?.body).toMatchObject({ status: "freed", outcome: null });
    office.refuses = undefined;
    const told = await runKeyed(office.desk, { ...request, fingerprint: "another" }, office.route);
    expect(told).toMatchObject({ replayed: false, outcome: { code: "invoice_already_paid" } });
  });

  test("is not carried on by a sweeper that still holds the call before it", async () => {
    const office = new Office();
    office.refuses = new Refusal("amount_exceeds_remaining", "too much");
    let stale: Claim | undefined;
    const route = {
      ...office.route,
      carryOn: async (claim: Claim) => {
        stale = claim;
        return office.route.carryOn(claim, null);
      },
    };
    await expect(runKeyed(office.desk, request, route)).rejects.toThrow("too much");
    office.refuses = undefined;
    const told = await runKeyed(office.desk, request, office.route);
    const [claim, carried] = [office.claim(), office.carried];
    office.now = addSeconds(office.now, 3600);
    if (!stale) throw new Error("nothing was carried on");
    await continueKeyed(office.desk, stale, office.route);
    expect([office.claim(), office.carried]).toEqual([claim, carried]);
    expect(await runKeyed(office.desk, request, office.route)).toEqual({ ...told, replayed: true });
  });
});
