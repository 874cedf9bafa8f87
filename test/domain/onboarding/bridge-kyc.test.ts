import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BridgeKyc, bridgeItem, bridgePartnerStatus } from "../../../functions/domain/onboarding/bridge-kyc.ts";

const good: BridgeKyc = { kycStatus: "approved", tosStatus: "approved", codes: [], usable: true };

describe("how an application at Bridge stands", () => {
  test.each([
    ["not_started", "waiting"],
    ["incomplete", "waiting"],
    ["awaiting_questionnaire", "waiting"],
    ["awaiting_ubo", "waiting"],
    ["under_review", "under_review"],
    ["in_review", "under_review"],
    ["approved", "approved"],
    ["rejected", "rejected"],
    ["paused", "under_review"],
    ["offboarded", "rejected"],
  ])("%s is %s", (kycStatus, status) => {
    expect(bridgePartnerStatus({ ...good, kycStatus }).standing).toBe(status);
  });

  test("before the page was opened the page is what is missing, and not each thing that it asks for", () => {
    const codes = ["business_name", "business_formation_document", "tax_identification_number"];
    expect(bridgePartnerStatus({ ...good, kycStatus: "not_started", tosStatus: "pending", codes })).toEqual({
      standing: "waiting",
      missing: ["terms", "identity_check"],
    });
  });

  test("once it was begun, what is missing is named, without what Bridge does itself", () => {
    const codes = ["business_formation_document", "sanctions_screen", "control_person", "kyb_review"];
    expect(bridgePartnerStatus({ ...good, kycStatus: "incomplete", codes }).missing).toEqual([
      "formation_document",
      "control_person",
    ]);
  });

  test.each(["awaiting_questionnaire", "incomplete"])("%s with nothing named leads to the page", (kycStatus) => {
    expect(bridgePartnerStatus({ ...good, kycStatus }).missing).toEqual(["identity_check"]);
  });

  test("owners who have not shown themselves are what is missing", () => {
    expect(bridgePartnerStatus({ ...good, kycStatus: "awaiting_ubo" }).missing).toEqual(["ownership_structure"]);
  });

  test.each(["approved", "under_review"])(
    "%s without the terms waits for the applicant to accept them",
    (kycStatus) => {
      expect(bridgePartnerStatus({ ...good, kycStatus, tosStatus: "pending" })).toEqual({
        standing: "waiting",
        missing: ["terms"],
      });
    },
  );

  test("approved for a customer whose money Bridge would not move yet is under review", () => {
    expect(bridgePartnerStatus({ ...good, usable: false }).standing).toBe("under_review");
  });

  test("a rejection stands, whatever else is missing", () => {
    const reply = bridgePartnerStatus({
      ...good,
      kycStatus: "rejected",
      tosStatus: "pending",
      codes: ["tax_identification_number"],
    });
    expect(reply).toEqual({ standing: "rejected", missing: [] });
  });

  test("no word that we do not know approves or rejects", () => {
    const known = /^(approved|rejected|offboarded)$/;
    const labels = fc.oneof(fc.string(), fc.constantFrom("Approved", "active", "toString", "__proto__", ""));
    fc.assert(
      fc.property(labels, labels, fc.array(labels), fc.boolean(), (kycStatus, tosStatus, codes, usable) => {
        const { standing: snapshot } = bridgePartnerStatus({ kycStatus, tosStatus, codes, usable });
        if (!known.test(kycStatus)) expect(snapshot).toMatch(/^(waiting|under_review)$/);
        if (snapshot === "approved") expect([tosStatus, usable]).toEqual(["approved", true]);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("what a code of Bridge's asks for", () => {
  test.each([
    ["terms_of_service_v1", "terms"],
    ["business_formation_document", "formation_document"],
    ["business_formation_document_verification_failed", "formation_document"],
    ["business_ownership_document", "ownership_document"],
    ["proof_of_address", "proof_of_address"],
    ["tax_identification_number_not_compatible", "tax_id"],
    ["control_person", "control_person"],
    ["control_person_ownership_attestation", "control_person"],
    ["ownership_structure", "ownership_structure"],
    ["beneficial_owner_too_young", "ownership_structure"],
    ["address_of_operation", "address_of_operation"],
    ["business_industry", "industry"],
    ["government_id_verification_failed", "identity_check"],
    ["minimal_source_of_funds_data", "other"],
    ["a_code_of_tomorrow", "other"],
  ])("%s is %s", (code, item) => {
    expect(bridgeItem(code)).toBe(item);
  });

  test.each([
    "sanctions_screen",
    "adverse_media_report_match",
    "watchlist_report_match",
    "manual_business_ein_verification_review",
    "post_processing",
    "kyb_review",
  ])("%s is Bridge's own to do", (code) => {
    expect(bridgeItem(code)).toBeNull();
  });
});
