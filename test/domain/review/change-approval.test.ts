import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { type Approval, approvalAt, approvalSeconds } from "../../../functions/domain/review/approval.ts";
import {
  approveChange,
  askChange,
  changeDelaySeconds,
  expireChange,
  failChange,
  isInForce,
  rejectChange,
  takeEffect,
} from "../../../functions/domain/review/change-approval.ts";
import { later, noon } from "../../support/core/samples.ts";

const change = {
  kind: "tenant",
  before: { contactEmail: "a@x.example" },
  after: { contactEmail: "b@x.example" },
} as const;
const request: Approval = askChange(
  { id: "apr_1", subjectId: "ten_1", tenantId: "ten_1", change, note: null, askedBy: "operator:anna" },
  noon,
).next;

/** Something that happens to a change at a moment, so many seconds after it was asked for. */
const deeds = fc.record({
  seconds: fc.integer({ min: 0, max: 2 * approvalSeconds }),
  deed: fc.constantFrom("approve", "hurry", "reject", "sweep", "fail"),
  actor: fc.constantFrom("operator:anna", "arn:aws:iam::111111111111:user/Anna", "operator:ben", "operator:cleo"),
});
type Deed = typeof deeds extends fc.Arbitrary<infer D> ? D : never;

function next(state: Approval, { deed, actor, seconds }: Deed): Approval {
  const now = later(seconds);
  const word = { actor, note: null, now };
  const outcomes = {
    approve: () => approveChange(state, { ...word, atOnce: null }),
    hurry: () => approveChange(state, { ...word, atOnce: "why" }),
    reject: () => rejectChange(state, word),
    fail: () => failChange(state, "no", now),
    sweep: () => [...expireChange(state, now), ...takeEffect(state, now)],
  };
  const outcome = outcomes[deed]();
  return outcome instanceof Refusal ? state : (outcome.at(-1)?.next ?? state);
}

describe("a change of settings, whatever is done to it", () => {
  test("is in force only after another person agreed, at its time or where that person hurried it", () => {
    fc.assert(
      fc.property(fc.array(deeds, { maxLength: 12 }), (all) => {
        const inOrder = all.toSorted((one, other) => one.seconds - other.seconds);
        let state = request;
        for (const each of inOrder) {
          const before = state;
          state = next(state, each);
          if (state === before || state.status !== "effective") continue;
          expect(before.status).toBe("approved");
          expect(["operator:ben", "operator:cleo"]).toContain(state.decidedBy);
          const isHurried = before.effectiveAt !== request.effectiveAt;
          expect(each.seconds >= changeDelaySeconds || isHurried).toBe(true);
          expect(each.seconds).toBeLessThan(approvalSeconds);
        }
        const end = later(2 * approvalSeconds);
        expect(["effective", "rejected", "expired", "failed"]).toContain(approvalAt(state, end).status);
      }),
      { numRuns: 2_000 },
    );
  });

  test("ends once: nothing moves it on from its end", () => {
    fc.assert(
      fc.property(fc.constantFrom("effective", "rejected", "expired", "failed" as const), deeds, (status, deed) => {
        const ended: Approval = { ...request, status };
        expect(next(ended, deed)).toEqual(ended);
      }),
    );
  });

  test("is in force from its second on, and lapses at its own", () => {
    const approved: Approval = { ...request, status: "approved", decidedBy: "operator:ben" };
    expect([
      isInForce(approved, later(changeDelaySeconds - 1)),
      isInForce(approved, later(changeDelaySeconds)),
    ]).toEqual([false, true]);
    const over = addSeconds(noon, approvalSeconds);
    expect([isInForce(approved, over), expireChange(approved, over)[0]?.next.status]).toEqual([false, "expired"]);
  });
});
