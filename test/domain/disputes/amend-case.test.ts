import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { type Amendment, amendCase } from "../../../functions/domain/disputes/amend-case.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { countedByAlert, openCase } from "../../../functions/domain/disputes/open-case.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { aCase } from "../../support/disputes/case-samples.ts";

const silence: Amendment = {
  ...{ network: null, reasonCode: null, amountCents: null, currency: null, networkDueBy: null },
  compellingEvidence: null,
};

function amended(state: DisputeCase, change: Partial<Amendment>, now = later(5)) {
  return amendCase(state, { ...silence, ...change }, now);
}

describe("what is said of a case that nobody has begun to answer", () => {
  test("is taken into it, with the category and the deadlines that follow", () => {
    const compellingEvidence = { status: "qualified" as const, requiredActions: [], priorPaymentIds: ["pay_2"] };
    const said = { network: "mastercard", reasonCode: "4837", amountCents: 700, currency: "EUR" } as const;
    const networkDueBy = addDays(noon, 10);
    const state = aCase();
    expect(amended(state, { ...said, networkDueBy, compellingEvidence })).toEqual([
      {
        next: {
          ...{ ...state, ...said, networkDueBy, compellingEvidence, category: "fraudulent" },
          ...{ internalDueBy: addDays(noon, 7), revision: 2, updatedAt: later(5) },
        },
        ...{ from: "open", to: "open", reason: "case amended by what was said of it", events: [], follows: [] },
      },
    ]);
  });

  test.each<[keyof Amendment, Partial<Amendment>]>([
    ["network", { network: "mastercard" }],
    ["reasonCode", { reasonCode: "13.3" }],
    ["amountCents", { amountCents: 4_999 }],
    ["currency", { currency: "EUR" }],
  ])("changes its %s and nothing else that was said before", (name, change) => {
    const state = aCase();
    const next = agreed(amended(state, change)).at(-1)?.next;
    expect(next?.[name]).toBe(change[name]);
    const { network, reasonCode, amountCents, currency, networkDueBy, internalDueBy } = state;
    expect(next).toMatchObject({
      ...{ network, reasonCode, amountCents, currency, networkDueBy, internalDueBy },
      ...change,
    });
  });

  test("changes nothing where it says the same, or nothing", () => {
    const { network, networkDueBy, amountCents } = aCase();
    expect(amended(aCase(), { network, networkDueBy, amountCents })).toEqual([]);
    expect(amended(aCase(), {})).toEqual([]);
  });

  test("counts it as a chargeback once the network is known", () => {
    const state = aCase({ network: null, reasonCode: null });
    expect(state).toMatchObject({ countedAt: null, category: "general" });
    const [transition] = agreed(amended(state, { network: "visa" }));
    expect(transition?.follows).toEqual([
      { kind: "count", tenantId: "ten_1", at: later(5), counts: { visaChargebacks: 1 } },
    ]);
    expect(transition?.next.countedAt).toBe(later(5));
  });

  test("is refused where the window that it names has closed, whatever the case", () => {
    const past = { networkDueBy: later(4) };
    for (const state of [aCase(), { ...aCase(), status: "won" as const }])
      expect(amended(state, past)).toMatchObject({
        ...{ code: "deadline_passed", message: `the network's window closed at ${later(4)}` },
        detail: {
          fields: [{ path: "networkDueBy", message: "must lie in the future" }],
          extra: { networkDueBy: later(4) },
        },
      });
  });

  test("leaves one that is further as it is", () => {
    expect(amended({ ...aCase(), status: "gathering" }, { amountCents: 1 })).toEqual([]);
  });
});

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
    follows: [{ kind: "count", tenantId: "ten_1", at: noon, counts: { visaChargebacks: 1 } }],
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
