import { describe, expect, test } from "vitest";
import { alertSummary, alertView, summarizeAlert, viewAlert } from "../../../functions/domain/disputes/alert-view.ts";
import {
  caseSummary,
  caseView,
  viewCase,
  viewCaseSummary,
  viewEvidence,
} from "../../../functions/domain/disputes/case-view.ts";
import { evidenceTypes } from "../../../functions/domain/disputes/evidence-type.ts";
import { evidenceLabels, networkLabels, spokenLabel } from "../../../functions/domain/disputes/labels.ts";
import { disputeTimeline } from "../../../functions/domain/disputes/timeline.ts";
import { later, noon } from "../../support/core/samples.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { aCase, aFilePiece, aPiece } from "../../support/disputes/case-samples.ts";

describe("an alert as it is shown", () => {
  const said = aReport({ paymentId: "pay_said", isoRef: "iso-said", raw: { a: 1 }, arn: "7401" });
  const state = anAlert({ said, paymentId: "pay_bound", isoRef: null });

  test("has what was said and what came of it side by side, every field of its document", () => {
    const shown = summarizeAlert(state);
    expect(shown).toMatchObject({
      ...{ id: "alr_1", kind: "dispute", amountCents: 10_000, arn: "7401", respondBy: later(60) },
      ...{ claimedPaymentId: "pay_said", paymentId: "pay_bound", isoRef: "iso-said" },
    });
    expect(Object.keys(shown)).toEqual(Object.keys(alertSummary.shape));
    expect(shown).not.toHaveProperty("raw");
  });

  test("names the reseller that was told, before the one that its sender named", () => {
    expect(summarizeAlert({ ...state, isoRef: "iso-told" }).isoRef).toBe("iso-told");
  });

  test("alone has what was attached, and how its rules were evaluated", () => {
    const ruleAudit = [{ ruleId: "r1", name: "mine", matched: false, conditions: [] }];
    const view = viewAlert({ ...state, ruleAudit });
    expect(view).toEqual({ ...summarizeAlert(state), ruleAudit, raw: { a: 1 } });
    expect(alertView.parse(view)).toEqual(view);
  });
});

describe("a case as it is shown", () => {
  test("has what its reason code is called, where network and code are known", () => {
    expect(viewCaseSummary(aCase()).reason).toBe("Merchandise/Services Not Received");
    expect(viewCaseSummary({ ...aCase(), network: null }).reason).toBeNull();
    expect(viewCaseSummary({ ...aCase(), reasonCode: null }).reason).toBeNull();
    expect(Object.keys(viewCaseSummary(aCase()))).toEqual(Object.keys(caseSummary.shape));
  });

  test("has the packet of the evidence as it is, and none of an earlier one", () => {
    const made = { objectKey: "p", sha256: "h", sizeBytes: 9, pages: 2, orderedAt: noon };
    const packet = { ...made, revision: 1, status: "ready" as const };
    expect(viewCaseSummary({ ...aCase(), packet }).packet).toEqual({ status: "ready", pages: 2 });
    expect(viewCaseSummary({ ...aCase(), packet, revision: 2 }).packet).toBeNull();
    expect(viewCaseSummary(aCase()).packet).toBeNull();
  });

  test("alone has its narrative and its evidence, with the texts that were read", () => {
    const [text, file] = [aPiece("receipt", { id: "evd_text" }), aFilePiece("invoice")];
    const state = { ...aCase(), narrative: "so it was", evidence: [text, file] };
    const view = viewCase(state, new Map([["evd_text", "two crates"]]));
    expect(view).toEqual({
      ...viewCaseSummary(state),
      narrative: "so it was",
      evidence: [{ ...viewEvidence(text), text: "two crates" }, viewEvidence(file)],
    });
    expect(viewEvidence(text)).toMatchObject({ id: "evd_text", text: null, status: "provided" });
    expect(viewEvidence(text)).not.toHaveProperty("objectKey");
    expect(caseView.parse(view)).toEqual(view);
  });
});

describe("words for people", () => {
  test("name each network and each kind of evidence", () => {
    expect(networkLabels).toEqual({
      ...{ visa: "Visa", mastercard: "Mastercard", amex: "American Express", discover: "Discover", ach: "ACH" },
    });
    expect(spokenLabel("pre_arbitration_stage")).toBe("Pre arbitration stage");
    const labels = new Map(evidenceTypes.map((type) => [type, evidenceLabels(type)]));
    expect(labels.get("proof_of_delivery")).toBe("Proof of delivery");
    expect(labels.get("customer_purchase_ip")).toBe("Customer’s IP address");
    expect(labels.get("kyb_record")).toBe("KYB record");
    expect(new Set(labels.values()).size).toBe(evidenceTypes.length);
  });
});

describe("a timeline", () => {
  const entry = (at: string, from: string | null, to: string, reason: string) => {
    return { at, from, to, reason, actor: "operator:anna", postings: [] };
  };
  const lines = (noun: "alert" | "case", ...entries: ReturnType<typeof entry>[]) => {
    return disputeTimeline(noun, entries, []).map(({ what }) => what);
  };

  test("says each move in words, with why, and a note as a sentence", () => {
    expect(disputeTimeline("alert", [entry(noon, null, "received", "fraud alert from mock")], [])).toEqual([
      { at: noon, kind: "hop", what: "Taken in (fraud alert from mock)", actor: "operator:anna", ref: null },
    ]);
    expect(lines("case", entry(noon, "open", "open", "case amended by what was said of it"))).toEqual([
      "Case amended by what was said of it",
    ]);
  });

  test.each([
    [
      "alert",
      "received matched unmatched in_review auto_refunded notified_iso",
      "Taken in (x)|Bound to a payment (x)|Waits for a person to find its payment (x)|Waits for a person (x)|The network's refund is mirrored (x)|The reseller of record is to be told (x)",
    ],
    [
      "alert",
      "case_opened resolved expired dismissed newer",
      "Goes on as a case (x)|Resolved (x)|Expired (x)|Dismissed (x)|newer (x)",
    ],
    [
      "case",
      "open gathering submitted won lost accepted expired withdrawn",
      "Opened (x)|Evidence is gathered (x)|Submitted (x)|Won (x)|Lost (x)|The loss is accepted (x)|Expired (x)|Withdrawn (x)",
    ],
  ] as const)("of an %s has a word for each of %s", (noun, statuses, words) => {
    const entries = statuses.split(" ").map((to) => entry(noon, "-", to, "x"));
    expect(lines(noun, ...entries).join("|")).toBe(words);
  });

  test("says nothing twice, and evidence by its kind", () => {
    expect(lines("case", entry(noon, "open", "gathering", "evidence is gathered"))).toEqual(["Evidence is gathered"]);
    expect(lines("case", entry(noon, "open", "open", "proof_of_refund evd_1 attached; tax_id x"))).toEqual([
      "Proof of refund evd_1 attached; tax_id x",
    ]);
  });

  test("begins with what came first", () => {
    const [late, early] = [entry(later(9), "-", "won", "x"), entry(noon, "-", "submitted", "x")];
    expect(lines("case", late, early)).toEqual(["Submitted (x)", "Won (x)"]);
  });
});
