import { beforeEach, describe, expect, test } from "vitest";
import { actOnReview } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { CaseDoor } from "../../support/disputes/case-door.ts";

let door: CaseDoor;

beforeEach(async () => {
  door = await CaseDoor.open();
});

const queue = async () => (await listReview(door.desk, { limit: 100, kind: "dispute" })).data;
const byOperator = (name: string) => ({ ...door.desk, actor: `operator:${name}` });

describe("cases that are to be answered", () => {
  test("are in the queue, the first deadline first, until they are submitted", async () => {
    const due = (days: number) => ({ networkDueBy: addDays(door.clock.now(), days) });
    const late = await door.caseIn("open", due(20));
    const soon = await door.caseIn("gathering", due(5));
    await door.caseIn("submitted", due(9));
    const items = await queue();
    expect(items.map(({ subjectId }) => subjectId)).toEqual([soon, late]);
    expect(items[0]).toMatchObject({
      ...{ kind: "dispute", status: "gathering", deadline: addDays(door.clock.now(), 2) },
      actions: ["note", "assign", "accept_loss"],
    });
    expect(items[0]?.reason).toContain(addDays(door.clock.now(), 5));
    await door.provide(soon);
    await door.post(`/${soon}/submit`);
    expect((await queue()).map(({ subjectId }) => subjectId)).toEqual([late]);
  });

  test("are given up by two operators together, and their payment is free", async () => {
    const { paymentId, settlementId } = await door.payment();
    const { json } = await door.post("", { paymentId });
    const [item] = await queue();
    const acted = await actOnReview(byOperator("anna"), item?.id ?? "", {
      action: "accept_loss",
      note: null,
    });
    if (!("approvalId" in acted)) throw new Error("done without a second operator");
    expect((await door.get(`/${json.id}`)).json.status).toBe("open");
    await approve(byOperator("ben"), acted.approvalId, null);
    const after = (await door.get(`/${json.id}`)).json;
    expect(after).toMatchObject({ status: "accepted" });
    expect(after.history.at(-1)).toMatchObject({ actor: "operator:ben" });
    expect((await door.settlement(settlementId)).disputes).toEqual([]);
    expect(await queue()).toEqual([]);
  });
});
