import { describe, expect, test } from "vitest";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { whyEnded } from "../../../functions/domain/settlement/decline-reason.ts";
import { reviewOf } from "../../../functions/domain/settlement/review-item.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

// Midnight of 2028-03-17 in New York is 04:00 UTC, since summer time has begun there.
const lastMoment = "2028-03-17T03:59:59.000Z";
const firstMoment = "2028-03-17T04:00:00.000Z";

/** A payment that its bank returns with R90 at a moment, and a second time an hour later. */
async function returnedAt(at: string, delivered: boolean) {
  const api = new BooksApi();
  api.nowMs = Date.parse("2028-03-15T12:00:00.000Z");
  const opened = await api.paid(10_000, delivered ? {} : { source: "ach_push" });
  const paid = delivered ? await api.settle(opened) : opened;
  api.nowMs = Date.parse(at);
  await api.railSays(paid.railRef, "returned", { return_code: "R90" });
  api.pass(3600);
  await api.railSays(paid.railRef, "returned", { return_code: "R90" });
  return (await loadSettlement(api.context, paid.settlementId)).state;
}

const unknownCode = "the payer's bank returned it with a code that we do not know: ask the rail what it means";
const forSanctions =
  "the payer's bank returned it for its sanctions obligations: open a compliance case, and do not collect from this account again";

describe.each([
  ["the last moment before R90 is a code", lastMoment, "a code we do not know", unknownCode],
  [
    "the first moment in New York on which it is one",
    firstMoment,
    "receiving bank's sanctions obligation",
    forSanctions,
  ],
])("R90 at %s", (_, at, returnReason, reason) => {
  test("takes the money back before delivery, says what it means, and operators see it", async () => {
    const state = await returnedAt(at, false);
    expect(viewPayment(state)).toMatchObject({ status: "returned", returnCode: "R90", returnReason });
    expect(state.status).toBe("failed");
    expect(reviewOf(state)).toMatchObject({ kind: "recon_break", reason, since: at });
    expect(whyEnded(state)?.words.includes("sanctions")).toBe(at === firstMoment);
  });

  test("takes the money back after delivery, and operators see it", async () => {
    const state = await returnedAt(at, true);
    expect([state.status, state.payment.status]).toEqual(["completed", "returned"]);
    expect(reviewOf(state)).toMatchObject({ kind: "recon_break", reason });
  });
});
