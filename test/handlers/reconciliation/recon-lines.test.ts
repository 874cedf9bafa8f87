import { beforeEach, describe, expect, test } from "vitest";
import type { PageQuery } from "../../../functions/app/core/ports.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { feeSweepRecordType } from "../../../functions/app/reconciliation/fee-sweep-record.ts";
import type { ReconContext, ReconScope } from "../../../functions/app/reconciliation/read.ts";
import { findingsOf, reconLines, transferOwners } from "../../../functions/app/reconciliation/recon.ts";
import { reconcile, reconcileCsv } from "../../../functions/app/reconciliation/reports.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { escrowRailRefsOf } from "../../../functions/domain/reconciliation/escrow-recon-break.ts";
import type { FeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import type { ReconLine } from "../../../functions/domain/reconciliation/line.ts";
import { putRecord } from "../../support/core/put-record.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";
import { escrowIn } from "../../support/escrow/escrow-samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: BooksApi;
/** References that the rail was asked about, call by call. */
let asked: (readonly string[])[];

beforeEach(() => {
  api = new BooksApi();
  asked = [];
});

/** What reconciliation works with, over a rail that keeps what it is asked. */
function context(otherwise: Partial<Rail> = {}): ReconContext {
  const transfersOf: Rail["transfersOf"] = (refs) => {
    asked.push(refs);
    return api.rail.transfersOf(refs);
  };
  return { ...api.reports(), rail: railThat(api.rail, { transfersOf, ...otherwise }) };
}

async function lines(scope: Partial<ReconScope> = {}, of = context()): Promise<ReconLine[]> {
  const held: ReconLine[] = [];
  for await (const line of reconLines(of, { ...api.today, owner: null, type: "all", ...scope })) held.push(line);
  return held;
}

function sweepThat(change: Partial<FeeSweep>): FeeSweep {
  return {
    ...{ id: "fsw_01JC0000000000000000000009", tenantId: "ten_1", date: "2026-11-20", rail: "mock", customer: "c" },
    ...{ chain: "base", stable: "USDT", toAddress: "0xOURS", units: "45.000000", amountCents: 4_500, screens: 1 },
    ...{ floatUnits: "0.000000", status: "ordered", orderedAt: noon, toldAt: noon, transferRef: null, txHash: null },
    ...{ reason: null, stalledAt: null, resolvedAt: null, lookAt: null, createdAt: noon, updatedAt: noon },
    ...change,
  };
}

const strange: Omit<RailTransfer, "reference"> = {
  ...{ railRef: "tr_1", kind: "collection", amountCents: 777, amount: null, at: noon, state: "done" },
};

describe("whose a transfer is", () => {
  test("follows from the reference that we gave, else from the rail's own, with what the record has there", async () => {
    const { settlement } = settlementIn("completed");
    const escrow = escrowIn("refunded");
    const [sweep, told] = [sweepThat({}), sweepThat({ id: "fsw_01JC0000000000000000000008", transferRef: "tr_8" })];
    await putRecord(api, settlementRecordType, {
      ...settlement,
      rail: "mock",
      payment: { ...settlement.payment, railRef: "pay_1" },
    });
    await putRecord(api, escrowRecordType, { ...escrow, adapter: "mock" });
    for (const each of [sweep, told]) await putRecord(api, feeSweepRecordType, each);
    const [deposit = ""] = [escrow.funding?.railRef ?? undefined];
    const owner = { tenantId: settlement.tenantId, escrowId: null };
    const paid = {
      id: settlement.id,
      record: { owned: { ...owner, settlementId: settlement.id }, collectedAs: ["pay_1"], railRefs: ["pay_1"] },
    };
    const held = {
      id: escrow.id,
      record: {
        owned: { settlementId: null, escrowId: escrow.id, tenantId: escrow.tenantId },
        ...{ collectedAs: [deposit], railRefs: escrowRailRefsOf(escrow) },
      },
    };
    const swept = (id: string, railRefs: string[]) => ({
      id,
      record: {
        owned: { settlementId: null, escrowId: null, feeSweepId: id, tenantId: "ten_1" },
        collectedAs: railRefs,
        railRefs,
      },
    });
    const nobody = { id: undefined, record: undefined };
    const cases = [
      [{ railRef: "pay_1", reference: `${settlement.id}.inv_1` }, paid, true],
      [{ railRef: "pay_1", reference: null }, paid, true],
      [{ railRef: "pay_1", reference: "" }, paid, true],
      [{ railRef: "pay_1", reference: null, transferRef: "pay_1" }, paid, true],
      [{ railRef: "pay_1", reference: null, transferRef: "tr_9" }, paid, false],
      [{ railRef: "rail_2", reference: settlement.id }, paid, false],
      [{ railRef: deposit, reference: null }, held, true],
      [{ railRef: "rail_2", reference: escrow.id }, held, false],
      [{ railRef: "tr_8", reference: told.id }, swept(told.id, ["tr_8"]), true],
      [{ railRef: "tr_8", reference: sweep.id }, swept(sweep.id, []), false],
      [{ railRef: "rail_2", reference: null }, nobody, false],
      [{ railRef: "rail_2", reference: "stl_0" }, { id: "stl_0", record: undefined }, false],
    ] as const;
    const found = await transferOwners(
      context(),
      cases.map(([transfer]) => transfer),
    );
    expect(found).toEqual(cases.map(([transfer, whose, isOurs]) => ({ transfer, ...whose, isOurs })));
  });
});

describe("the lines of a reconciliation", () => {
  test("are those of records alone where nothing is strange, and the rail is asked about its own", async () => {
    const one = await api.settle(await api.paid(1_000));
    const other = await api.settle(await api.paid(2_000));
    await api.tamper("store", other.settlementId, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, rail: "another" },
    }));
    await putRecord(api, feeSweepRecordType, sweepThat({}));
    await putRecord(
      api,
      feeSweepRecordType,
      sweepThat({ id: "fsw_01JC0000000000000000000008", rail: "another", transferRef: "tr_8" }),
    );
    api.pass(600);
    const found = await lines();
    expect(found.map(({ kind, breaks }) => [kind, breaks])).toEqual([
      ["settlement", []],
      ["settlement", []],
    ]);
    expect(asked).toEqual([[one.railRef]]);
  });

  test("name each kind of break of a record once", async () => {
    const { railRef } = await api.settle(await api.paid(10_000));
    type Dossier = { moves: { kind: string; amountCents: number | null; amount: string | null }[] };
    await api.tamper("railStore", railRef, "dossier", (dossier: Dossier) => ({
      ...dossier,
      moves: dossier.moves.map((move) =>
        move.kind === "collection" ? { ...move, amountCents: 9_999 } : { ...move, amount: "87.740000" },
      ),
    }));
    api.pass(600);
    const [line] = await lines();
    if (line?.kind !== "settlement") throw new Error("not a settlement");
    expect(line.breaks.map(({ kind, about }) => `${kind} ${about}`)).toEqual([
      ...["amount_mismatch collection", "amount_mismatch payout"],
    ]);
    expect(line.row.breaks).toEqual(["amount_mismatch"]);
  });

  test("have what is strange to us among those that it belongs to by its reference", async () => {
    const transfers = [
      { ...strange, railRef: "of a settlement", reference: "stl_0.inv_0" },
      { ...strange, railRef: "of an escrow", reference: "esc_0" },
      { ...strange, railRef: "of nobody", reference: null },
      { ...strange, railRef: "of a sweep", reference: "fsw_0", kind: "sweep" as const },
      { ...strange, railRef: "not done", reference: null, state: "pending" as const },
      { ...strange, railRef: "young", reference: null, at: "2026-11-21T12:05:01.000Z" },
    ];
    api.pass(600);
    const of = context({ transfers: async () => ({ transfers, nextCursor: null }) });
    const refs = async (type: ReconScope["type"]) =>
      (await lines({ type }, of)).flatMap(({ breaks }) => breaks.map(({ railRef }) => railRef));
    expect(await refs("all")).toEqual(["of a settlement", "of an escrow", "of nobody", "of a sweep"]);
    expect(await refs("settlements")).toEqual(["of a settlement", "of nobody"]);
    expect(await refs("escrow")).toEqual(["of an escrow"]);
  });

  test("are one for each page of what is strange, and none where a page has nothing strange", async () => {
    api.pass(600);
    const reference = "stl_0";
    const pages = [[{ ...strange, reference }], [], [{ ...strange, railRef: "tr_2", reference }]];
    const cursors: (string | null)[] = [];
    const transfers: Rail["transfers"] = async ({ cursor }) => {
      cursors.push(cursor);
      const at = Number(cursor ?? 0);
      return { transfers: pages[at] ?? [], nextCursor: at < 2 ? `${at + 1}` : null };
    };
    const found = await lines({}, context({ transfers }));
    const stray = { settlementId: null, escrowId: null, tenantId: null, ours: null, theirs: "7.77", at: noon };
    const missing = { ...stray, kind: "missing_on_our_side", about: "collection" };
    expect(found).toEqual([
      { kind: "stray", breaks: [{ ...missing, railRef: "tr_1" }] },
      { kind: "stray", breaks: [{ ...missing, railRef: "tr_2" }] },
    ]);
    expect(cursors).toEqual([null, "1", "2"]);
  });

  test("of sweeps are those of one tenant where it is named", async () => {
    const { id: tenantId } = await api.owner();
    const proven = { status: "proven", tenantId, transferRef: "tr_7" } as const;
    await putRecord(api, feeSweepRecordType, sweepThat(proven));
    await putRecord(
      api,
      feeSweepRecordType,
      sweepThat({ ...proven, id: "fsw_01JC0000000000000000000008", tenantId: "ten_2", transferRef: "tr_6" }),
    );
    api.pass(600);
    const ids = async (scope: Partial<ReconScope>) =>
      (await lines(scope)).flatMap(({ breaks }) => breaks.map(({ feeSweepId }) => feeSweepId));
    expect(await ids({})).toEqual(["fsw_01JC0000000000000000000008", "fsw_01JC0000000000000000000009"]);
    expect(await ids({ owner: { id: tenantId, createdAt: noon } })).toEqual(["fsw_01JC0000000000000000000009"]);
    expect(await ids({ type: "settlements" })).toEqual([]);
  });

  test("are read of each tenant from when it was made on", async () => {
    await api.paid(1_000);
    const { store } = api;
    const froms: (string | undefined)[] = [];
    const page = (query: PageQuery) => {
      if (query.pk.includes("#settlement#")) froms.push(query.from);
      return store.page(query);
    };
    const watched = { ...context(), store: { read: store.read.bind(store), write: store.write.bind(store), page } };
    await lines({ from: "2026-01-01T00:00:00.000Z" }, watched);
    await lines({ from: "2026-11-21T12:00:01.000Z" }, watched);
    expect(froms).toEqual([noon, "2026-11-21T12:00:01.000Z"]);
  });
});

describe("what is wrong of records", () => {
  test("is said of each, of whatever noun, and of those that cannot be read", async () => {
    const ids = ["stl_9", "esc_9", "fsw_9", "stl_8"];
    const partitions = ids.map((id) => ({ id, tenantId: "", rows: [] }));
    const unreadable = { breaks: [], isUnreadable: true };
    expect(await findingsOf(context(), partitions, noon)).toEqual([
      { ...unreadable, id: "stl_9", isUnbalanced: true },
      { ...unreadable, id: "stl_8", isUnbalanced: true },
      { ...unreadable, id: "esc_9", isUnbalanced: true },
      { ...unreadable, id: "fsw_9", isUnbalanced: false },
    ]);
    const entry = { pk: "fsw_9", sk: "entry#00000001", v: 1, type: "entry", body: {} };
    expect(await findingsOf(context(), [{ id: "fsw_9", tenantId: "", rows: [entry] }], noon)).toEqual([
      { ...unreadable, id: "fsw_9", isUnbalanced: true },
    ]);
  });
});

describe("a reply", () => {
  test("holds four megabytes, and what is larger is made in the background", async () => {
    const bytes = async (...sizes: number[]) => {
      const csv = () => "é".repeat((sizes.shift() ?? 0) / 2);
      return "made" in (await reconcileCsv({ ...api.reports(), csv }, api.today));
    };
    expect([await bytes(2_000_000, 0, 2_000_000), await bytes(2_000_000, 0, 2_000_002)]).toEqual([true, false]);
  });

  test("holds a thousand lines", async () => {
    api.pass(600);
    const isMade = async (count: number) => {
      const transfers: Rail["transfers"] = async ({ cursor }) => {
        const at = Number(cursor ?? 1);
        return { transfers: [{ ...strange, reference: "stl_0" }], nextCursor: at < count ? `${at + 1}` : null };
      };
      return "made" in (await reconcile({ ...api.reports(), rail: railThat(api.rail, { transfers }) }, api.today));
    };
    expect([await isMade(1_000), await isMade(1_001)]).toEqual([true, false]);
  });
});
