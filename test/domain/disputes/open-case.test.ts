import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { countedByAlert, openCase } from "../../../functions/domain/disputes/open-case.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { aCase } from "../../support/disputes/case-samples.ts";

describe("who counts a case", () => {
  const { id: caseId, ...given } = aCase();
  const input = { ...given, caseId, alertId: "alr_1", receivedAt: noon, networkDueBy: null };

  test("is its alert where that was counted, or another one's that is named", () => {
    const by = (change: object) => agreed(openCase({ ...input, ...change }, later(1))).next;
    expect(by({ countedAt: noon })).toMatchObject({ countedAt: noon, countedBy: "alr_1" });
    expect(by({ countedAt: noon, countedBy: "alr_2" })).toMatchObject({ countedAt: noon, countedBy: "alr_2" });
    expect(by({ countedAt: null, countedBy: "alr_2" })).toMatchObject({ countedAt: noon, countedBy: null });
  });

  test("is an alert that joins it counted, unless it was counted before", () => {
    const bare = { ...aCase(), countedAt: null };
    const alert = { id: "alr_3", countedAt: noon };
    expect(countedByAlert(bare, alert, later(5))).toEqual([
      {
        next: { ...bare, countedAt: noon, countedBy: "alr_3", updatedAt: later(5) },
        ...{ from: "open", to: "open", reason: "counted by alr_3", events: [] },
      },
    ]);
    expect(countedByAlert(bare, { ...alert, countedAt: null }, later(5))).toEqual([]);
    expect(countedByAlert(aCase(), alert, later(5))).toEqual([]);
  });
});

test("a case begins open, with everything that it was opened with and nothing else", () => {
  const { id: caseId, countedAt: _, ...given } = aCase();
  const transition = agreed(openCase({ ...given, caseId, receivedAt: noon, countedAt: null, countedBy: null }, noon));
  expect(transition).toEqual({
    next: {
      ...{ id: "cas_1", tenantId: "ten_1", status: "open", stage: "chargeback", alertId: null, paymentId: "pay_1" },
      ...{ escrowId: null, network: "visa", reasonCode: "13.1", category: "product_not_received" },
      ...{ amountCents: 5_000, currency: "USD", networkDueBy: addDays(noon, 30), internalDueBy: addDays(noon, 27) },
      ...{ evidence: [], narrative: null, submittedAt: null, outcome: null, refundedCents: 0, countedAt: noon },
      ...{ countedBy: null, compellingEvidence: null, packet: null, revision: 1, createdAt: noon, updatedAt: noon },
    },
    ...{ from: null, to: "open", reason: "case opened (chargeback)" },
    follows: [{ kind: "count", tenantId: "ten_1", at: noon, counts: { visaChargebacks: 1, visaCents: 5_000 } }],
    events: [
      {
        name: "case.created",
        data: {
          ...{ caseId: "cas_1", tenantId: "ten_1", alertId: null, paymentId: "pay_1", escrowId: null },
          ...{ reasonCode: "13.1", category: "product_not_received", createdAt: noon },
          ...{ dueBy: addDays(noon, 30), status: "open" },
        },
      },
    ],
  });
});
