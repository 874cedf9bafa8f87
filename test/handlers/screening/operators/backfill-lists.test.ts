import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Row } from "../../../../functions/app/core/ports.ts";
import { backfillLists } from "../../../../functions/app/screening/backfill-lists.ts";
import { addSeconds } from "../../../../functions/domain/core/time.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { seededWallets, wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const fresh = seededWallets("backfilled screens");
const month = 31 * 86_400;

let one: AccountOwner;
let other: AccountOwner;
/** What there is, newest first. */
const screens: string[] = [];
const monitors: string[] = [];
let ownEntry: string;
let lastAt: string;

function context() {
  const { store } = deployed.aws;
  let made = 0;
  const newId = (prefix: string) => `${prefix}_backfill${made++}`;
  return { store, clock: { now: () => addSeconds(lastAt, 60) }, newId };
}

async function listed(id: string, query: Record<string, string> = {}): Promise<string[]> {
  const op = screeningOperationOf(id);
  const path = `${op.path}?${new URLSearchParams({ limit: "50", ...query })}`;
  const headers = { authorization: `Bearer ${deployed.operatorToken}` };
  const reply = await deployed.send(op, { method: "GET", path, headers });
  expect(reply.status, reply.text).toBe(200);
  return (JSON.parse(reply.text).data as { id: string }[]).map((each) => each.id);
}

async function screen({ apiKey }: AccountOwner, value: string): Promise<void> {
  const reply = await deployed.call("screenValue", apiKey, {}, { type: "wallet", value });
  screens.unshift(JSON.parse(reply.text).id);
  await deployed.advance(1);
}

async function watch({ apiKey }: AccountOwner): Promise<void> {
  const reply = await deployed.call("openMonitor", apiKey, {}, { value: fresh(), webhook: "http://127.0.0.1:9/a" });
  const { id, screenId } = JSON.parse(reply.text);
  monitors.unshift(id);
  screens.unshift(screenId);
  await deployed.advance(1);
}

/** A row as the release before these lists wrote it; null where it wrote none. */
function asBefore(row: Row): Row | null {
  if (row.type === "pointer") {
    const { index: _, ...plain } = row;
    return row.pk.startsWith("find#watch#") ? plain : null;
  }
  if (row.type !== "screen") return row;
  return { ...row, index: row.index?.due ? { due: row.index.due } : {} };
}

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("unlimited", "One");
  other = await deployed.account("unlimited", "Other");
  await screen(one, fresh());
  await watch(one);
  await deployed.advance(2 * month);
  await screen(other, wallet);
  for (let at = 0; at < 4; at++) await screen(one, fresh());
  await watch(other);
  const entry = { value: fresh(), kind: "block", reason: "three payers complained" };
  const proposed = await deployed.call("proposeOwnEntry", deployed.operatorToken, {}, entry);
  ({ id: ownEntry, createdAt: lastAt } = JSON.parse(proposed.text));
  const { store } = deployed.aws;
  for (const row of store.rows()) {
    const before = asBefore(row);
    if (before === null) store.writeNow([{ remove: row, expect: row.v }], row.pk);
    else if (before !== row) store.writeNow([{ put: { ...before, v: row.v + 1 }, expect: row.v }], row.pk);
  }
});

afterAll(() => deployed.stop());

describe("what the release before the lists made", () => {
  test("is not listed until a backfill has listed it, each where it belongs", async () => {
    expect([await listed("listAccountScreens"), await listed("listAccountMonitors")]).toEqual([[], []]);
    const result = await backfillLists(context());
    // Two accounts are found by their names again.
    expect(result.listed).toBe(screens.length + monitors.length + 2 + (ownEntry ? 1 : 0));
    expect(await listed("listAccountScreens")).toEqual(screens);
    expect(await listed("listAccountMonitors")).toEqual(monitors);
    expect(await listed("listAccountMonitors", { accountId: other.id })).toEqual(monitors.slice(0, 1));
    expect(await listed("listAccountScreens", { action: "block" })).toHaveLength(1);
    expect(await listed("listAccountScreens", { value: wallet })).toHaveLength(1);
    expect(await listed("listAccountScreens", { accountId: one.id })).toHaveLength(6);
    expect(await listed("search", { q: "one" })).toContain(one.id);
  });

  test("is left alone by a second one, in every row", async () => {
    const rows = () => deployed.aws.store.rows().filter(({ type }) => type !== "session");
    const before = structuredClone(rows());
    const { listed, records } = await backfillLists(context());
    expect([listed, records]).toEqual([0, expect.any(Number)]);
    expect(records).toBeGreaterThan(screens.length);
    expect(rows()).toEqual(before);
  });
});
