import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  approveEntry,
  isInForce,
  type OwnListEntry,
  ownEntryOf,
  ownStatuses,
  proposeEntry,
  proposeWithdrawal,
  rejectEntry,
} from "../../../functions/domain/screening/internal-list.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";

const said = { id: "own_1", kind: "block", value: "0xab", category: "scam", entity: "A shop" } as const;
const anna = { actor: "operator:anna", note: null, now: later(5) };
const boris = { actor: "operator:boris", note: "seen", now: later(9) };

const proposed = proposeEntry(said, "never delivered", { actor: anna.actor, now: noon }).next;
const active = agreed(approveEntry(proposed, boris)).next;
const leaving = agreed(proposeWithdrawal(active, "they paid", anna)).next;

function code(outcome: unknown): string {
  return outcome instanceof Refusal ? outcome.code : "agreed";
}

describe("an entry", () => {
  test("says who proposed it, who agreed, when and why", () => {
    expect(active).toMatchObject({
      ...said,
      status: "active",
      createdAt: noon,
      updatedAt: later(9),
      withdrawal: null,
      listing: {
        askedBy: "operator:anna",
        askedAt: noon,
        reason: "never delivered",
        decidedBy: "operator:boris",
        decidedAt: later(9),
        decision: "approved",
        note: "seen",
      },
    });
    expect(ownEntryOf(active)).toEqual({
      id: "own_1",
      kind: "block",
      category: "scam",
      entity: "A shop",
      reason: "never delivered",
    });
  });

  test("counts from its approval to that of its withdrawal", () => {
    const counts = ownStatuses.filter((status) => isInForce({ status }));
    expect(counts).toEqual(["active", "withdrawal_proposed"]);
  });

  test("needs two people each way, whatever door the one comes by", () => {
    const again = { ...anna, actor: "arn:aws:sts::1:assumed-role/AWSReservedSSO_Ops_1/ANNA" };
    for (const word of [anna, again])
      expect([approveEntry(proposed, word), approveEntry(leaving, word)].map(code)).toEqual([
        "second_operator_required",
        "second_operator_required",
      ]);
    expect(agreed(approveEntry(leaving, boris))).toMatchObject({
      from: "withdrawal_proposed",
      to: "withdrawn",
      reason: "withdrawal approved",
    });
  });

  test("may be withdrawn at the wish of the one who agreed to it, if the other agrees", () => {
    const wish = agreed(proposeWithdrawal(active, "they paid", boris)).next;
    expect(agreed(approveEntry(wish, anna)).next.status).toBe("withdrawn");
  });

  test("is turned down, or taken back, by anybody", () => {
    for (const word of [anna, boris]) {
      expect(agreed(rejectEntry(proposed, word)).next.status).toBe("rejected");
      expect(agreed(rejectEntry(leaving, word)).next).toMatchObject({
        status: "active",
        listing: active.listing,
        withdrawal: { decision: "rejected", reason: "they paid" },
      });
    }
  });
});

describe("what is decided", () => {
  const rejected = agreed(rejectEntry(proposed, boris)).next;
  const withdrawn = agreed(approveEntry(leaving, boris)).next;
  const decided: OwnListEntry[] = [active, rejected, withdrawn];

  test.each(decided.map((each) => [each.status, each] as const))("%s is not decided again", (status, entry) => {
    for (const outcome of [approveEntry(entry, boris), rejectEntry(entry, boris)]) {
      expect(code(outcome)).toBe("own_entry_decided");
      expect((outcome as Refusal).detail.extra).toEqual({ entryStatus: status });
    }
  });

  test("can be withdrawn only while it counts, and once", () => {
    const refused = [proposed, rejected, leaving, withdrawn].map((each) => proposeWithdrawal(each, "r", boris));
    expect(refused.map(code)).toEqual(refused.map(() => "own_entry_decided"));
  });
});
