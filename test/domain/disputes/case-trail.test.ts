import { describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { CaseStatus, DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { attachEvidence, noteArrivals, sameEvidence } from "../../../functions/domain/disputes/case-evidence.ts";
import { failPacket, notePacket, orderPacket } from "../../../functions/domain/disputes/case-packet.ts";
import { caseLookAt, caseReviewOf, caseReviewReason } from "../../../functions/domain/disputes/case-review.ts";
import { submitCase } from "../../../functions/domain/disputes/submit-case.ts";
import {
  acceptCase,
  escalateCase,
  expireCase,
  gatherCase,
  recordOutcome,
  withdrawCase,
} from "../../../functions/domain/disputes/transitions.ts";
import { agreed, lastOf, later, noon } from "../../support/core/samples.ts";
import { aCase, aFilePiece, aPiece, fullEvidence } from "../../support/disputes/case-samples.ts";

const now = later(60);

function caseIn(status: CaseStatus, change: Partial<DisputeCase> = {}): DisputeCase {
  return { ...aCase(), status, ...change };
}

/** What a move of a sample's case tells. */
function moved(from: string, to: string, dueBy = addDays(noon, 30)) {
  const facts = { caseId: "cas_1", tenantId: "ten_1", alertId: null, paymentId: "pay_1", escrowId: null };
  const about = { reasonCode: "13.1", category: "product_not_received", createdAt: noon, dueBy };
  return [{ name: "case.status_changed", data: { ...facts, ...about, from, to } }];
}

describe("a move of a case, whole", () => {
  test("gathering begins", () => {
    const state = caseIn("open");
    expect(gatherCase(state, now)).toEqual([
      {
        next: { ...state, status: "gathering", updatedAt: now },
        ...{ from: "open", to: "gathering", reason: "evidence is gathered", events: moved("open", "gathering") },
      },
    ]);
  });

  test.each([
    ["accepted", "the loss is accepted", acceptCase, now],
    ["withdrawn", "the dispute was withdrawn", withdrawCase, now],
    ["expired", `not answered by ${addDays(noon, 30)}`, expireCase, addDays(noon, 31)],
  ] as const)("%s: %s", (to, reason, decide, at) => {
    const state = caseIn("gathering");
    expect(decide(state, at)).toEqual([
      {
        next: { ...state, status: to, updatedAt: at },
        ...{ from: "gathering", to, reason, events: moved("gathering", to) },
      },
    ]);
  });

  test.each(["won", "lost"] as const)("%s", (result) => {
    const state = caseIn("submitted");
    const input = { result, networkRef: "net-1", decidedAt: later(30), recoveredCents: null };
    const outcome = { result, networkRef: "net-1", decidedAt: later(30), recoveredCents: result === "won" ? 5000 : 0 };
    expect(recordOutcome(state, input, now)).toEqual([
      {
        next: { ...state, status: result, outcome, updatedAt: now },
        ...{ from: "submitted", to: result, reason: `the network decided: ${result}`, follows: [] },
        events: moved("submitted", result),
      },
    ]);
    const unsaid = lastOf(agreed(recordOutcome(state, { ...input, decidedAt: null }, now)));
    expect(unsaid.next.outcome?.decidedAt).toBe(now);
    expect(agreed(recordOutcome(state, { ...input, decidedAt: now }, now))).toHaveLength(1);
  });

  test("the next stage begins with nothing of the last, and goes on with its evidence", () => {
    const outcome = { result: "lost" as const, networkRef: null, decidedAt: noon, recoveredCents: 0 };
    const state = caseIn("lost", { outcome, submittedAt: noon, narrative: "so it was", evidence: [aPiece("receipt")] });
    expect(escalateCase(state, { stage: "arbitration" }, now)).toEqual([
      {
        next: {
          ...{ ...state, status: "open", stage: "arbitration", outcome: null, submittedAt: null, narrative: null },
          ...{ networkDueBy: addDays(now, 10), internalDueBy: addDays(now, 7), revision: 2, updatedAt: now },
        },
        ...{ from: "lost", to: "open", reason: "goes on as arbitration", follows: [] },
        events: moved("lost", "open", addDays(now, 10)),
      },
    ]);
    const networkDueBy = addDays(now, 5);
    const [named] = agreed(escalateCase(state, { stage: "arbitration", networkDueBy }, now));
    expect(named?.next.networkDueBy).toBe(networkDueBy);
  });

  test("an inquiry that is open and goes on tells it, though its status stays", () => {
    const state = { ...aCase({ stage: "inquiry" }) };
    const [onwards] = agreed(escalateCase(state, { stage: "chargeback" }, now));
    expect(onwards?.events).toEqual(moved("open", "open", addDays(now, 30)));
  });
});

describe("a no to a case, in words", () => {
  test.each([
    [gatherCase(caseIn("won"), now), "a case cannot go from won to gathering"],
    [acceptCase(caseIn("submitted"), now), "a case cannot go from submitted to accepted"],
    [withdrawCase(caseIn("won"), now), "a case cannot go from won to withdrawn"],
    [submitCase(caseIn("open"), { narrative: null }, now), "a case cannot go from open to submitted"],
    [escalateCase(caseIn("open"), { stage: "arbitration" }, now), "a case cannot go from open to arbitration"],
    [escalateCase(caseIn("won"), { stage: "inquiry" }, now), "a case cannot go from chargeback to inquiry"],
  ])("%#: %s", (refusal, message) => {
    expect(refusal).toMatchObject({ code: "invalid_state_transition", message });
  });

  test("says where a stage would go back, how much comes back at most, and when it was decided", () => {
    expect(escalateCase(caseIn("won"), { stage: "chargeback" }, now)).toMatchObject({
      detail: { extra: { from: "chargeback", to: "chargeback" } },
    });
    const won = { result: "won", networkRef: null, decidedAt: null, recoveredCents: 5001 } as const;
    expect(recordOutcome(caseIn("submitted"), won, now)).toMatchObject({
      message: "at most 5000 cents come back of a case that is won",
      detail: { fields: [{ path: "recoveredCents", message: "at most 5000" }] },
    });
    expect(recordOutcome(caseIn("submitted"), { ...won, recoveredCents: 0, decidedAt: later(61) }, now)).toMatchObject({
      message: "decidedAt lies in the future",
      detail: { fields: [{ path: "decidedAt", message: "must not lie in the future" }] },
    });
  });

  test("says what is missing, or when the window closed", () => {
    const { networkDueBy } = aCase();
    const bare = caseIn("gathering", { evidence: [aPiece("receipt"), aPiece("product_description")] });
    expect(submitCase(bare, { narrative: null }, now)).toMatchObject({
      message: "evidence is missing: shipping_documentation|access_activity_log|service_documentation",
    });
    expect(submitCase(caseIn("gathering"), { narrative: null }, addDays(noon, 31))).toMatchObject({
      message: `the network's window closed at ${networkDueBy}`,
      detail: { extra: { networkDueBy } },
    });
    expect(attachEvidence(caseIn("submitted"), aPiece("receipt"), now)).toMatchObject({
      message: "this case takes no evidence: it is submitted",
      detail: { extra: { status: "submitted" } },
    });
    expect(attachEvidence(aCase(), aPiece("receipt"), addDays(noon, 31))).toMatchObject({
      message: "this case takes no evidence: the network's window has closed",
      detail: { extra: { status: "open" } },
    });
  });
});

describe("a piece of evidence", () => {
  test("is added to what there is, and counts where it is there", () => {
    const piece = aPiece("receipt");
    const state = caseIn("open", { evidence: [aPiece("invoice")] });
    expect(attachEvidence(state, piece, now)).toEqual([
      {
        next: { ...state, evidence: [...state.evidence, piece], revision: 2, updatedAt: now },
        ...{ from: "open", to: "open", reason: `receipt ${piece.id} attached: provided`, events: [] },
      },
    ]);
  });

  test("that is brought again is known by everything that is said of it", () => {
    const piece = aFilePiece("receipt");
    const state = caseIn("open", { evidence: [piece] });
    expect(sameEvidence(state, { ...piece, id: "evd_other" })).toBe(piece);
    expect(attachEvidence(state, { ...piece, id: "evd_other" }, now)).toEqual([]);
    for (const change of [
      ...[{ type: "invoice" as const }, { filename: "b.pdf" }, { contentType: "image/png" }, { sizeBytes: 999 }],
      ...[{ sha256: "another" }, { sha256: null }],
    ])
      expect(sameEvidence(state, { ...piece, ...change }), JSON.stringify(change)).toBeUndefined();
    const rejected = caseIn("open", { evidence: [{ ...piece, status: "rejected" }] });
    expect(sameEvidence(rejected, piece)).toBeUndefined();
    const unhashed = { ...piece, sha256: null };
    expect(sameEvidence(caseIn("open", { evidence: [unhashed] }), unhashed)).toBeUndefined();
  });

  test("beyond what a case holds is refused in words", () => {
    const many = caseIn("open", { evidence: Array.from({ length: 100 }, () => aPiece("receipt")) });
    expect(attachEvidence(many, aPiece("receipt"), now)).toMatchObject({
      detail: { fields: [{ path: "type", message: "a case holds at most 100 pieces" }] },
    });
    const wordy = caseIn("open", { evidence: [aPiece("receipt", { sizeBytes: 599_999 })] });
    expect(agreed(attachEvidence(wordy, aPiece("receipt", { sizeBytes: 1 }), now))).toHaveLength(1);
    expect(attachEvidence(wordy, aPiece("receipt", { sizeBytes: 2 }), now)).toMatchObject({
      detail: { fields: [{ path: "text", message: "the texts of a case hold at most 600000 bytes together" }] },
    });
    // Files and texts have room of their own.
    expect(agreed(attachEvidence(wordy, aFilePiece("receipt", { sizeBytes: 5_000_000 }), now))).toHaveLength(1);
    const heavy = caseIn("open", { evidence: [aFilePiece("receipt", { sizeBytes: 52_428_799 })] });
    expect(agreed(attachEvidence(heavy, aFilePiece("receipt", { sizeBytes: 1 }), now))).toHaveLength(1);
    expect(attachEvidence(heavy, aFilePiece("receipt", { sizeBytes: 2 }), now)).toMatchObject({
      detail: { fields: [{ path: "sizeBytes", message: "the files of a case hold at most 52428800 bytes together" }] },
    });
  });

  test("of which one has come and another is none is told in one line, each with what became of it", () => {
    const [first, second, third] = [aFilePiece("receipt"), aFilePiece("invoice"), aFilePiece("refund_policy")];
    const state = caseIn("gathering", { evidence: [first, second, third] });
    const arrivals = [
      { evidenceId: first.id, objectKey: "kept", sizeBytes: 7, sha256: "seen" },
      { evidenceId: second.id, problem: "the file is empty" },
    ];
    expect(noteArrivals(state, arrivals, now)).toEqual([
      {
        next: {
          ...state,
          evidence: [
            { ...first, status: "provided", objectKey: "kept", sizeBytes: 7, sha256: "seen" },
            { ...second, status: "rejected", problem: "the file is empty" },
            third,
          ],
          ...{ revision: 2, updatedAt: now },
        },
        ...{ from: "gathering", to: "gathering", events: [] },
        reason: `receipt ${first.id} provided; invoice ${second.id} rejected (the file is empty)`,
      },
    ]);
    expect(noteArrivals(state, [{ evidenceId: "evd_none", problem: "x" }], now)).toEqual([]);
  });
});

describe("a case's answer", () => {
  test("is submitted with what has come, and without what has not", () => {
    const pieces = fullEvidence(aCase());
    const [known, late, bad] = [
      aPiece("kyb_record", { submittedAt: noon }),
      aFilePiece("uncategorized_file"),
      aFilePiece("uncategorized_file", { status: "rejected", problem: "the file is empty" }),
    ];
    const state = caseIn("gathering", { evidence: [...pieces, known, late, bad] });
    const evidence = [
      ...pieces.map((piece) => ({ ...piece, submittedAt: now })),
      known,
      { ...late, status: "rejected", problem: "it had not come when the case was submitted" },
      bad,
    ];
    const nothing = { objectKey: null, sha256: null, sizeBytes: null, pages: null };
    const packet = { revision: 2, status: "building", ...nothing, orderedAt: now };
    expect(submitCase(state, { narrative: "so it was" }, now)).toEqual([
      {
        next: {
          ...{ ...state, status: "submitted", submittedAt: now, narrative: "so it was", evidence },
          ...{ revision: 2, packet, updatedAt: now },
        },
        ...{ from: "gathering", to: "submitted", reason: "submitted to the network" },
        events: moved("gathering", "submitted"),
        follows: [{ kind: "build_packet", caseId: "cas_1", tenantId: "ten_1" }],
      },
    ]);
  });

  test("has a packet, of which its trail says what became", () => {
    const [ordered] = orderPacket(aCase(), now);
    const state = ordered?.next ?? aCase();
    expect(ordered).toMatchObject({
      ...{ reason: "packet ordered of revision 1", follows: [{ kind: "build_packet", caseId: "cas_1" }] },
      next: { packet: { revision: 1, status: "building", objectKey: null, pages: null, orderedAt: now } },
    });
    const made = { revision: 1, objectKey: "p", sha256: "h", sizeBytes: 9, pages: 2 };
    expect(notePacket(state, made, later(61))).toMatchObject([
      {
        reason: "packet made of revision 1: 2 pages, SHA-256 h",
        next: { packet: { ...made, status: "ready", orderedAt: now } },
      },
    ]);
    expect(failPacket(state, 1, later(61))).toMatchObject([{ reason: "packet of revision 1 could not be made" }]);
  });
});

describe("a case in the queue", () => {
  const due = addDays(noon, 30);

  test.each([
    [
      caseIn("open"),
      `visa chargeback 13.1 over 50.00 USD (product not received): nobody gathers evidence yet; the network's window closes at ${due}`,
    ],
    [
      caseIn("gathering", { network: null, reasonCode: null, stage: "pre_arbitration" }),
      `pre arbitration over 50.00 USD (product not received): its evidence is gathered; the network's window closes at ${due}`,
    ],
  ])("%#: %s", (state, reason) => {
    const words = { kind: "dispute", reason, since: noon, deadline: addDays(noon, 27) };
    expect(caseReviewReason(state)).toEqual(words);
    expect(caseReviewOf(state)).toEqual({ ...words, actions: ["note", "assign", "accept_loss"] });
  });

  test("is looked at when the network's window closes, and no more once it is answered", () => {
    expect([caseLookAt(caseIn("open")), caseLookAt(caseIn("gathering"))]).toEqual([due, due]);
    expect([caseLookAt(caseIn("submitted")), caseReviewOf(caseIn("submitted"))]).toEqual([undefined, null]);
  });
});
