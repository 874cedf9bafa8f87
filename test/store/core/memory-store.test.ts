import { describe, expect, it } from "vitest";
import type { Row } from "../../../functions/app/core/ports.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";

function row(pk: string, body: unknown = {}): Row {
  return { pk, sk: "row", v: 1, type: "thing", body };
}

/** What AWS refuses and not every engine does. */
describe("the book in memory refuses what DynamoDB refuses", () => {
  const store = new MemoryStore();

  it("a transaction that names one row twice", async () => {
    const twice = [row("a"), row("a", "again")].map((put) => ({ put, expect: "absent" as const }));
    await expect(store.write(twice, "n1")).rejects.toThrow("twice");
  });

  it("a row over 400 KB", async () => {
    const put = row("b", "x".repeat(410 * 1024));
    await expect(store.write([{ put, expect: "absent" }], "n2")).rejects.toThrow("larger");
  });

  it("a transaction over 4 MB", async () => {
    const puts = Array.from({ length: 12 }, (_, at) => row(`c${at}`, "x".repeat(390 * 1024)));
    const writes = puts.map((put) => ({ put, expect: "absent" as const }));
    await expect(store.write(writes, "n3")).rejects.toThrow("larger");
  });

  it("an empty key", async () => {
    await expect(store.write([{ put: row(""), expect: "absent" }], "n4")).rejects.toThrow("empty");
  });

  it("shows its stream only what came into being", async () => {
    const own = new MemoryStore();
    await own.write([{ put: { ...row("d"), outbox: "pending" }, expect: "absent" }], "n5");
    await own.write([{ put: { ...row("d"), v: 2 }, expect: 1 }], "n6");
    expect(own.streamLength).toBe(1);
    expect(own.streamed(0)).toMatchObject({ pk: "d", v: 1, outbox: "pending" });
  });
});
