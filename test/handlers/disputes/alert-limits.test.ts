import { expect, test } from "vitest";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";

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
  const labels = {
    descriptor: long,
    purchaseIdentifier: "汉".repeat(128),
    networkRef: "汉".repeat(128),
    isoRef: "汉".repeat(128),
  };
  return { externalId, paymentId, raw, ...labels };
}

test("the largest alert under the longest rules is kept, with its key's answer, in rows that a table takes", async () => {
  const api = await AlertApi.open();
  expect((await api.send("PUT", "/rules", { body: { rules } })).status).toBe(200);
  const { paymentId } = await api.paid();
  for (const at of Array.from({ length: 10 }).keys()) await api.paid(`B-${at}`);
  const reply = await api.ingest(largest("A-1", paymentId));
  expect([reply.status, reply.json.ruleAudit.length, reply.json.candidates.length]).toEqual([201, 20, 1]);
  const sizes = api.store.rows().map((row) => Buffer.byteLength(JSON.stringify(row)));
  expect(Math.max(...sizes)).toBeLessThan(rowBytes);
  expect((await api.get(reply.json.id)).json).toEqual(reply.json);
});

test("a page of a dry run over the largest alerts is a reply that leaves the house", async () => {
  const api = await AlertApi.open();
  for (const at of Array.from({ length: 20 }).keys()) await api.ingest(largest(`A-${at}`, null));
  const { text, json } = await api.send("POST", "/rules/dry-run", { body: { rules } });
  expect(json.data).toHaveLength(20);
  expect(Buffer.byteLength(text)).toBeLessThan(replyBytes);
  expect((await api.send("POST", "/rules/dry-run", { body: { rules, limit: 21 } })).status).toBe(400);
});
