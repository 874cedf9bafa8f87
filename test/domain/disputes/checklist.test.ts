import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checklistOf } from "../../../functions/domain/disputes/checklist.ts";
import {
  type EvidenceType,
  evidenceRequirement,
  evidenceTypes,
} from "../../../functions/domain/disputes/evidence-type.ts";
import { disputeCategories } from "../../../functions/domain/disputes/reason-code.ts";

describe("Stripe dispute categories, the evidence that each asks for", () => {
  test.each([
    [
      "fraudulent",
      ["customer_name", "customer_email_address", "billing_address", "receipt"],
      ["customer_purchase_ip", "access_activity_log", "customer_signature"],
    ],
    [
      "product_not_received",
      ["product_description", "receipt"],
      ["shipping_documentation", "access_activity_log", "service_documentation"],
    ],
    [
      "product_unacceptable",
      ["product_description", "refund_policy", "customer_communication"],
      ["service_documentation", "shipping_documentation"],
    ],
    [
      "credit_not_processed",
      ["refund_policy", "refund_policy_disclosure", "refund_refusal_explanation"],
      ["cancellation_policy", "proof_of_refund"],
    ],
    [
      "duplicate",
      ["duplicate_charge_id", "duplicate_charge_explanation", "receipt"],
      ["duplicate_charge_documentation", "invoice_showing_distinct_transactions"],
    ],
    [
      "subscription_canceled",
      ["cancellation_policy", "cancellation_policy_disclosure", "cancellation_rebuttal"],
      ["access_activity_log", "customer_communication"],
    ],
    ["general", ["receipt", "product_description", "customer_name"], ["customer_communication"]],
    ["debit_not_authorized", ["ach_authorization", "invoice", "proof_of_delivery"], ["customer_communication"]],
  ] as const)("%s: all of %j, one of %j", (category, required, group) => {
    expect(checklistOf(category, [])).toEqual({
      ...{ required, oneOf: [group], provided: [] },
      missing: [...required, group],
      ...{ score: 0, ready: false },
    });
  });

  test("every field of Stripe's dispute evidence is a type of evidence", () => {
    const fields = [
      "access_activity_log billing_address cancellation_policy cancellation_policy_disclosure",
      "cancellation_rebuttal customer_communication customer_email_address customer_name",
      "customer_purchase_ip customer_signature duplicate_charge_documentation",
      "duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy",
      "refund_policy_disclosure refund_refusal_explanation service_date service_documentation",
      "shipping_address shipping_carrier shipping_date shipping_documentation",
      "shipping_tracking_number uncategorized_file uncategorized_text",
    ];
    for (const field of fields.join(" ").split(" ")) expect(evidenceTypes).toContain(field);
  });
});

describe("a checklist", () => {
  test("says what is missing, a group of which nothing is there as a list", () => {
    expect(checklistOf("duplicate", ["receipt", "duplicate_charge_id", "receipt", "kyb_record"])).toMatchObject({
      provided: ["receipt", "duplicate_charge_id", "kyb_record"],
      missing: [
        "duplicate_charge_explanation",
        ["duplicate_charge_documentation", "invoice_showing_distinct_transactions"],
      ],
      ...{ score: 50, ready: false },
    });
  });

  test("is ready with all that is required and one of each group", () => {
    const provided = ["receipt", "product_description", "service_documentation"] as const;
    expect(checklistOf("product_not_received", provided)).toMatchObject({ missing: [], score: 100, ready: true });
  });

  test("scores whole percents, rounded down", () => {
    const score = (...types: EvidenceType[]) => checklistOf("product_not_received", types).score;
    expect([score("receipt"), score("receipt", "product_description")]).toEqual([33, 66]);
  });

  test("is no nearer to ready by what is only helpful", () => {
    for (const category of disputeCategories)
      expect(
        checklistOf(
          category,
          evidenceRequirement[category].helpful.filter((type) => type !== "customer_communication"),
        ).score,
      ).toBe(0);
  });

  test("hands out lists of its own", () => {
    checklistOf("general", []).required.pop();
    checklistOf("general", []).oneOf[0]?.pop();
    expect(checklistOf("general", []).missing).toHaveLength(4);
    expect(checklistOf("general", []).oneOf).toEqual([["customer_communication"]]);
  });

  const category = fc.constantFrom(...disputeCategories);
  const provided = fc.subarray<EvidenceType>([...evidenceTypes]);

  test("is ready if and only if nothing is missing, and only then scores 100", () => {
    fc.assert(
      fc.property(category, provided, (of, types) => {
        const { missing, score, ready } = checklistOf(of, types);
        expect(ready).toBe(missing.length === 0);
        expect(score === 100).toBe(ready);
        expect(Number.isInteger(score) && score >= 0).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("never falls by one more piece, and repeats and order do not matter", () => {
    fc.assert(
      fc.property(category, provided, fc.constantFrom(...evidenceTypes), (of, types, more) => {
        expect(checklistOf(of, [more, ...types]).score).toBeGreaterThanOrEqual(checklistOf(of, types).score);
        expect(checklistOf(of, [...types, ...types.toReversed()])).toEqual(checklistOf(of, types));
      }),
      { numRuns: 10_000 },
    );
  });

  test("becomes ready by what it says is missing", () => {
    fc.assert(
      fc.property(category, provided, fc.nat(), (of, types, pick) => {
        const given = checklistOf(of, types).missing.flatMap((one) =>
          Array.isArray(one) ? (one[pick % one.length] ?? []) : one,
        );
        expect(checklistOf(of, [...types, ...given]).ready).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  test("asks for evidence that there is, each once", () => {
    for (const of of disputeCategories) {
      const { required, oneOf, helpful } = evidenceRequirement[of];
      const all = [...required, ...oneOf.flat(), ...helpful];
      expect(new Set(all).size).toBe(all.length);
      for (const type of all) expect(evidenceTypes).toContain(type);
    }
    expect(new Set(evidenceTypes).size).toBe(evidenceTypes.length);
  });
});
