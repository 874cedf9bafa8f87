import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EscrowOffice, type MadeEscrow } from "../../support/escrow/escrow-office.ts";
import { pageOf, Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const screening = new EscrowOffice();
let owner: Owner;
let other: Owner;
let one: Visitor;
let two: Visitor;

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

async function shown({ id }: MadeEscrow, visitor = one): Promise<string> {
  const { status, text } = await visitor.get("showEscrow", { id });
  expect(status, text).toBe(200);
  return text.replaceAll(/\s+/g, " ");
}

beforeAll(async () => {
  ({ one: owner, other } = await screening.start());
  one = new Visitor(screening);
  two = new Visitor(screening, "192.0.2.2");
  expect((await one.signIn()).status).toBe(303);
  expect((await two.signIn(`${screening.operatorToken}-2`)).status).toBe(303);
});

afterAll(() => screening.stop());

describe("escrows for operators", () => {
  function asOperator(id: string, params: Record<string, string>, query = "") {
    const op = pageOf(id);
    const path = `${op.path.replace(/\{id\}/, params.id ?? "")}${query}`;
    const headers = { authorization: `Bearer ${screening.operatorToken}` };
    return screening.send(op, { method: "GET", path, headers });
  }

  test("are listed of all tenants or of one, by status, page by page", async () => {
    const theirs = await screening.created({}, other.apiKey);
    const mine = await screening.funded();
    const list = async (query: string) =>
      JSON.parse((await asOperator("listAllEscrows", {}, query)).text) as {
        data: { id: string; status: string; heldCents: number }[];
        nextCursor: string | null;
      };
    expect((await list("?limit=2")).data.map(({ id }) => id)).toEqual([mine.id, theirs.id]);
    const { nextCursor } = await list("?limit=1");
    expect((await list(`?limit=1&cursor=${nextCursor}`)).data.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await list(`?tenantId=${other.id}`)).data.map(({ id }) => id)).toEqual([theirs.id]);
    const held = (await list("?status=funded")).data;
    expect(held[0]).toMatchObject({ id: mine.id, heldCents: 125_000 });
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(["funded"]));
    expect((await asOperator("listAllEscrows", {}, "?cursor=x")).status).toBe(400);
    const settlements = JSON.parse((await asOperator("listAllSettlements", {}, "?limit=1")).text);
    expect((await asOperator("listAllEscrows", {}, `?cursor=${settlements.nextCursor}`)).status).toBe(400);
    const page = await one.get("showEscrows", undefined, `tenantId=${other.id}&status=awaiting_funds`);
    expect(page.text).toContain(theirs.id);
    expect(page.text).not.toContain(mine.id);
  });

  test("are read with conditions, history and what happened in plain words", async () => {
    const { id } = await screening.funded({ payoutAddress: "0xBLOCKED" });
    await screening.called("releaseEscrow", { id });
    const { status, text } = await asOperator("inspectEscrow", { id });
    expect(status).toBe(200);
    const seen = JSON.parse(text);
    expect(seen).toMatchObject({
      status: "release_pending",
      conditions: { releasable: false, unmet: ["screening_declined"] },
      heldCents: 125_000,
    });
    expect(seen.history.at(0)).toMatchObject({ from: null, to: "awaiting_funds", hash: expect.any(String) });
    const lines = seen.timeline.map(({ kind, what }: { kind: string; what: string }) => `${kind}: ${what}`);
    expect(lines).toEqual([
      "hop: Created; it waits for the buyer's money (escrow created)",
      "hop: Funding asked for; no IAT (us_account, rule of 2026-09-18)",
      "rail: Funded: the whole amount is held (funds received) [booked: 1250.00 at the rail, -1250.00 held in escrow]",
      expect.stringMatching(/^screen: Payout address screened before the release, round 1: not passed/),
      "hop: A release was asked for and is blocked (release blocked: screening_declined)",
    ]);
    expect((await asOperator("inspectEscrow", { id: `esc_${"0".repeat(26)}` })).status).toBe(404);
  });

  test("are found by id and by reference", async () => {
    const { id, reference } = await screening.created({ reference: "Ünï <b>deal 株式会社" });
    for (const q of [id, id.toLowerCase(), reference, reference.toUpperCase()]) {
      const found = JSON.parse((await asOperator("search", {}, `?q=${encodeURIComponent(q)}`)).text);
      expect(found.data, q).toMatchObject([{ kind: "escrow", id, tenantId: owner.id }]);
    }
    const { text } = await one.get("showSearch", undefined, `q=${encodeURIComponent(reference)}`);
    expect(text).toContain(`escrows/${id}`);
    expect(text).not.toContain("<b>");
  });
});

describe("an escrow in the console", () => {
  test("says what its release still needs, and shows its ledger, its page and its trail", async () => {
    const milestones = [{ description: hostile }, { description: "b" }];
    const made = await screening.funded({ releaseRule: "milestone", milestones, buyerRef: hostile });
    const text = await shown(made);
    for (const labels of [
      "0 of 2 milestones are completed",
      "its tenant, or an approval, since ",
      "The whole amount is held",
      "no pass of the last 15 minutes",
      "Held in escrow",
      "1,250.00",
      made.statusUrl,
      `audit?subject=${made.id}`,
      `tenants/${owner.id}`,
      "Each with its hash",
    ])
      expect(text).toContain(labels);
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain("<script");
    expect(text).not.toContain("decideOnEscrow");
  });

  test("may be approved by operators, each as one approver, where its rule asks for approvals", async () => {
    const made = await screening.funded({ releaseRule: "dual_approval" });
    await shown(made);
    const { id } = made;
    const reply = await one.post("decideOnEscrow", { action: "approve", note: hostile }, { id });
    expect([reply.status, reply.headers.location]).toEqual([303, `../../../console/escrows/${id}?done=decided`]);
    expect((await one.post("decideOnEscrow", { action: "approve", note: "" }, { id })).status).toBe(303);
    const { approvals, unmet } = (await screening.called("getEscrow", { id })).json;
    expect(approvals).toMatchObject([{ approverRef: "operator:one", decision: "approve", note: hostile }]);
    expect(unmet).toEqual([]);
    expect((await screening.called("releaseEscrow", { id })).json.unmet).toEqual(["approvals_missing:1"]);
    expect(await shown(made)).toContain("1 of 2 approvals are given");

    expect((await two.post("decideOnEscrow", { action: "reject", note: "" }, { id })).status).toBe(303);
    expect(await shown(made)).toContain("Rejected by two");
    const turned = await two.post("decideOnEscrow", { action: "approve", note: "" }, { id });
    expect([turned.status, turned.text.includes("withdraw that first")]).toEqual([409, true]);
    expect((await two.post("withdrawEscrowDecision", {}, { id })).status).toBe(303);
    expect((await two.post("decideOnEscrow", { action: "approve", note: "" }, { id })).status).toBe(303);
    expect((await screening.called("releaseEscrow", { id })).json.status).toBe("released");

    const trail = await one.get("showAudit", undefined, `subject=${id}`);
    for (const labels of ["decideOnEscrow", "withdrawEscrowDecision", "operator:two"])
      expect(trail.text).toContain(labels);
    expect((await one.post("decideOnEscrow", { action: "reject", note: "" }, { id })).status).toBe(409);
    expect(await shown(made)).not.toContain("Take your decision back");
  });

  test("takes no decision of operators under another rule, nor from another site's form", async () => {
    const { id } = await screening.funded();
    const reply = await one.post("decideOnEscrow", { action: "approve", note: "" }, { id });
    expect([reply.status, reply.text.includes("nobody approves it")]).toEqual([409, true]);
    const dual = await screening.funded({ releaseRule: "dual_approval" });
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await one.post("decideOnEscrow", { action: "approve" }, { id: dual.id }, foreign)).status).toBe(403);
    expect((await one.post("decideOnEscrow", { action: "maybe" }, { id: dual.id })).status).toBe(400);
    expect((await one.post("withdrawEscrowDecision", {}, { id: dual.id })).status).toBe(409);
    expect((await screening.called("getEscrow", { id: dual.id })).json.approvals).toEqual([]);
  });

  test("keeps an operator's decision from a tenant who takes an operator's name", async () => {
    const { id } = await screening.funded({ releaseRule: "dual_approval" });
    const input = { approverRef: "operator:one", decision: "approve" };
    expect((await screening.called("recordApproval", { id }, input)).json.code).toBe("validation_error");
    await one.post("decideOnEscrow", { action: "reject", note: "" }, { id });
    const taken = await screening.called("withdrawApproval", { id, approverRef: "operator:one" });
    expect(taken.status).toBe(404);
  });

  test("shows a tenant's approvers by the tenant's whole word", async () => {
    const made = await screening.funded({ releaseRule: "dual_approval" });
    await screening.called("recordApproval", { id: made.id }, { approverRef: "dept:anna", decision: "reject" });
    const text = await shown(made);
    expect(text).toContain("Rejected by dept:anna");
    expect(text).toContain(">dept:anna</span>");
  });

  test("in flight leaves the overview what it is", async () => {
    const { id } = await screening.created();
    await screening.called("fundEscrow", { id }, { amountCents: 125_000, source: { type: "ach_push" } });
    expect((await one.get("showOverview")).status).toBe(200);
  });

  test("is reached from the navigation and from its tenant's page", async () => {
    const { text } = await one.get("showTenant", { id: owner.id });
    expect(text).toContain(`escrows?tenantId=${owner.id}`);
    expect(text).toMatch(/console\/escrows">Escrows/);
  });
});
