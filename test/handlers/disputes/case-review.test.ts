import { beforeEach, describe, expect, test } from "vitest";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";

let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

const queue = async () => (await listReview(api.context, { limit: 100, kind: "dispute" })).data;
const byOperator = (name: string) => ({ ...api.context, actor: `operator:${name}` });

describe("cases that are to be answered", () => {
  test("are in the queue, the first deadline first, until they are submitted", async () => {
    const due = (days: number) => ({ networkDueBy: addDays(api.clock.now(), days) });
    const late = await api.caseIn("open", due(20));
    const soon = await api.caseIn("gathering", due(5));
    await api.caseIn("submitted", due(9));
    const items = await queue();
    expect(items.map(({ subjectId }) => subjectId)).toEqual([soon, late]);
    expect(items[0]).toMatchObject({
      ...{ kind: "dispute", status: "gathering", deadline: addDays(api.clock.now(), 2) },
      actions: ["note", "assign", "accept_loss"],
    });
    expect(items[0]?.reason).toContain(addDays(api.clock.now(), 5));
    await api.provide(soon);
    await api.post(`/${soon}/submit`);
    expect((await queue()).map(({ subjectId }) => subjectId)).toEqual([late]);
  });

  test("are given up by two operators together, and their payment is free", async () => {
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    const [item] = await queue();
    const acted = await takeReviewAction(byOperator("anna"), item?.id ?? "", { action: "accept_loss", note: null });
    if (!("approvalId" in acted)) throw new Error("done without a second operator");
    expect((await api.get(`/${json.id}`)).json.status).toBe("open");
    await approve(byOperator("ben"), acted.approvalId, null);
    const after = (await api.get(`/${json.id}`)).json;
    expect(after).toMatchObject({ status: "accepted" });
    expect(after.history.at(-1)).toMatchObject({ actor: "operator:ben" });
    expect((await api.settlement(settlementId)).disputes).toEqual([]);
    expect(await queue()).toEqual([]);
  });
});
