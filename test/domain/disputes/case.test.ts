import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import {
  type CaseStatus,
  type CaseTransitions,
  caseStatuses,
  type DisputeCase,
  type DisputeStage,
  isCaseLost,
  isCaseOpen,
} from "../../../functions/domain/disputes/case.ts";
import { attachEvidence, noteArrivals } from "../../../functions/domain/disputes/case-evidence.ts";
import { caseReviewReason } from "../../../functions/domain/disputes/case-review.ts";
import { openCase } from "../../../functions/domain/disputes/open-case.ts";
import { submitCase } from "../../../functions/domain/disputes/submit-case.ts";
import {
  acceptCase,
  escalateCase,
  expireCase,
  gatherCase,
  recordOutcome,
  withdrawCase,
} from "../../../functions/domain/disputes/transitions.ts";
import { agreed, later, noon } from "../../support/core/samples.ts";
import { aCase, aFilePiece, aPiece, fullEvidence } from "../../support/disputes/case-samples.ts";

const inTime = later(60);
const tooLate = addDays(noon, 31);
const won = { result: "won", networkRef: null, decidedAt: null, recoveredCents: null } as const;
const lost = { ...won, result: "lost" } as const;

/** A case as it stands in a status, with all the evidence that it needs. */
function caseIn(status: CaseStatus, stage: DisputeStage = "chargeback"): DisputeCase {
  const state = aCase({ stage });
  return { ...state, status, evidence: fullEvidence(state) };
}

/** The status that a decision leads to, "unchanged", or the code of its no. */
function told(outcome: CaseTransitions | Refusal): string {
  if (outcome instanceof Refusal) return outcome.code;
  return outcome.at(-1)?.to ?? "unchanged";
}

const commands: Readonly<Record<string, (state: DisputeCase) => CaseTransitions | Refusal>> = {
  gather: (state) => gatherCase(state, inTime),
  attach: (state) => attachEvidence(state, aPiece("receipt"), inTime),
  submit: (state) => submitCase(state, { narrative: null }, inTime),
  "submit late": (state) => submitCase(state, { narrative: null }, tooLate),
  "outcome won": (state) => recordOutcome(state, won, inTime),
  "outcome lost": (state) => recordOutcome(state, lost, inTime),
  accept: (state) => acceptCase(state, inTime),
  withdraw: (state) => withdrawCase(state, inTime),
  escalate: (state) => escalateCase(state, { stage: "arbitration" }, inTime),
  "expire in time": (state) => expireCase(state, inTime),
  "expire late": (state) => expireCase(state, tooLate),
};

const no = "invalid_state_transition";
const closed = "case_closed";
const expired = "representment_expired";
const same = "unchanged";

/** What each command comes to in each status: open, gathering, submitted, won, lost, accepted, expired, withdrawn. */
const table: Readonly<Record<keyof typeof commands, readonly string[]>> = {
  gather: ["gathering", same, no, no, no, no, no, no],
  attach: ["open", "gathering", closed, closed, closed, closed, closed, closed],
  submit: [no, "submitted", no, no, no, no, expired, no],
  "submit late": [no, expired, no, no, no, no, expired, no],
  "outcome won": [no, no, "won", no, no, no, no, no],
  "outcome lost": [no, no, "lost", no, no, no, no, no],
  accept: ["accepted", "accepted", no, no, no, same, no, no],
  withdraw: ["withdrawn", "withdrawn", "withdrawn", no, no, no, no, same],
  escalate: [no, no, no, "open", "open", "open", "open", no],
  "expire in time": [same, same, same, same, same, same, same, same],
  "expire late": ["expired", "expired", same, same, same, same, same, same],
};

const cells = Object.keys(table).flatMap((name) =>
  caseStatuses.map((status, at) => [name, status, table[name]?.[at] ?? ""] as const),
);

describe("every command in every status", () => {
  test.each(cells)("%s from %s: %s", (name, status, outcome) => {
    const state = caseIn(status);
    const reply = commands[name]?.(state) ?? [];
    expect(told(reply)).toBe(outcome);
    if (reply instanceof Refusal || reply.length === 0) return;
    const [transition] = reply;
    const isMove = transition?.to !== status;
    expect(transition?.events?.map((event) => event.name)).toEqual(isMove ? ["case.status_changed"] : []);
    if (isMove) expect(transition?.events?.[0]?.data).toMatchObject({ from: status, to: outcome, caseId: "cas_1" });
  });

  test.each(caseStatuses)("an inquiry goes on as a chargeback from %s, unless it was withdrawn", (status) => {
    const result = escalateCase(caseIn(status, "inquiry"), { stage: "chargeback" }, inTime);
    expect(told(result)).toBe(status === "withdrawn" ? no : "open");
  });
});

describe("a case that is opened", () => {
  test("has its category, the network's deadline and ours three days before, and says so once", () => {
    const transition = agreed(openCase({ ...inputOf(), networkDueBy: null }, noon));
    const { next, events } = transition;
    expect(next).toMatchObject({ status: "open", category: "product_not_received", revision: 1 });
    expect(next.networkDueBy).toBe(addDays(noon, 30));
    expect(next.internalDueBy).toBe(addDays(noon, 27));
    expect(events).toMatchObject([{ name: "case.created", data: { status: "open", dueBy: next.networkDueBy } }]);
  });

  test("is refused where its window has closed, said or counted", () => {
    const outcome = openCase({ ...inputOf(), networkDueBy: later(-1) }, noon);
    expect(outcome).toMatchObject({ code: "deadline_passed" });
    const old = { ...inputOf(), networkDueBy: null, receivedAt: addDays(noon, -31) };
    expect(openCase(old, noon)).toMatchObject({ code: "deadline_passed" });
    expect(openCase({ ...inputOf(), networkDueBy: noon }, noon)).not.toBeInstanceOf(Refusal);
  });

  test("is counted as a chargeback once: not as an inquiry, and not where its alert was", () => {
    const counts = [{ kind: "count", tenantId: "ten_1", at: noon, counts: { visaChargebacks: 1, visaCents: 5_000 } }];
    expect(agreed(openCase(inputOf(), noon)).follows).toEqual(counts);
    expect(agreed(openCase({ ...inputOf(), countedAt: noon }, noon)).follows).toEqual([]);
    expect(agreed(openCase({ ...inputOf(), network: "ach", reasonCode: "R10" }, noon)).follows).toEqual([]);
    const early = agreed(openCase({ ...inputOf(), receivedAt: later(9) }, noon));
    expect([early.next.countedAt, early.follows]).toEqual([noon, counts]);
    const inquiry = aCase({ stage: "inquiry" });
    expect(inquiry.countedAt).toBeNull();
    const [onwards] = agreed(escalateCase(inquiry, { stage: "chargeback" }, noon));
    expect(onwards?.follows).toEqual(counts);
    const counted = { ...(onwards?.next ?? inquiry), status: "lost" as const };
    const [again] = agreed(escalateCase(counted, { stage: "pre_arbitration" }, noon));
    expect(again?.follows).toEqual([]);
  });

  function inputOf() {
    const { id: caseId, ...state } = aCase();
    return { ...state, caseId, receivedAt: noon, countedAt: null };
  }
});

describe("evidence", () => {
  test("counts with its revision once it is there, and what was decided stays", () => {
    const file = aFilePiece("receipt");
    const [attached] = agreed(attachEvidence(aCase(), file, inTime));
    expect(attached?.next.revision).toBe(1);
    const state = attached?.next ?? aCase();
    const arrival = { evidenceId: file.id, objectKey: "k", sizeBytes: 1000, sha256: "h" };
    const [arrived] = noteArrivals(state, [arrival], inTime);
    expect(arrived?.next).toMatchObject({ revision: 2, evidence: [{ status: "provided", objectKey: "k" }] });
    expect(noteArrivals(arrived?.next ?? state, [{ evidenceId: file.id, problem: "x" }], inTime)).toEqual([]);
    const [rejected] = noteArrivals(state, [{ evidenceId: file.id, problem: "not a PDF" }], inTime);
    expect(rejected?.next).toMatchObject({ revision: 1, evidence: [{ status: "rejected", problem: "not a PDF" }] });
  });

  test.each(caseStatuses)("that comes when it is %s counts only while an answer is prepared", (status) => {
    const state = { ...caseIn(status), evidence: [aFilePiece("receipt", { id: "evd_late" })] };
    const transitions = noteArrivals(
      state,
      [{ evidenceId: "evd_late", objectKey: "k", sizeBytes: 1, sha256: "h" }],
      inTime,
    );
    expect(transitions).toHaveLength(status === "open" || status === "gathering" ? 1 : 0);
  });

  test("is at most 100 pieces, 50 MB of files and 600,000 bytes of texts", () => {
    const many = { ...aCase(), evidence: Array.from({ length: 100 }, () => aPiece("receipt")) };
    expect(told(attachEvidence(many, aPiece("receipt"), inTime))).toBe("validation_error");
    const sizeBytes = 5 * 1024 * 1024;
    const heavy = { ...aCase(), evidence: Array.from({ length: 9 }, () => aFilePiece("receipt", { sizeBytes })) };
    const [tenth] = agreed(attachEvidence(heavy, aFilePiece("receipt", { sizeBytes }), inTime));
    const full = tenth?.next ?? heavy;
    expect(attachEvidence(full, aFilePiece("receipt", { sizeBytes: 1 }), inTime)).toMatchObject({
      detail: { fields: [{ path: "sizeBytes" }] },
    });
    const room = { ...full, evidence: full.evidence.map((each) => ({ ...each, status: "rejected" as const })) };
    expect(told(attachEvidence(room, aFilePiece("receipt", { sizeBytes }), inTime))).toBe("open");
    const wordy = { ...aCase(), evidence: [aPiece("receipt", { sizeBytes: 599_999 })] };
    expect(attachEvidence(wordy, aPiece("receipt", { sizeBytes: 2 }), inTime)).toMatchObject({
      detail: { fields: [{ path: "text" }] },
    });
  });

  test("of unknown size counts as the largest until it has come", () => {
    const unknown = { sizeBytes: 0, sha256: null };
    const evidence = Array.from({ length: 10 }, () => aFilePiece("receipt", unknown));
    const outcome = attachEvidence({ ...aCase(), evidence }, aFilePiece("receipt", unknown), inTime);
    expect(told(outcome)).toBe("validation_error");
  });

  test("is not taken after the window has closed", () => {
    expect(told(attachEvidence(aCase(), aPiece("receipt"), tooLate))).toBe(closed);
  });
});

describe("a case that is submitted", () => {
  test("names what is missing, groups with their choices", () => {
    const { evidence: _, ...bare } = caseIn("gathering");
    const outcome = submitCase({ ...bare, evidence: [aPiece("receipt")] }, { narrative: null }, inTime);
    expect(outcome).toMatchObject({
      code: "evidence_incomplete",
      detail: { unmet: ["product_description", "shipping_documentation|access_activity_log|service_documentation"] },
    });
  });

  test("keeps its evidence from then on, without what has not come, and orders its packet", () => {
    const state = caseIn("gathering");
    const late = aFilePiece("uncategorized_file");
    const transitions = agreed(
      submitCase({ ...state, evidence: [...state.evidence, late] }, { narrative: "so it was" }, inTime),
    );
    const [transition] = transitions;
    const next = transition?.next ?? state;
    expect(next).toMatchObject({ narrative: "so it was", submittedAt: inTime, revision: 2 });
    expect(next.evidence.slice(0, -1).every(({ submittedAt }) => submittedAt === inTime)).toBe(true);
    expect(next.evidence.at(-1)).toMatchObject({ status: "rejected", submittedAt: null });
    expect(transition?.follows).toEqual([{ kind: "build_packet", caseId: "cas_1", tenantId: "ten_1" }]);
    expect(noteArrivals(next, [{ evidenceId: late.id, objectKey: "k", sizeBytes: 1, sha256: "h" }], inTime)).toEqual(
      [],
    );
  });

  test("is submitted at the last moment of its window", () => {
    const state = caseIn("gathering");
    expect(told(submitCase(state, { narrative: null }, state.networkDueBy))).toBe("submitted");
  });
});

describe("an outcome", () => {
  test("brings all back where it is won and nothing is said, and nothing where it is lost", () => {
    const recovered = (outcome: CaseTransitions | Refusal) => agreed(outcome)[0]?.next.outcome?.recoveredCents;
    const state = caseIn("submitted");
    expect(recovered(recordOutcome(state, won, inTime))).toBe(5000);
    expect(recovered(recordOutcome(state, { ...won, recoveredCents: 0 }, inTime))).toBe(0);
    expect(recovered(recordOutcome(state, lost, inTime))).toBe(0);
  });

  test.each([
    [{ ...won, recoveredCents: 5001 }, "invalid_amount"],
    [{ ...lost, recoveredCents: 1 }, "invalid_amount"],
    [{ ...won, decidedAt: later(3600) }, "validation_error"],
  ])("%j is refused: %s", (input, code) => {
    expect(told(recordOutcome(caseIn("submitted"), input, inTime))).toBe(code);
  });

  test("of compelling evidence that Visa confirms takes the dispute out of its program", () => {
    const base = aCase({ reasonCode: "10.4" });
    const compelling = { status: "qualified" as const, requiredActions: [], priorPaymentIds: ["pay_2"] };
    const state = { ...base, status: "submitted" as const, compellingEvidence: compelling };
    const counts = {
      kind: "count",
      tenantId: "ten_1",
      at: noon,
      counts: { visaExcluded: 1, visaExcludedCents: 5_000 },
    };
    expect(agreed(recordOutcome(state, won, inTime))[0]?.follows).toEqual([counts]);
    expect(agreed(recordOutcome(state, lost, inTime))[0]?.follows).toEqual([]);
    expect(agreed(recordOutcome({ ...state, countedAt: null }, won, inTime))[0]?.follows).toEqual([]);
    const [ended] = agreed(recordOutcome(state, won, inTime));
    const [onwards] = agreed(escalateCase(ended?.next ?? state, { stage: "pre_arbitration" }, inTime));
    expect(onwards?.follows).toEqual([{ ...counts, counts: { visaExcluded: -1, visaExcludedCents: -5_000 } }]);
    const [fromLost] = agreed(escalateCase({ ...state, status: "lost" }, { stage: "pre_arbitration" }, inTime));
    expect(fromLost?.follows).toEqual([]);
  });
});

describe("escalation", () => {
  test.each(["inquiry", "chargeback"] as const)("never goes back to %s", (stage) => {
    expect(told(escalateCase(caseIn("lost"), { stage }, inTime))).toBe(no);
  });

  test("has a deadline of its own, and none that has passed", () => {
    const [transition] = agreed(escalateCase(caseIn("lost"), { stage: "arbitration" }, inTime));
    expect(transition?.next).toMatchObject({ networkDueBy: addDays(inTime, 10), outcome: null, submittedAt: null });
    const past = { stage: "arbitration", networkDueBy: noon } as const;
    expect(told(escalateCase(caseIn("lost"), past, inTime))).toBe("deadline_passed");
  });
});

test("a clock runs for a case until it is decided, and the network has the money of one that was lost", () => {
  const named = (holds: (state: { status: CaseStatus }) => boolean) =>
    caseStatuses.filter((status) => holds({ status })).join(" ");
  expect(named(isCaseOpen)).toBe("open gathering submitted");
  expect(named(isCaseLost)).toBe("lost accepted expired");
});

test.each(caseStatuses)("the review queue has what is to be prepared, by our own deadline: %s", (status) => {
  const seen = caseReviewReason(caseIn(status));
  if (status !== "open" && status !== "gathering") return expect(seen).toBeNull();
  expect(seen).toMatchObject({ kind: "dispute", deadline: addDays(noon, 27) });
  expect(seen?.reason).toContain(addDays(noon, 30));
});
