import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { framedEvents } from "../../../functions/app/webhooks/event-data.ts";
import { EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const push = { amountCents: 10_000, source: { type: "ach_push" } };

/** What GET, the list and the operators' record of an escrow say that it waits for, and what has come: the same. */
async function shown(id: string) {
  const { waitingFor, receivedCents, unappliedCents } = (await api.get(`/${id}`)).json;
  const listed = (await api.get()).json.data.find((each: { id: string }) => each.id === id);
  expect(listed).toMatchObject({ waitingFor, receivedCents, unappliedCents });
  return [waitingFor?.reason ?? null, receivedCents, unappliedCents];
}

/** What the last event of an escrow shows of it. */
async function told(id: string): Promise<Record<string, unknown>> {
  const entries = entriesIn(api.store.rows()).filter(({ aggregateId }) => aggregateId === id);
  const events = entries.flatMap((entry) => framedEvents({ live: false, publicUrl: "" }, entry));
  return events.at(-1)?.data.object as Record<string, unknown>;
}

describe("an escrow says what its money waits for, and what has come", () => {
  test("from its creation to its release", async () => {
    const expiresAt = new Date(api.nowMs + 86_400_000).toISOString();
    const id = await api.created({ payoutAddress: "0xNOPROOF", expiresAt });
    expect(await shown(id)).toEqual(["payer_funds", 0, 0]);
    await api.fund(id, push);
    const { waitingFor, createdAt } = (await api.get(`/${id}`)).json;
    expect(waitingFor).toEqual({ reason: "payer_funds", since: createdAt, until: expiresAt });
    await api.callback(id, { state: "funds_received", amountCents: 4_000, eventId: "e1" });
    expect(await shown(id)).toEqual(["payer_funds", 4_000, 4_000]);
    await api.callback(id, { state: "funds_received", amountCents: 6_000, eventId: "e2" });
    expect(await shown(id)).toEqual(["approval", 10_000, 0]);
    expect(await told(id)).toMatchObject({ waitingFor: { reason: "approval" }, receivedCents: 10_000 });
    await api.release(id);
    expect(await shown(id)).toEqual(["proof", 10_000, 0]);
    await api.callback(id, { state: "payment_processed" });
    expect(await shown(id)).toEqual([null, 10_000, 0]);
    expect(await told(id)).toMatchObject({ status: "released", waitingFor: null });
  });

  test("where more comes than its amount, and after its end", async () => {
    const [more, late] = [await api.created(), await api.created()];
    for (const id of [more, late]) await api.fund(id, push);
    await api.callback(more, { state: "funds_received", amountCents: 12_000 });
    expect(await shown(more)).toEqual(["amount_mismatch", 12_000, 12_000]);
    await api.post(`/${late}/expire`);
    expect(await shown(late)).toEqual([null, 0, 0]);
    await api.callback(late, { state: "funds_received" });
    expect(await shown(late)).toEqual(["operator_review", 10_000, 10_000]);
  });

  test("while its release is blocked, by whom that can be undone", async () => {
    const review = await api.funded({ payoutAddress: "0xREVIEW" });
    const unanswered = await api.funded({ payoutAddress: "0xUNAVAILABLE" });
    const approvals = await api.funded({ releaseRule: "dual_approval" });
    const blocked = await api.funded({ payoutAddress: "0xBLOCKED" });
    for (const id of [review, unanswered, approvals, blocked]) await api.release(id);
    expect((await shown(review))[0]).toBe("screening_review");
    expect((await shown(unanswered))[0]).toBe("screening_unavailable");
    expect((await shown(approvals))[0]).toBe("approval");
    expect((await shown(blocked))[0]).toBe("operator_review");
  });

  test("while its rail gives no answer, and since its payout was refused", async () => {
    const [silent, refused] = [await api.funded(), await api.funded({ payoutAddress: "0xFAILPAYOUT" })];
    await api.release(refused);
    expect((await shown(refused))[0]).toBe("approval");
    api.railThat({ disburse: noAnswer });
    await api.release(silent);
    expect((await shown(silent))[0]).toBe("vendor");
  });
});
