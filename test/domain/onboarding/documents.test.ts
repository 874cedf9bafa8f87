import { describe, expect, test } from "vitest";
import {
  filesFor,
  isSubmitted,
  openDocuments,
  requestedDocuments,
} from "../../../functions/domain/onboarding/documents.ts";
import { announcedFile, announceFile, noteFiles, removeFile } from "../../../functions/domain/onboarding/files.ts";
import { later, noon } from "../../support/core/samples.ts";
import {
  aFile,
  anInvitation,
  aPerson,
  becomes,
  someAnswers,
  underReview,
  whole,
} from "../../support/onboarding/kyb-samples.ts";

const illegal = (message: string) => ({ code: "illegal_kyb_transition", message });
const closed = { ...whole(), status: "submitted" as const };
const deed = { kind: "formation_document", personId: null } as const;

describe("a document", () => {
  test("that is announced is on the list, once of its kind, person and type", () => {
    const first = { ...anInvitation() };
    const file = aFile("kyf_1", deed);
    expect(announceFile(first, file, later(5))).toEqual(
      becomes(first, { status: "started", files: [file] }, later(5), { reason: "formation_document kyf_1 announced" }),
    );
    const state = whole({ files: [file] });
    expect(announceFile(state, { ...file, id: "kyf_2" }, noon)).toEqual([]);
    expect(announcedFile(state, file)).toEqual(file);
    for (const other of [
      { ...file, kind: "proof_of_address" as const },
      { ...file, personId: "kyp_1" },
      { ...file, contentType: "image/png" as const },
    ])
      expect(announcedFile(state, other)).toBeUndefined();
    expect(announcedFile(whole({ files: [{ ...file, status: "provided" }] }), file)).toBeUndefined();
  });

  test("is refused where nothing may be brought, it is not asked for, or there are sixty", () => {
    const file = aFile("kyf_1", deed);
    expect(announceFile(closed, file, noon)).toMatchObject(
      illegal("an application cannot go from submitted to started: documents are not open"),
    );
    for (const other of [
      { ...file, personId: "kyp_1" },
      aFile("kyf_1", { kind: "identity_document", personId: "kyp_9" }),
    ])
      expect(announceFile(whole(), other, noon)).toMatchObject({
        ...{ code: "validation_error", message: "kind: is not asked for" },
        detail: { fields: [{ path: "kind", message: "is not asked for" }] },
      });
    const many = (count: number) =>
      whole({
        files: Array.from({ length: count }, (_, nth) => ({ ...file, id: `${nth}`, status: "rejected" as const })),
      });
    expect(announceFile(many(59), file, noon)).toHaveLength(1);
    expect(announceFile(many(60), file, noon)).toMatchObject({
      ...{ code: "validation_error", message: "kind: no more than 60 files" },
      detail: { fields: [{ path: "kind", message: "no more than 60 files" }] },
    });
  });

  test("that has come is noted with its bytes' hash, or with what is wrong with it", () => {
    const files = [aFile("kyf_1", deed), aFile("kyf_2", deed), aFile("kyf_3", deed)];
    const state = whole({ files });
    const came = { objectKey: "k/ab", sizeBytes: 3, sha256: "ab" };
    const arrivals = [
      { fileId: "kyf_1", ...came },
      { fileId: "kyf_2", problem: "is cut off" },
    ];
    expect(noteFiles(state, arrivals, later(5))).toEqual(
      becomes(
        state,
        {
          files: [
            { ...files[0], ...came, status: "provided", at: later(5), revision: 10 },
            { ...files[1], status: "rejected", problem: "is cut off", at: later(5) },
            files[2],
          ],
          ...{ revision: 10, saved: { company: 2, review: 9, documents: 10 } },
          answers: { ...state.answers, reviewedAt: null },
        },
        later(5),
        { reason: "formation_document kyf_1 provided; formation_document kyf_2 rejected" },
      ),
    );
    expect(noteFiles(state, [{ fileId: "kyf_9", ...came }], noon)).toEqual([]);
    expect(noteFiles(whole({ files: [{ ...aFile("kyf_1", deed), status: "rejected" }] }), arrivals, noon)).toEqual([]);
    expect(noteFiles({ ...closed, files }, arrivals, noon)).toEqual([]);
  });

  test("is taken away until it was submitted, once", () => {
    const file = { ...aFile("kyf_1", deed), revision: 3 };
    const other = aFile("kyf_2", deed);
    const state = whole({ files: [file, other] });
    const answers = { ...state.answers, reviewedAt: null };
    const change = { files: [other], answers, revision: 10, saved: { company: 2, review: 9, documents: 10 } };
    const reason = "formation_document kyf_1 taken away";
    expect(removeFile(state, "kyf_1", later(5))).toEqual(becomes(state, change, later(5), { reason }));
    expect(removeFile(state, "kyf_9", noon)).toEqual([]);
    const stays = (status: string) =>
      illegal(`an application cannot go from ${status} to started: what was submitted stays`);
    expect(removeFile({ ...state, saved: { consent: 3 } }, "kyf_1", noon)).toMatchObject(stays("started"));
    expect(removeFile({ ...state, status: "submitted" }, "kyf_1", noon)).toMatchObject(stays("submitted"));
  });

  test("was submitted with a consent that is as new as it, or newer", () => {
    const submitted = (revision: number, consent: number | undefined) =>
      isSubmitted({ saved: consent === undefined ? {} : { consent } }, { revision });
    expect([submitted(3, 3), submitted(3, 4), submitted(4, 3)]).toEqual([true, true, false]);
    expect([submitted(0, 3), submitted(1, undefined), submitted(0, undefined)]).toEqual([false, false, false]);
  });

  test("is found by its kind and its person", () => {
    const identity = { kind: "identity_document", personId: "kyp_1" } as const;
    const files = [aFile("kyf_1", deed), aFile("kyf_2", identity), aFile("kyf_3", { ...identity, personId: "kyp_2" })];
    expect(filesFor({ files }, identity).map(({ id }) => id)).toEqual(["kyf_2"]);
    expect(filesFor({ files }, deed).map(({ id }) => id)).toEqual(["kyf_1"]);
  });

  test("under review is asked for where the partner asks, or it has no file; a deed of ownership of nobody who trades alone", () => {
    const company = { ...someAnswers.company, entityType: "sole_proprietor" as const };
    const alone = whole({ answers: { ...someAnswers, company } });
    expect(requestedDocuments(alone).map(({ kind }) => kind)).toEqual([
      ...["formation_document", "proof_of_address", "identity_document"],
    ]);
    expect(requestedDocuments({ answers: { ...someAnswers, company: null }, partner: null })).toHaveLength(4);
    const two = [...someAnswers.people, aPerson("kyp_2", 3000, false)];
    const state = underReview(["ownership_structure", "proof_of_address"], {
      answers: { ...someAnswers, people: two },
    });
    expect(openDocuments(state)).toEqual([
      { kind: "proof_of_address", personId: null },
      { kind: "identity_document", personId: "kyp_2" },
    ]);
    expect(openDocuments({ ...state, partner: null })).toEqual([{ kind: "identity_document", personId: "kyp_2" }]);
    const refused = state.files.map((file) => ({ ...file, status: "rejected" as const }));
    expect(openDocuments({ ...state, files: refused })).toHaveLength(5);
  });
});
