import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { ownEntriesOf, ownKeys } from "../../../functions/app/screening/internal-list-record.ts";
import {
  approveOwnEntry,
  getOwnEntry,
  listOwnEntries,
  type NewOwnEntry,
  ownChangesSince,
  proposeOwnEntry,
  rejectOwnEntry,
  withdrawOwnEntry,
} from "../../../functions/app/screening/internal-lists.ts";
import type { ListChangesContext } from "../../../functions/app/screening/list-changes.ts";
import { ListMemory } from "../../../functions/app/screening/list-memory.ts";
import { goWalk, orderWalks } from "../../../functions/app/screening/schedule-rescreens.ts";
import { listsInForce, readRows, snapshotKeys } from "../../../functions/app/screening/screening-context.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const by = (name: string) => ({ ...api.context, actor: `operator:${name}` });
const thief: NewOwnEntry = {
  kind: "block",
  value: wallet,
  category: "stolen_funds",
  entity: "A thief",
  reason: "seen",
};
const propose = (change: Partial<NewOwnEntry> = {}) => proposeOwnEntry(by("one"), { ...thief, ...change });

/** An entry in force. */
async function inForce(change: Partial<NewOwnEntry> = {}): Promise<string> {
  const { id } = await propose(change);
  await approveOwnEntry(by("two"), id, null);
  return id;
}

/** The ids of the entries that verdicts on a value are made with. */
async function counting(value = wallet): Promise<string[]> {
  return ownEntriesOf(await api.store.read(ownKeys(value))).map(({ id }) => id);
}

const versions = async () => (await ownChangesSince(api.store, 0)).version;

describe("an own entry", () => {
  test("counts from its approval to that of its withdrawal, and each is one version of the lists", async () => {
    const { id } = await propose();
    expect([await counting(), await versions()]).toEqual([[], 0]);
    await approveOwnEntry(by("two"), id, "agreed");
    expect([await counting(), await versions()]).toEqual([[id], 1]);
    await withdrawOwnEntry(by("one"), id, "a mistake");
    expect([await counting(), await versions()]).toEqual([[id], 1]);
    const { status, withdrawal } = await approveOwnEntry(by("two"), id, "agreed");
    expect([status, withdrawal?.note, await counting(), await versions()]).toEqual(["withdrawn", "agreed", [], 2]);
    expect(await ownChangesSince(api.store, 1)).toEqual({ version: 2, values: [wallet], more: false });
  });

  test("never counts where it is turned down, nor a withdrawal that is", async () => {
    const { id } = await propose();
    expect(await rejectOwnEntry(by("two"), id, "no")).toMatchObject({ status: "rejected", listing: { note: "no" } });
    const other = await inForce();
    await withdrawOwnEntry(by("one"), other, "a mistake");
    await rejectOwnEntry(by("two"), other, null);
    expect([(await getOwnEntry(api.context, other)).status, await counting(), await versions()]).toEqual([
      ...["active", [other], 1],
    ]);
  });

  test("is one of its kind for a value, when proposed and when agreed to", async () => {
    const { id: second } = await propose();
    const first = await inForce();
    const taken = {
      ...{ code: "own_entry_exists", message: `the own block list has this value: ${first}` },
      detail: { extra: { id: first } },
    };
    await expect(propose()).rejects.toMatchObject(taken);
    await expect(approveOwnEntry(by("two"), second, null)).rejects.toMatchObject(taken);
    const allowed = await inForce({ kind: "allow" });
    expect((await counting()).toSorted()).toEqual([first, allowed].toSorted());
    await withdrawOwnEntry(by("one"), first, "a mistake");
    await approveOwnEntry(by("two"), first, null);
    expect(await counting()).toEqual([allowed]);
  });

  test("is of what can be an address, and is known by its noun", async () => {
    await expect(propose({ value: "a b" })).rejects.toMatchObject({ code: "invalid_value" });
    await expect(getOwnEntry(api.context, "own_9")).rejects.toMatchObject({ message: "no such entry" });
  });

  test("is read back by status, and tells its reasons on its trail", async () => {
    const id = await inForce();
    const { data } = await listOwnEntries(api.context, { status: "active", limit: 9 });
    expect(data.map((each) => each.id)).toEqual([id]);
    expect((await listOwnEntries(api.context, { status: "proposed", limit: 9 })).data).toEqual([]);
    const entries = entriesIn(await api.store.page({ pk: id, limit: 9 }));
    expect(entries.map(({ actor, reason }) => [actor, reason])).toEqual([
      ["operator:one", "seen"],
      ["operator:two", "listing approved"],
    ]);
  });

  test("leaves in its rows what a newer release has put beside it", async () => {
    const id = await inForce();
    const [key] = ownKeys(wallet);
    const [row] = await api.store.read(ownKeys(wallet));
    if (!key || !row) throw new Error("nothing is in force");
    const body = { ...(row.body as object), newer: "field" };
    await api.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], "newer");
    const other = await inForce({ kind: "allow" });
    const [after] = await api.store.read([key]);
    expect(after).toMatchObject({ type: "own_entries", v: row.v + 2, body: { newer: "field" } });
    expect(await counting()).toEqual([id, other]);
  });

  test("comes a hundred changes at a time", async () => {
    for (let nth = 0; nth < 3; nth += 1) await inForce({ value: `0x${nth}` });
    expect(await ownChangesSince(api.store, 0, 2)).toEqual({ version: 2, values: ["0x0", "0x1"], more: true });
    expect(await ownChangesSince(api.store, 2, 2)).toEqual({ version: 3, values: ["0x2"], more: false });
  });
});

describe("a walk over monitors", () => {
  const context = (): TestApi["context"] & ListChangesContext => ({
    ...api.context,
    listStore: { readIndex: async () => null },
  });
  const walks = () => api.store.rows().filter(({ type }) => type === "walk");

  test("is ordered once for what the own lists have changed, and not again", async () => {
    await inForce();
    await inForce({ value: otherWallet });
    await inForce({ kind: "allow" });
    await orderWalks(context());
    expect(walks().map(({ body }) => body)).toEqual([{ addresses: [wallet, otherWallet], at: noon }]);
    const { commits } = api.store;
    await orderWalks(context());
    expect(api.store.commits).toBe(commits);
    api.pass(60);
    await inForce({ value: "0xLATER" });
    await orderWalks(context());
    expect(walks().at(-1)?.body).toEqual({ addresses: ["0xLATER"], at: later(60) });
  });

  test("of more addresses than a row has is several", async () => {
    for (let nth = 0; nth < 102; nth += 1) {
      const put = { pk: "own-list-changes", sk: String(nth + 1).padStart(10, "0"), v: 1, type: "own_change" };
      await api.store.write([{ put: { ...put, body: { value: `0x${nth}` } }, expect: "absent" }], `${nth}`);
    }
    await orderWalks(context());
    const sizes = walks().map(({ body }) => (body as { addresses: string[] }).addresses.length);
    expect(sizes.toSorted((one, other) => one - other)).toEqual([2, 100]);
  });

  const watched = (name: string) => `0x${name}`;

  /** A walk over two addresses, of which each is watched by one monitor. */
  async function walk() {
    const key = rowKey("walk#1");
    const body = { addresses: [watched("a"), watched("b"), watched("nobody")], at: noon };
    await api.store.write([{ put: { ...key, v: 1, type: "walk", body }, expect: "absent" }], "walk");
    for (const name of ["a", "b"]) {
      const id = `mon_${name}`;
      const risk = { risk_level: "low", action: "allow" };
      const state = {
        ...{ id, accountId: "acc_1", value: watched(name), chain: null, url: "https://a.example/", risk },
        ...{ risk_score: 0, entity_name: null, screenId: "scr_1", alerts: [], checkedAt: noon, lookAt: noon },
        ...{ createdAt: noon, updatedAt: noon, deletedAt: null },
      };
      const row = { ...rowKey(id), v: 1, type: "monitor", body: { state, head: { seq: 1, hash: "0" } } };
      const pointer = { pk: `find#watch#${watched(name)}`, sk: id, v: 1, type: "pointer", body: {} };
      await api.store.write(
        [
          { put: row, expect: "absent" },
          { put: pointer, expect: "absent" },
        ],
        id,
      );
    }
    const left = async () => {
      const [row] = await api.store.read([key]);
      return row && (row.body as typeof body).addresses;
    };
    const go = async (rescreen: (ids: readonly string[]) => Promise<boolean>, isLate = false) => {
      const [row] = await api.store.read([key]);
      await goWalk(api.context, row ?? expect.fail("it is done"), rescreen, () => isLate);
    };
    return { left, go };
  }

  test("has each monitor of its addresses screened, and is gone then", async () => {
    const { left, go } = await walk();
    const seen: (readonly string[])[] = [];
    await go(async (ids) => seen.push(ids) > 0);
    expect([seen, await left()]).toEqual([[["mon_a"], ["mon_b"]], undefined]);
  });

  test("keeps the addresses whose monitors were not done", async () => {
    const { left, go } = await walk();
    await go(async ([id]) => id === "mon_a");
    expect(await left()).toEqual([watched("b")]);
  });

  test("keeps all of them where it is late", async () => {
    const { left, go } = await walk();
    await go(() => expect.fail("it is late"), true);
    expect(await left()).toEqual([watched("a"), watched("b"), watched("nobody")]);
  });

  test("leaves alone a monitor that was screened since, or deleted", async () => {
    const { left, go } = await walk();
    for (const [id, change] of [
      ["mon_a", { checkedAt: later(6) }],
      ["mon_b", { deletedAt: noon }],
    ] as const) {
      const [row] = await api.store.read([rowKey(id)]);
      const body = row?.body as { state: object; head: object };
      if (row)
        await api.store.write(
          [{ put: { ...row, v: 2, body: { ...body, state: { ...body.state, ...change } } }, expect: 1 }],
          `${id} 2`,
        );
    }
    await go(() => expect.fail("nobody is left"));
    expect(await left()).toBeUndefined();
  });
});

describe("lists that nobody can be screened by", () => {
  const from = async (requiredLists: string[], readIndex: () => Promise<null> = async () => null) => {
    const failed: unknown[] = [];
    const exposures = { providers: [], failed: (...what: unknown[]) => failed.push(what) };
    const rows = await readRows(api.store, snapshotKeys([wallet, wallet]));
    const context = { clock: api.clock, requiredLists, exposures, lists: new ListMemory({ readIndex }) };
    return { failed, held: listsInForce(context as never, rows) };
  };
  const no = (what: string) => ({
    code: "provider_unavailable",
    message: `${what}: nothing can be screened now, so take nothing as passed`,
    detail: { retryAfterSeconds: 60 },
  });

  test("are none at all, or not one that this stage demands", async () => {
    await expect((await from(["ofac_sdn"])).held).rejects.toMatchObject(no("the list ofac_sdn is missing"));
    await expect((await from([])).held).rejects.toMatchObject(no("the list any is missing"));
  });

  test("are old, or cannot be read", async () => {
    const head = {
      ...{ list: "fixture", publishedAt: "2026-11-20", sha256: "a".repeat(64), records: 1, title: "Sandbox fixture" },
      ...{ loadedAt: noon, since: noon, indexKey: "indexes/1", fileKey: "files/1", staleAfterSeconds: 60 },
    };
    const body = { state: { id: "lists", version: 1, lists: [head] }, head: { seq: 1, hash: "0" } };
    const row = { ...rowKey("lists"), v: 1, type: "list_catalogue", body };
    await api.store.write([{ put: row, expect: "absent" }], "lists");
    const { failed, held } = await from(["fixture"]);
    await expect(held).rejects.toMatchObject(no("the lists cannot be read"));
    expect(failed).toEqual([["lists", expect.objectContaining({ message: "the store has no index indexes/1" })]]);
    api.pass(61);
    await expect((await from(["fixture"])).held).rejects.toMatchObject(no("the list fixture is stale"));
  });
});
