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
  paid = await api.settle(await api.paid(10_000));
  await api.railSays(paid.railRef, "returned", { return_code: "R61" });
});

const by = (name: string) => ({ ...api.context, actor: `operator:${name}` });

/** Anna asks to take what does not add up off the queue. */
async function asked(): Promise<string> {
  api.pass(60);
  const wish = { action: "resolve", note: null, reference: "TICKET-1" } as const;
  const acted = await takeReviewAction(by("anna"), siblingId(paid.settlementId, "rev"), wish);
  if (!("approvalId" in acted)) throw new Error("done without a second operator");
  api.pass(60);
  return acted.approvalId;
}

async function breaks() {
  const { state } = await getSettlement(api.context, null, paid.settlementId);
  return state.reconBreaks.map(({ kind, resolvedAt }) => [kind, resolvedAt !== undefined]);
}

describe("what did not add up", () => {
  test("is off the queue once a second operator agrees", async () => {
    await approve(by("berta"), await asked(), null);
    expect(await breaks()).toEqual([["ach_R61", true]]);
  });

  test("stays when something else came up since the first had asked, whoever agrees", async () => {
    const id = await asked();
    await api.railSays(paid.railRef, "returned", { return_code: "R68" });
    await expect(approve(by("berta"), id, null)).rejects.toMatchObject({ code: "action_not_available" });
    expect(await breaks()).toEqual([
      ["ach_R61", false],
      ["ach_R68", false],
    ]);
  });

  test("stays when the one who asked agrees under another spelling of their name", async () => {
    const id = await asked();
    await expect(approve(by("ANNA"), id, null)).rejects.toMatchObject({ code: "second_operator_required" });
  });
});
