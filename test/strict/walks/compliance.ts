import { expect } from "vitest";
import { payOperations } from "../../../functions/contract/invoicing/invoices.ts";
import { reviewOperations } from "../../../functions/contract/review/review.ts";
import { receives, type Visit, wallet } from "../visit.ts";

/** A payment to a blocked wallet is refused before any money moves. */
export async function blockedWallet(visit: Visit): Promise<string> {
  const tenant = await visit.tenant(wallet("BLOCKED"));
  const { id } = await tenant.invoice(5_000);
  const refusal = await tenant.refused(payOperations.payInvoice, "kyt_declined", { params: { id } });
  expect(refusal.status).toBe(409);
  return "blocked wallet: 409 kyt_declined";
}

/** A wallet that turns bad after the collection stops at the second gate, and the payer's money is held. */
export async function lateBlock(visit: Visit): Promise<string> {
  const tenant = await visit.tenant(wallet("LATEBLOCK"));
  await using receiver = await tenant.receiver();
  const paid = await tenant.pay(await tenant.invoice(6_000));
  const declined = await tenant.reaches(paid, "declined");
  expect(declined).toMatchObject({ declineReason: "kyt_declined", usdtOut: null });
  expect(declined.history.map(({ to }) => to)).toContain("screening");
  expect(await tenant.payment(paid)).toMatchObject({ status: "succeeded" });
  const params = { id: paid.settlement.id.replace("stl_", "rev_") };
  const item = await visit.operator.call(reviewOperations.getReview, { params });
  expect(item.subjectId).toBe(paid.settlement.id);
  await receives(receiver, "settlement.declined");
  return "late block: declined at the second gate, the money is held for review";
}

/** A debit that is returned after the payout leaves the settlement completed and reports the shortfall. */
export async function returnAfterDelivery(visit: Visit): Promise<string> {
  const tenant = await visit.tenant();
  await using receiver = await tenant.receiver();
  const paid = await tenant.pay(await tenant.invoice(7_000));
  await tenant.reaches(paid, "completed");
  await visit.railReports(paid, "returned", { return_code: "R10" });
  const event = await receives(receiver, "settlement.returned_after_disbursement");
  expect(event?.body.data).toMatchObject({ returnCode: "R10", shortfallCents: 7_000, status: "completed" });
  expect((await tenant.reaches(paid, "completed")).status).toBe("completed");
  expect(await tenant.payment(paid)).toMatchObject({ status: "returned", returnCode: "R10" });
  return "return after delivery: settlement completed, payment returned, event sent";
}
