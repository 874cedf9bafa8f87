import { beforeEach, describe, expect, test } from "vitest";
import { disbursePayout } from "../../../functions/app/escrow/machine-steps.ts";
import { reconcile, reconcileCsv } from "../../../functions/app/reconciliation/reports.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";
import { reportsOf } from "../../support/escrow/escrow-reports.ts";
import { escrowReviewers } from "../../support/escrow/escrow-reviewers.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const { by, item, act: asks, agreed } = escrowReviewers(() => api);

/** The machine's step that follows a payout which was ordered. */
async function machine(id: string): Promise<void> {
  const context = { ...api.escrowContext, actor: "system:escrow", workflows: api.workflows };
  await disbursePayout(context, { escrowId: id, tenantId: api.tenantId });
}

/** An escrow of 100.00 whose release paid 40.00, and whose rest the rail refused. */
async function stuck(): Promise<string> {
  const milestones = [
    { description: "foundation", amountCents: 4_000 },
    { description: "roof", amountCents: 6_000 },
  ];
  const id = await api.funded({ releaseRule: "milestone", milestones, refundAddress: "0xFAILPAYOUT" });
  const [first, second] = (await api.state(id)).milestones;
  await api.post(`/${id}/milestones/${first?.id}/complete`);
  await api.post(`/${id}/milestones/${second?.id}/cancel`);
  expect((await api.release(id)).json.code).toBe("payout_failed");
  return id;
}

const offPlatform = { action: "returned_off_platform", reference: "WIRE-7", note: null } as const;

/** Its row in a reconciliation, and in the CSV of that. */
async function reconciled(id: string) {
  api.pass(600);
  const stretch = { from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };
  const [report, table] = [await reconcile(reportsOf(api), stretch), await reconcileCsv(reportsOf(api), stretch)];
  if ("export" in report || "export" in table) throw new Error("made in the background");
  const { escrows, unbalanced, breaks, summary } = report.made;
  const rows = csvRows(table.made.text);
  const told = rows.find(({ escrowId }) => escrowId === id)?.returnedCents;
  const total = rows.find(({ record }) => record === "escrow_total")?.returnedCents;
  const row = escrows.find(({ escrowId }) => escrowId === id);
  expect([told, total]).toEqual([String(row?.returnedCents), String(summary.escrowTotals.returnedCents)]);
  return { returnedCents: row?.returnedCents, unbalanced, breaks };
}

describe("a rest that the rail refused to return", () => {
  test("waits for operators, who can order it again or give it back outside the rail", async () => {
    const id = await stuck();
    expect(await item(id)).toMatchObject({
      ...{ kind: "held", status: "release_pending" },
      actions: ["note", "assign", "resume", "returned_off_platform"],
    });
    expect((await api.get(`/${id}`)).json.waitingFor).toMatchObject({ reason: "operator_review", until: null });
  });

  test("is ordered again by two, under the next key, and ends released", async () => {
    const id = await stuck();
    const { holding } = api;
    await agreed(id, { action: "resume", note: "the wallet is open again" });
    expect(await api.state(id)).toMatchObject({
      ...{ status: "release_pending", heldCents: 6_000 },
      intent: { leg: "rest", key: `${id}:rest:2`, amountCents: 6_000, address: "0xFAILPAYOUT" },
    });
    await expect(asks(id, { action: "resume", note: null })).rejects.toMatchObject({ code: "action_not_available" });
    const orders: string[] = [];
    api.railThat({
      disburse: (order) => {
        orders.push(order.key);
        return holding.disburse({ ...order, wallet: "0xOPEN" });
      },
    });
    await machine(id);
    expect(orders).toEqual([`${id}:rest:2`]);
    expect(await api.state(id)).toMatchObject({ status: "released", returnedCents: 6_000, heldCents: 0 });
    await expect(item(id)).rejects.toMatchObject({ code: "not_found" });
    const { history } = (await api.get(`/${id}`)).json;
    const ordered = history.find(({ reason }: { reason: string }) => reason === `rest ordered as ${id}:rest:2`);
    expect(ordered).toMatchObject({ actor: "operator:berta" });
    expect(await listLedger(api, id)).toMatchObject({ escrow_held: 0, rail_clearing: 0 });
  });

  test("is not ordered again while its address does not pass", async () => {
    const id = await stuck();
    const { json } = await api.refund(id, { refundAddress: "0xBLOCKED" });
    expect(json.code).toBe("kyt_declined");
    api.pass(901);
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    expect((await api.release(id)).json.unmet).toEqual(["refund_screening_declined"]);
    await expect(asks(id, { action: "resume", note: null })).rejects.toThrow("refund_screening_declined");
    expect((await item(id)).actions).not.toContain("returned_off_platform");
  });

  test("given back outside the rail ends released, by the bank's reference, and is told once", async () => {
    const id = await stuck();
    await agreed(id, offPlatform);
    const { json } = await api.get(`/${id}`);
    expect(json).toMatchObject({
      ...{ status: "released", releasedCents: 4_000, returnedCents: 6_000, refundedCents: 6_000 },
      ...{ refundTxHash: null, waitingFor: null, payout: null },
    });
    expect(json.history.at(-1)).toMatchObject({
      actor: "operator:berta",
      reason: expect.stringMatching(/^6000 cents that the release left sent back as WIRE-7 \(apr_/),
    });
    expect((await api.events(id)).filter((name) => name === "escrow.released")).toHaveLength(1);
    expect(await listLedger(api, id)).toMatchObject({ escrow_held: 0, rail_clearing: 0 });
    await expect(item(id)).rejects.toMatchObject({ code: "not_found" });
    expect(await reconciled(id)).toEqual({ returnedCents: 6_000, unbalanced: [], breaks: [] });
  });

  test("is not given back outside the rail where its tenant has it paid elsewhere meanwhile", async () => {
    const id = await stuck();
    const acted = await asks(id, offPlatform);
    if (!("approvalId" in acted)) throw new Error("done without a second operator");
    expect((await api.refund(id, { refundAddress: "0xOTHER" })).json.status).toBe("released");
    await expect(approve(by("berta"), acted.approvalId, null)).rejects.toMatchObject({ code: "action_not_available" });
    expect(await api.state(id)).toMatchObject({ returnedCents: 6_000, sentBackCents: 0 });
    expect(await reconciled(id)).toEqual({ returnedCents: 6_000, unbalanced: [], breaks: [] });
  });
});
