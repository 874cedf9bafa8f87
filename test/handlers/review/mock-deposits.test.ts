import { beforeEach, describe, expect, test } from "vitest";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;
let paid: PaymentUnderTest;

beforeEach(async () => {
  api = new BooksApi();
  paid = await api.paid(10_000, { source: "ach_push" });
});

const by = (name: string) => ({ ...api.context, actor: `operator:${name}` });

async function topUp(): Promise<void> {
  const input = { action: "top_up", note: null } as const;
  const acted = await takeReviewAction(by("anna"), siblingId(paid.settlementId, "rev"), input);
  if (!("approvalId" in acted)) throw new Error("done without a second operator");
  await approve(by("berta"), acted.approvalId, null);
}

function came(amountCents: number, eventId?: string): Promise<void> {
  return api.railSays(paid.railRef, "funds_received", { amountCents, ...(eventId && { eventId }) });
}

async function standing() {
  const { status, mismatchCents, unappliedCents } = (await getSettlement(api.context, null, paid.settlementId)).state;
  const transfers = await api.rail.transfersOf([paid.railRef]);
  return { status, mismatchCents, unappliedCents, moved: transfers.map(({ amountCents }) => amountCents) };
}

describe("deposits on the mock rail that have ids", () => {
  test("count once each, however often and late they are told", async () => {
    await came(4_000, "dep_1");
    await came(4_000, "dep_1");
    await topUp();
    await came(4_000, "dep_1");
    expect(await standing()).toEqual({
      ...{ status: "collecting", mismatchCents: null, unappliedCents: 4_000, moved: [4_000] },
    });
    await came(6_000, "dep_2");
    await came(4_000, "dep_1");
    expect(await standing()).toMatchObject({ status: "screening", unappliedCents: 0, moved: [4_000, 6_000] });
  });

  test("may be of one amount", async () => {
    for (const id of ["a", "b", "c"]) await came(3_000, id);
    expect(await standing()).toMatchObject({ mismatchCents: 9_000, moved: [3_000, 3_000, 3_000] });
  });

  test("show a payment that was made twice: the second is held beside it", async () => {
    await came(10_000, "dep_1");
    await came(10_000, "dep_2");
    expect(await standing()).toMatchObject({
      ...{ status: "screening", unappliedCents: 10_000, moved: [10_000, 10_000] },
    });
  });

  test("are stale once the payer's bank has taken the money back", async () => {
    await came(10_000, "dep_1");
    await api.railSays(paid.railRef, "returned", { return_code: "R10" });
    await came(5_000, "dep_2");
    expect(await standing()).toMatchObject({ status: "failed", unappliedCents: 0, moved: [10_000, 10_000] });
  });

  test("of more than a record can carry are for people, and the record stays readable", async () => {
    await came(4_000, "dep_1");
    await came(999_999_999_999, "dep_2");
    expect(await standing()).toMatchObject({ status: "collecting", mismatchCents: 4_000 });
  });
});

describe("deposits on the mock rail that have none", () => {
  test("are a repeat when they name the same amount, while operators decide and after it", async () => {
    await came(4_000);
    await came(4_000);
    await topUp();
    await came(4_000);
    expect(await standing()).toEqual({
      ...{ status: "collecting", mismatchCents: null, unappliedCents: 4_000, moved: [4_000] },
    });
    await came(6_000);
    expect(await standing()).toMatchObject({ status: "screening", moved: [4_000, 6_000] });
  });

  test("are the rest where that is the same amount", async () => {
    await came(5_000);
    await topUp();
    await came(5_000);
    expect(await standing()).toMatchObject({ status: "screening", moved: [5_000, 5_000] });
  });
});
