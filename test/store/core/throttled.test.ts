import {
  type CancellationReason,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import { DynamoStore } from "../../../functions/adapters/aws/dynamo-store.ts";
import { ServiceUnavailable } from "../../../functions/domain/core/service-unavailable.ts";

const row = (v: number) => ({ pk: "a", sk: "row", v, type: "thing", body: {} });
const versioned = { put: row(2), expect: 1 } as const;
const entry = { put: { pk: "a", sk: "entry", v: 1, type: "entry", body: {} }, expect: "absent" } as const;
const transaction = [versioned, entry];

const cancelled = (...codes: readonly string[]) =>
  new TransactionCanceledException({
    ...{ message: "cancelled", $metadata: {} },
    CancellationReasons: codes.map((Code): CancellationReason => ({ Code })),
  });

/** A table whose first answers are these failures; the pauses are what is waited at most. */
function failingTable(...failures: readonly Error[]) {
  const left = [...failures];
  const pauses: number[] = [];
  let calls = 0;
  const client = {
    async send() {
      calls += 1;
      const failure = left.shift();
      if (failure) throw failure;
      return {};
    },
  };
  const store = new DynamoStore(client as never, "records", async (upToMs) => {
    pauses.push(upToMs);
  });
  return { store, pauses, calls: () => calls };
}

describe("a transaction that the table has no room for", () => {
  it.each(["ThrottlingError", "ProvisionedThroughputExceeded", "RequestLimitExceeded", "TransactionInProgress"])(
    "because of %s is made again as it is after pauses that grow, and is no lost race",
    async (code) => {
      const { store, pauses } = failingTable(...Array(3).fill(cancelled("None", code)));
      expect(await store.write(transaction, "req_1")).toEqual({ ok: true });
      expect(pauses).toEqual([50, 100, 200]);
    },
  );

  it("is given up after seven tries as no answer, never as a conflict", async () => {
    const { store, pauses, calls } = failingTable(...Array(9).fill(cancelled("ThrottlingError")));
    await expect(store.write(transaction, "req_1")).rejects.toThrow(ServiceUnavailable);
    expect(calls()).toBe(7);
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1600]);
  });

  it("and whose condition failed as well is lost", async () => {
    const failed = new TransactionCanceledException({
      ...{ message: "cancelled", $metadata: {} },
      CancellationReasons: [{ Code: "ConditionalCheckFailed", Item: itemOf(row(5)) }, { Code: "ThrottlingError" }],
    });
    const { store, calls } = failingTable(failed);
    expect(await store.write(transaction, "req_1")).toMatchObject({ ok: false, rows: [{ v: 5 }] });
    expect(calls()).toBe(1);
  });

  it("is a bug where it is not well-formed", async () => {
    const { store } = failingTable(cancelled("ThrottlingError", "ValidationError"));
    await expect(store.write(transaction, "req_1")).rejects.toThrow(TransactionCanceledException);
  });
});

describe("a write that meets another", () => {
  it.each([
    ["in its transaction", cancelled("TransactionConflict", "None")],
    ["from outside", new TransactionConflictException({ message: "conflict", $metadata: {} })],
  ])("%s is made again after a pause, and lost after three tries", async (_, conflict) => {
    const { store, pauses } = failingTable(conflict, conflict);
    expect(await store.write(transaction, "req_1")).toEqual({ ok: true });
    expect(pauses).toEqual([50, 100]);
    const busy = failingTable(conflict, conflict, conflict);
    expect(await busy.store.write(transaction, "req_1")).toEqual({ ok: false, rows: [] });
  });

  it("is told of its loss after a pause, so that those who met do not meet again", async () => {
    const lost = cancelled("ConditionalCheckFailed", "None");
    const { store, pauses } = failingTable(lost, lost);
    expect(await store.write(transaction, "req_1")).toMatchObject({ ok: false });
    expect(pauses).toEqual([50]);
    // What nobody decides again needs no pause.
    expect(await store.write([entry, entry], "req_2")).toMatchObject({ ok: false });
    expect(pauses).toEqual([50]);
  });
});

describe("a table that gives no answer, however often its client asked", () => {
  const throttled = new ProvisionedThroughputExceededException({ message: "slow down", $metadata: {} });
  const silent = Object.assign(new Error("no answer"), { name: "TimeoutError" });
  const broken = Object.assign(new Error("oops"), { name: "InternalServerError", $fault: "server" });
  const unreached = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

  it.each([
    ["throttled", throttled],
    ["silent", silent],
    ["broken", broken],
    ["unreached", unreached],
  ])("%s, is no bug and no conflict, for reads and writes alike", async (_, failure) => {
    const again = () => failingTable(failure).store;
    await expect(again().read([versioned.put])).rejects.toThrow(ServiceUnavailable);
    await expect(again().page({ pk: "a", limit: 1 })).rejects.toThrow(ServiceUnavailable);
    await expect(again().write([versioned], "req_1")).rejects.toThrow(ServiceUnavailable);
    await expect(again().write(transaction, "req_1")).rejects.toThrow(ServiceUnavailable);
  });

  it("is a bug where it says that we asked it wrongly", async () => {
    const wrong = Object.assign(new Error("bad"), { name: "ValidationException", $fault: "client" });
    await expect(failingTable(wrong).store.page({ pk: "a", limit: 1 })).rejects.toThrow(wrong);
  });
});
