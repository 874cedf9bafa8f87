import { expect, test } from "vitest";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { AlertDoor } from "../../support/disputes/alert-door.ts";

/** What a table takes in one row, and a reply of ours at most, in bytes. */
const rowBytes = 400 * 1024;
const replyBytes = 4 * 1024 * 1024;

const long = "汉".repeat(256);

/** As many conditions as a list may have, each with the longest text of an alert. */
const rules = Array.from({ length: 20 }, (_, rule): DisputeRule => {
  const when = { attribute: "descriptor", operator: "Contains", value: "nothing of this" } as const;
  return { id: `r${rule}`, name: "汉".repeat(200), when: Array(10).fill(when), action: "review" };
});

/** The largest alert that a sender can bring. */
function largest(externalId: string, paymentId: string | null) {
  const raw = { text: "汉".repeat(21_800), "\ud800": "\ud800" };
  const words = {
    descriptor: long,
    purchaseIdentifier: "汉".repeat(128),
    networkRef: "汉".repeat(128),
    isoRef: "汉".repeat(128),
  };
  return { externalId, paymentId, raw, ...words };
}

test("the largest alert under the longest rules is kept, with its key's answer, in rows that a table takes", async () => {
  const door = await AlertDoor.open();
  expect((await door.send("PUT", "/rules", { body: { rules } })).status).toBe(200);
  const { paymentId } = await door.paid();
  for (const at of Array.from({ length: 10 }).keys()) await door.paid(`B-${at}`);
  const said = await door.ingest(largest("A-1", paymentId));
  expect([said.status, said.json.ruleAudit.length, said.json.candidates.length]).toEqual([201, 20, 1]);
  const sizes = door.book.rows().map((row) => Buffer.byteLength(JSON.stringify(row)));
  expect(Math.max(...sizes)).toBeLessThan(rowBytes);
  expect((await door.get(said.json.id)).json).toEqual(said.json);
});

test("a page of a dry run over the largest alerts is a reply that leaves the house", async () => {
  const door = await AlertDoor.open();
  for (const at of Array.from({ length: 20 }).keys()) await door.ingest(largest(`A-${at}`, null));
  const { text, json } = await door.send("POST", "/rules/dry-run", { body: { rules } });
  expect(json.data).toHaveLength(20);
  expect(Buffer.byteLength(text)).toBeLessThan(replyBytes);
  expect((await door.send("POST", "/rules/dry-run", { body: { rules, limit: 21 } })).status).toBe(400);
});
