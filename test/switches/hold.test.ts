import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escrowMoneyOperations, escrowOperations } from "../../functions/contract/escrow/escrow.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { HoldSandbox, wallet } from "../support/journeys/hold.ts";
import { successOf } from "../support/runner/client.ts";

const { createEscrow, listEscrows, fundEscrow, releaseEscrow, refundEscrow, expireEscrow } = escrowMoneyOperations;
const { getEscrow, getEscrowConditions, completeMilestone, cancelMilestone } = escrowOperations;
const { recordApproval, withdrawApproval } = escrowOperations;

let sandbox: HoldSandbox;

beforeAll(async () => {
  sandbox = await HoldSandbox.start();
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

test("the capabilities say that escrow is there", async () => {
  const { capabilities } = await sandbox.anybody.call(publicOperations.getCapabilities);
  expect(capabilities).toMatchObject({ managed_escrow: { available: true }, refunds: { available: true } });
});

describe("a rule that is met releases the net", () => {
  test("manual: created, funded, released, each told once", async () => {
    await using holder = await sandbox.holder();
    const made = await holder.create({ reference: "deal 7-b", metadata: { order: "7" } });
    expect(made).toMatchObject({
      ...{ status: "awaiting_funds", rail: "stablecoin", releaseRule: "manual", requiredApprovals: 2 },
      ...{ amountCents: 10_000, feeCents: 130, netCents: 9_870, currency: "USD", payoutStable: "USDT" },
      ...{ payoutChain: "ethereum", metadata: { order: "7" }, fundedAt: null },
      ...{ waitingFor: { reason: "payer_funds", until: null }, receivedCents: 0, unappliedCents: 0 },
    });
    const held = { status: "funded", fundedAt: expect.any(String), receivedCents: 10_000, unappliedCents: 0 };
    expect(await holder.fund(made)).toMatchObject({ ...held, waitingFor: { reason: "approval" } });
    expect(await holder.owedCents()).toBe(10_000);
    const headers = { "idempotency-key": "release", "x-actor": "the boss" };
    const released = await holder.send("POST", `/api/v1/escrow/${made.id}/release`, { headers });
    expect(successOf(releaseEscrow, released)).toMatchObject({
      ...{ status: "released", releaseTxHash: expect.stringMatching(/^0x/), screeningRisk: "low" },
      ...{ releasedAt: expect.any(String), payout: null, unmet: [], waitingFor: null },
    });
    await holder.heard("created", "funded", "released");
    await holder.holdsNothingAfter(1);
    const { history } = await holder.call(getEscrow, { params: { id: "deal 7-b" } });
    expect(history.filter(({ from, to }) => from !== to).map(({ to }) => to)).toEqual([
      ...["awaiting_funds", "funded", "released"],
    ]);
    // Whom the caller names is no principal.
    expect(new Set(history.map(({ actor }) => actor))).toEqual(new Set([`tenant:${holder.slug}`]));
  });

  test("milestone: the completed ones are paid, and the rest goes back to the buyer", async () => {
    await using holder = await sandbox.holder();
    const milestones = [7_000, 2_000, 1_000].map((amountCents) => ({ description: "a part", amountCents }));
    const escrow = await holder.funded({ releaseRule: "milestone", milestones, refundAddress: wallet() });
    const [one, two, three] = escrow.milestones.map((each) => ({ params: { id: escrow.id, milestoneId: each.id } }));
    await holder.call(completeMilestone, one);
    await holder.call(completeMilestone, one);
    expect(await holder.blocked(escrow)).toEqual(["milestones_incomplete:2"]);
    expect(await holder.call(completeMilestone, two)).toMatchObject({ seq: 2, status: "completed" });
    await holder.refused(cancelMilestone, "illegal_escrow_transition", two);
    await holder.call(cancelMilestone, three);
    expect(await holder.read(escrow)).toMatchObject({ status: "release_pending", unmet: [] });
    expect(await holder.release(escrow)).toMatchObject({
      ...{ status: "released", releasedCents: 9_000, returnedCents: 1_000, feeCents: 120, netCents: 8_880 },
      ...{ releaseTxHash: expect.stringMatching(/^0x/), refundTxHash: expect.stringMatching(/^0x/) },
    });
    await holder.heard(
      ...["created", "funded", "milestone_completed", "release_blocked"],
      ...["release_blocked", "milestone_completed", "released"],
    );
    await holder.holdsNothingAfter(1, 120);
  });

  test("dual approval: two people, and one who tries twice is one", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.funded({ releaseRule: "dual_approval" });
    const params = { id: escrow.id };
    await holder.approve(escrow, "anna");
    await holder.approve(escrow, " anna ");
    expect(await holder.blocked(escrow)).toEqual(["approvals_missing:1"]);
    const body = { approverRef: "anna", decision: "reject" };
    await holder.refused(recordApproval, "approval_conflict", { params, body });
    await holder.approve(escrow, "bert", "reject");
    expect(await holder.blocked(escrow)).toEqual(["approvals_missing:1", "approval_rejected:bert"]);
    const taken = await holder.call(withdrawApproval, { params: { ...params, approverRef: "bert" } });
    expect(taken).toMatchObject({ approverRef: "bert", decision: "reject" });
    await holder.approve(escrow, "bert");
    const { releasable, unmet } = await holder.call(getEscrowConditions, { params });
    expect([releasable, unmet]).toEqual([true, []]);
    expect((await holder.release(escrow)).approvals.map((each) => each.approverRef)).toEqual(["anna", "bert"]);
    await holder.refused(recordApproval, "illegal_escrow_transition", { ...{ params, body: { approverRef: "carl" } } });
    await holder.heard(
      ...["created", "funded", "approval_recorded", "release_blocked", "approval_recorded"],
      ...["release_blocked", "release_blocked", "approval_recorded", "released"],
    );
    await holder.holdsNothingAfter(1);
  });

  test("compliance gate: a screen of low risk", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.funded({ releaseRule: "compliance_gate" });
    const input = { params: { id: escrow.id }, query: { screen: "false" } };
    expect(await holder.call(getEscrowConditions, input)).toMatchObject({
      ...{ releasable: false, unmet: ["screening_stale"], screening: { outcome: null, live: false } },
    });
    expect((await holder.release(escrow)).status).toBe("released");
    await holder.heard("created", "funded", "released");
  });
});

describe("what is held and cannot be released", () => {
  test("to a blocked beneficiary waits for people, and goes back whole to a clean address", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.funded({ payoutAddress: wallet("BLOCKED") });
    const params = { id: escrow.id };
    for (const _ of [1, 2]) expect(await holder.blocked(escrow)).toEqual(["screening_declined"]);
    expect(await holder.read(escrow)).toMatchObject({
      ...{ status: "release_pending", unmet: ["screening_declined"], declineReason: "kyt_declined" },
    });
    expect(await holder.queuedAs(escrow)).toBe("blocked");
    await holder.refused(refundEscrow, "refund_address_required", { params });
    const body = { refundAddress: wallet("OFAC") };
    const refused = await holder.refused(refundEscrow, "kyt_declined", { params, body });
    expect(refused).toMatchObject({ stage: "refund", risk: "critical" });
    expect(await holder.owedCents()).toBe(10_000);
    expect(await holder.refund(escrow)).toMatchObject({
      ...{ status: "refunded", refundTxHash: expect.stringMatching(/^0x/), releaseTxHash: null },
    });
    expect(await holder.queuedAs(escrow)).toBe(null);
    await holder.heard("created", "funded", "release_blocked", "refunded");
    await holder.holdsNothingAfter(0);
  });

  test("because the rail refuses the payout is failed, and refundable", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.funded({ payoutAddress: wallet("FAILPAYOUT") });
    const params = { id: escrow.id };
    await holder.refused(releaseEscrow, "payout_failed", { params });
    expect(await holder.read(escrow)).toMatchObject({ status: "failed", failureCode: "payout_failed" });
    await holder.refused(releaseEscrow, "illegal_escrow_transition", { params });
    expect(await holder.queuedAs(escrow)).toBe("held");
    expect(await holder.owedCents()).toBe(10_000);
    expect((await holder.refund(escrow)).status).toBe("refunded");
    await holder.heard("created", "funded", "refunded");
    await holder.holdsNothingAfter(0);
  });

  test("until its proof has come stays funded, and is nobody's to refund", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.funded({ payoutAddress: wallet("NOPROOF") });
    const params = { id: escrow.id };
    const payout = { leg: "release", amountCents: 9_870, address: escrow.payoutAddress };
    for (const _ of [1, 2])
      expect(await holder.release(escrow)).toMatchObject({ status: "funded", releaseTxHash: null, payout });
    const body = { refundAddress: wallet() };
    await holder.refused(refundEscrow, "payout_in_flight", { params, body });
    const held = { status: "funded", heldCents: 10_000, ledgerHeldCents: 10_000, inFlight: true };
    expect(await holder.reconciled(escrow)).toMatchObject(held);
    for (const _ of [1, 2]) await holder.railSays(escrow, "payment_processed");
    await holder.becomes(escrow, "released");
    const paid = { ledgerHeldCents: 0, ledgerFeeCents: 130, ledgerPaidOutCents: 9_870, inFlight: false };
    expect(await holder.reconciled(escrow)).toMatchObject(paid);
    await holder.heard("created", "funded", "released");
    await holder.holdsNothingAfter(1);
  });
});

describe("money that is waited for", () => {
  test("comes exact, and is held", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.awaiting();
    for (const _ of [1, 2]) await holder.railSays(escrow, "funds_received");
    await holder.becomes(escrow, "funded");
    await holder.heard("created", "funded");
    expect(await holder.owedCents()).toBe(10_000);
  });

  test("comes short, then the rest", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.awaiting();
    await holder.railSays(escrow, "funds_received", { amountCents: 4_000, eventId: "first" });
    expect(await holder.owedCents("unapplied_receipts")).toBe(4_000);
    expect(await holder.queuedAs(escrow)).toBe("in_flight");
    await holder.railSays(escrow, "funds_received", { amountCents: 6_000, eventId: "second" });
    await holder.becomes(escrow, "funded");
    expect(await holder.owedCents()).toBe(10_000);
    expect(await holder.owedCents("unapplied_receipts")).toBe(0);
  });

  test("is too much: operators send the extra back, and the exact amount is held", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.awaiting();
    await holder.railSays(escrow, "funds_received", { amountCents: 12_500 });
    expect(await holder.read(escrow)).toMatchObject({ status: "awaiting_funds" });
    expect(await holder.queuedAs(escrow)).toBe("amount_mismatch");
    await holder.both(escrow, { action: "returned_off_platform", reference: "wire 4711" });
    expect(await holder.read(escrow)).toMatchObject({ status: "funded" });
    expect(await holder.owedCents()).toBe(10_000);
    expect(await holder.queuedAs(escrow)).toBe(null);
    await holder.heard("created", "funded");
  });

  test("must be the exact amount, of a deposit of its own; once there it is not asked for again", async () => {
    await using holder = await sandbox.holder();
    const escrow = await holder.create({ reference: "one" });
    const params = { id: escrow.id };
    for (const amountCents of [9_999, 10_001])
      await holder.refused(fundEscrow, "amount_mismatch", { params, body: { amountCents } });
    const deposit = { depositTxHash: wallet(), fundingRef: `wire-${wallet()}` };
    const funded = await holder.fund(escrow, deposit);
    expect(funded).toMatchObject({ status: "funded", ...deposit });
    expect(await holder.fund(escrow)).toEqual(funded);
    await holder.refused(fundEscrow, "amount_mismatch", { params, body: { amountCents: 1 } });
    const another = { params: { id: (await holder.create()).id }, body: { amountCents: 10_000, ...deposit } };
    await holder.refused(fundEscrow, "funding_ref_used", another);
    const again = { body: { reference: "one", amountCents: 1_000, payoutAddress: wallet() } };
    await holder.refused(createEscrow, "reference_exists", again);
    await holder.heard("created", "funded", "created");
  });

  test("does not come in time: the sweeper expires it, and so can its tenant, but nothing that is funded", async () => {
    await using holder = await sandbox.holder();
    const expiresAt = new Date(Date.parse(await sandbox.now()) + 3_600_000).toISOString();
    const [idle, input, held] = [
      await holder.create({ expiresAt }),
      await holder.awaiting({ expiresAt }),
      await holder.funded({ expiresAt }),
    ];
    await sandbox.advance(3_601);
    for (const each of [idle, input]) await holder.becomes(each, "expired");
    const params = { id: held.id };
    const no = await holder.refused(expireEscrow, "illegal_escrow_transition", { params });
    expect(no).toMatchObject({ from: "funded", error: expect.stringContaining("must be refunded") });
    const byHand = await holder.awaiting();
    const expired = await holder.call(expireEscrow, { params: { id: byHand.id } });
    expect(expired.status).toBe("expired");
    await holder.heard(...["created", "created", "created", "created", "funded"], ...["expired", "expired", "expired"]);
    // What comes all the same is held for nobody, and people see it.
    await holder.railSays(byHand, "funds_received");
    expect(await holder.owedCents("unapplied_receipts")).toBe(10_000);
    expect(await holder.queuedAs(byHand)).toBe("amount_mismatch");
  });
});

test("another tenant finds none of it, by id or by reference", async () => {
  await using holder = await sandbox.holder();
  await using stranger = await sandbox.holder();
  const milestones = [{ description: "all of it" }];
  const { id, reference, ...made } = await holder.funded({ releaseRule: "milestone", milestones });
  const milestoneId = made.milestones[0]?.id ?? "";
  await holder.approve({ id }, "anna");
  for (const name of [id, reference]) {
    const params = { id: name, milestoneId, approverRef: "anna" };
    for (const op of [getEscrow, getEscrowConditions, completeMilestone, cancelMilestone, withdrawApproval])
      await stranger.refused(op, "not_found", { params });
    for (const op of [releaseEscrow, expireEscrow]) await stranger.refused(op, "not_found", { params });
    await stranger.refused(recordApproval, "not_found", { params, body: { approverRef: "mallory" } });
    await stranger.refused(fundEscrow, "not_found", { params, body: { amountCents: 10_000 } });
    await stranger.refused(refundEscrow, "not_found", { params, body: { refundAddress: wallet() } });
  }
  expect((await stranger.call(listEscrows)).data).toEqual([]);
  // A reference is its tenant's own: another may use the same word.
  await stranger.create({ reference });
  expect((await holder.call(listEscrows, { query: { status: "funded" } })).data).toHaveLength(1);
});

test("switched off, nothing new begins, and what is held still comes out", async () => {
  await using holder = await sandbox.holder();
  const [one, other, waiting] = [await holder.funded(), await holder.funded(), await holder.create()];
  await holder.flag("escrow.enabled", false);
  const body = { amountCents: 10_000 };
  await holder.refused(fundEscrow, "escrow_disabled", { params: { id: waiting.id }, body });
  const wish = { reference: "new", payoutAddress: wallet(), ...body };
  await holder.refused(createEscrow, "escrow_disabled", { body: wish });
  expect((await holder.release(one)).status).toBe("released");
  expect((await holder.refund(other)).status).toBe("refunded");
  await holder.holdsNothingAfter(1);
});

test("its page opens for whoever has the link, names no wallet, and a guess finds nothing", async () => {
  await using holder = await sandbox.holder();
  const { statusUrl, reference, payoutAddress } = await holder.funded();
  const page = await fetch(statusUrl);
  const text = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain(reference);
  expect(text).not.toContain(payoutAddress);
  expect((await fetch(`${statusUrl.slice(0, -43)}${"x".repeat(43)}`)).status).toBe(404);
});
