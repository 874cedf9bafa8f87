import { describe, expect, test } from "vitest";
import { eventData, eventNames } from "../../../functions/domain/core/event.ts";

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

// The examples are made when their file is loaded, so it is loaded by the one test that looks at them.
describe("the example of an event", () => {
  test("has all that the event has and no more, each text filled in, in the state that it tells of", async () => {
    const { eventExamples } = await import("../../../functions/domain/webhooks/event-example.ts");
    expect(Object.keys(eventExamples).toSorted()).toEqual(eventNames.toSorted());
    for (const name of eventNames) {
      const example: unknown = eventExamples[name];
      expect([name, eventData[name].strict().safeParse(example).error?.issues]).toEqual([name, undefined]);
      expect([name, textsIn(example).filter((text) => text.trim() === "")]).toEqual([name, []]);
    }
    const told = Object.entries(eventExamples).flatMap(([name, data]) =>
      "status" in data ? [[name, data.status]] : [],
    );
    expect(Object.fromEntries(told)).toEqual({
      ...{ "settlement.completed": "completed", "settlement.settling": "settling", "settlement.declined": "declined" },
      ...{ "settlement.failed": "failed", "settlement.amount_mismatch": "collecting" },
      ...{ "settlement.rail_unknown": "collecting", "settlement.stalled": "settling" },
      ...{ "settlement.returned_after_disbursement": "completed", "case.created": "open" },
      ...{ "escrow.created": "awaiting_funds", "escrow.funded": "funded", "escrow.released": "released" },
      ...{ "escrow.release_blocked": "release_pending", "escrow.refunded": "refunded", "escrow.expired": "expired" },
      ...{ "escrow.milestone_completed": "funded", "escrow.approval_recorded": "funded" },
    });
    const undelivered = ["declined", "failed", "amount_mismatch", "rail_unknown", "settling", "stalled"] as const;
    for (const name of undelivered) expect(eventExamples[`settlement.${name}`].txHash).toBeNull();
  });
});
