import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { attachByForm, attachFile, attachText, evidenceLink } from "../../../functions/app/disputes/case-evidence.ts";
import type { EvidenceContext } from "../../../functions/app/disputes/case-files.ts";
import { lookAtFiles } from "../../../functions/app/disputes/case-files.ts";
import { lookAtCase, readCase } from "../../../functions/app/disputes/case-reads.ts";
import { changeCase, loadCase } from "../../../functions/app/disputes/change-case.ts";
import { awaitedFile, inspectAlert, inspectCase } from "../../../functions/app/disputes/inspect.ts";
import { packetLink, submitToNetwork } from "../../../functions/app/disputes/submit-case.ts";
import { attachEvidence } from "../../../functions/domain/disputes/case-evidence.ts";
import { withdrawCase } from "../../../functions/domain/disputes/transitions.ts";
import { aPdf, sha256Of } from "../../support/core/files.ts";
import { later, noon } from "../../support/core/samples.ts";
import { anAlert } from "../../support/disputes/alert-samples.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";
import { aPiece } from "../../support/disputes/case-samples.ts";
import { storePayment } from "../../support/disputes/stored-payment.ts";

let api: CaseApi;
let pdf: Uint8Array;
let caseId: string;
let named: { tenantId: string; caseId: string };

beforeEach(async () => {
  api = await CaseApi.open();
  pdf = await aPdf(["signed for"]);
  caseId = await api.caseIn("gathering");
  named = { tenantId: api.tenantId, caseId };
});

const desk = (actor = "operator:anna"): EvidenceContext => {
  const { context, evidence, invoicePdf, log } = api;
  return { ...context, actor, evidence, invoicePdf, log };
};
const told = { type: "receipt", filename: "r.pdf", contentType: "application/pdf" } as const;
const file = () => ({ ...told, sizeBytes: pdf.length, sha256: sha256Of(pdf) });
const byForm = () => attachByForm(desk(), { tenantId: null, caseId }, { ...told, redirectTo: "https://c.test/" });
const down = () => Promise.reject(new Error("slow down"));
/** A case about a payment, whose invoice the service is still to draw. */
const aboutPayment = async () => (await api.post("", { paymentId: (await api.payment()).paymentId })).json.id;
const stateOf = async (id = caseId) => (await loadCase(api.context, { tenantId: null, caseId: id })).state;

describe("a piece of evidence", () => {
  test("is a text as it was brought, by whom", async () => {
    const piece = await attachText(api.context, named, { type: "receipt", text: "grün" });
    expect(piece).toEqual({
      ...{ id: expect.stringMatching(/^evd_/), type: "receipt", origin: "tenant", filename: null },
      ...{ contentType: "text/plain", sizeBytes: 5, sha256: sha256Of(Buffer.from("grün")), objectKey: null },
      ...{ status: "provided", problem: null, at: noon, submittedAt: null },
    });
    const { origin } = await attachText(desk(), named, { type: "receipt", text: "another" });
    expect(origin).toBe("operator");
    expect(await attachText(api.context, named, { type: "receipt", text: "grün" })).toEqual(piece);
    expect(api.store.rows().filter(({ type }) => type === "evidence_text")).toHaveLength(2);
  });

  test("is a file that is to come, with where it is put", async () => {
    const asked: unknown[] = [];
    api.evidence.uploadTo = async (input) => {
      asked.push(input);
      return { url: "https://store.test/up", headers: { a: "b" } };
    };
    const { piece, upload } = await attachFile(desk("test"), named, file());
    const objectKey = `evidence/${api.tenantId}/${caseId}/${piece.id}`;
    expect(piece).toEqual({
      ...{ id: expect.stringMatching(/^evd_/), ...file(), origin: "tenant", objectKey, at: noon },
      ...{ status: "pending", problem: null, submittedAt: null },
    });
    const { contentType, sizeBytes, sha256 } = file();
    expect(asked).toEqual([{ key: objectKey, contentType, sizeBytes, sha256 }]);
    expect(upload).toEqual({ url: "https://store.test/up", headers: { a: "b" }, expiresAt: later(900) });
  });

  test("is a file that a form is to bring, whose size and hash nobody has said", async () => {
    const asked: unknown[] = [];
    api.evidence.uploadForm = async (input) => {
      asked.push(input);
      return { url: "https://store.test/", fields: { a: "b" } };
    };
    const { piece, form } = await byForm();
    const objectKey = `evidence/${api.tenantId}/${caseId}/${piece.id}`;
    expect(piece).toEqual({
      ...{ id: expect.stringMatching(/^evd_/), ...told, origin: "operator", objectKey, at: noon, sizeBytes: 0 },
      ...{ sha256: null, status: "pending", problem: null, submittedAt: null },
    });
    expect(form).toEqual({ url: "https://store.test/", fields: { a: "b" } });
    const request = { key: objectKey, contentType: "application/pdf", maxBytes: 5 * 1024 * 1024 };
    expect(asked).toEqual([{ ...request, redirectTo: "https://c.test/" }]);
    expect(await awaitedFile(desk(), caseId, piece.id, "https://d.test/")).toEqual({
      ...{ piece, form, state: expect.objectContaining({ id: caseId }) },
    });
    expect(asked[1]).toEqual({ ...request, redirectTo: "https://d.test/" });
  });

  test("is linked to for a quarter of an hour, by its own name or its type", async () => {
    const links: unknown[] = [];
    api.evidence.link = async (...input) => {
      links.push(input);
      return "https://store.test/x";
    };
    const text = await attachText(api.context, named, { type: "access_activity_log", text: "a log" });
    const { pieceId } = await api.upload(caseId, pdf);
    const reply = { url: "https://store.test/x", expiresAt: later(900) };
    expect(await evidenceLink(desk(), named, text.id)).toEqual(reply);
    expect(await evidenceLink(desk(), named, pieceId)).toEqual(reply);
    const place = `evidence/${api.tenantId}/${caseId}`;
    const key = `${place}/${text.id}/${text.sha256}`;
    expect(links).toEqual([
      [key, "access_activity_log.txt", 900, "text/plain"],
      [`${place}/${pieceId}`, "r.pdf", 900, "application/pdf"],
    ]);
    expect(api.evidence.files.get(key)).toEqual({ bytes: Buffer.from("a log"), contentType: "text/plain" });
    await expect(evidenceLink(desk(), named, "evd_none")).rejects.toMatchObject({
      ...{ code: "not_found", message: "no such evidence" },
    });
  });

  test("without its text is an error that names it", async () => {
    const lost = aPiece("receipt", { id: "evd_lost" });
    await changeCase(api.context, named, (before) => attachEvidence(before, lost, noon));
    await expect(evidenceLink(desk(), named, "evd_lost")).rejects.toThrow("evidence evd_lost has no text");
  });
});

describe("a file that is awaited", () => {
  test("is so until it has come", async () => {
    const { piece, form } = await byForm();
    await api.evidence.post(form.fields, pdf);
    expect(await awaitedFile(desk(), caseId, piece.id, "https://d.test/")).toBeUndefined();
    expect((await stateOf()).evidence).toMatchObject([{ status: "provided", sizeBytes: pdf.length }]);
  });

  test("is none that was announced with its hash, no text, none of the service's and none that is not there", async () => {
    const { piece } = await attachFile(desk(), named, file());
    expect(await awaitedFile(desk(), caseId, piece.id, "https://d.test/")).toBeUndefined();
    const text = await attachText(api.context, named, { type: "receipt", text: "a" });
    const other = await aboutPayment();
    api.evidence.write = down;
    const [drawn] = (await stateOf(other)).evidence.filter(({ type }) => type === "invoice");
    for (const [id, evidenceId = ""] of [[caseId, text.id], [caseId, "evd_none"], [other, drawn?.id] as const])
      await expect(awaitedFile(desk(), id, evidenceId, "https://d.test/")).rejects.toMatchObject({
        ...{ code: "not_found", message: "no such file" },
      });
  });
});

describe("a look at files", () => {
  const failures = () => api.log.lines.map((each) => JSON.parse(each)).filter(({ level }) => level === "ERROR");

  test("that have not come costs a read of each, and leaves the case as it is", async () => {
    const { piece } = await attachFile(desk(), named, file());
    const found = await loadCase(api.context, named);
    const read: unknown[] = [];
    api.evidence.read = async (...input) => {
      read.push(input);
      return null;
    };
    const { calls } = api.store;
    expect(await lookAtFiles(desk(), found)).toBe(found);
    expect([read, api.store.calls - calls]).toEqual([[[piece.objectKey, 5 * 1024 * 1024]], 0]);
    await lookAtCase(desk(), named);
    expect(api.store.calls - calls).toBe(1);
  });

  test("keeps what a form brought under its own hash, and what was announced where it was announced", async () => {
    const { piece, form } = await byForm();
    await api.evidence.post(form.fields, pdf);
    const other = await aPdf(["another"]);
    const { pieceId } = await api.upload(caseId, other);
    const { state } = await lookAtFiles(desk(), await loadCase(api.context, named));
    const [brought, announced] = [state.evidence.find(({ id }) => id === piece.id), state.evidence.at(-1)];
    const sha256 = sha256Of(pdf);
    expect(brought).toEqual({
      ...{ ...piece, status: "provided", sha256, sizeBytes: pdf.length },
      objectKey: `${piece.objectKey}/${sha256}`,
    });
    expect(api.evidence.files.get(brought?.objectKey ?? "")).toEqual({ bytes: pdf, contentType: "application/pdf" });
    expect(announced).toMatchObject({ id: pieceId, status: "provided", sizeBytes: other.length });
    expect(announced?.objectKey).toBe(`evidence/${api.tenantId}/${caseId}/${pieceId}`);
  });

  test("that gives no answer is told of, and refuses only what must see them", async () => {
    const { piece } = await attachFile(desk(), named, file());
    const found = await loadCase(api.context, named);
    api.evidence.read = down;
    expect(await lookAtFiles(desk(), found)).toBe(found);
    await expect(lookAtFiles(desk(), found, true)).rejects.toMatchObject({
      ...{ code: "evidence_unavailable", detail: { retryAfterSeconds: 5 } },
      message: `whether ${piece.id} has come cannot be seen now; try again`,
    });
    const about = { requestId: "req_test", operation: "lookAtFiles", correlationId: caseId, evidenceId: piece.id };
    const error = expect.stringMatching(/^Error: slow down\n/);
    const line = { level: "ERROR", message: "evidence not looked at", ...about, error };
    expect(failures()).toEqual([line, line]);
  });

  test("of the service's own is never waited for, and one without its invoice is told of", async () => {
    const id = await aboutPayment();
    const found = await loadCase(api.context, { tenantId: null, caseId: id });
    const [invoice] = api.store.rows().filter(({ type }) => type === "invoice");
    if (!invoice) throw new Error("there is an invoice");
    await api.store.write([{ remove: invoice, expect: invoice.v }], "gone");
    expect(await lookAtFiles(desk(), found, true)).toBe(found);
    expect(failures()).toMatchObject([{ error: expect.stringContaining(`Error: no invoice ${invoice.pk}\n`) }]);
  });

  test("of a case that is no longer prepared asks nothing", async () => {
    await attachFile(desk(), named, file());
    await changeCase(api.context, named, (before) => withdrawCase(before, noon));
    api.evidence.read = down;
    const found = await loadCase(api.context, named);
    expect(await lookAtFiles(desk(), found, true)).toBe(found);
  });
});

describe("an answer to the network", () => {
  test("is refused by its case's state before its files are asked for", async () => {
    const id = await api.caseIn("open");
    await attachFile(desk(), { ...named, caseId: id }, file());
    api.evidence.read = down;
    await expect(submitToNetwork(desk(), { ...named, caseId: id }, { narrative: null })).rejects.toMatchObject({
      code: "invalid_state_transition",
    });
    await attachFile(desk(), named, file());
    api.pass(31 * 86_400);
    await expect(submitToNetwork(desk(), named, { narrative: null })).rejects.toMatchObject({
      code: "representment_expired",
    });
  });

  test("has a packet, which is linked to once it is made, by its case's name", async () => {
    expect(await packetLink(desk(), named)).toBeNull();
    await api.handOn();
    await api.makePackets();
    const links: unknown[] = [];
    api.evidence.link = async (...input) => {
      links.push(input);
      return "https://store.test/p";
    };
    expect(await packetLink(desk(), named)).toEqual({ url: "https://store.test/p", expiresAt: later(900) });
    const key = (await stateOf()).packet?.objectKey;
    expect(links).toEqual([[key, `${caseId}.pdf`, 900, "application/pdf"]]);
  });
});

describe("what operators see", () => {
  test("of a case is its record, what it needs, its texts, its payment and what happened", async () => {
    const { paymentId, settlementId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    const context = { ...desk(), deliveries: api.deliveries };
    const shown = await inspectCase(context, json.id);
    const { found, texts, entries } = await readCase(api.context, { tenantId: null, caseId: json.id });
    expect(shown).toMatchObject({ state: found.state, texts, entries, payment: { id: settlementId } });
    expect(shown.checklist.provided).toContain("invoice");
    expect([...texts.values()]).toContain("1 x work at 100.00 = 100.00 USD");
    expect(shown.timeline.map(({ what }) => what)).toEqual([
      "Opened (case opened (chargeback))",
      expect.stringMatching(/^Invoice evd_\w+ provided$/),
    ]);
    expect((await inspectCase(context, caseId)).payment).toBeUndefined();
    await expect(readCase(api.context, { tenantId: "ten_other", caseId })).rejects.toMatchObject({
      message: "no such case",
    });
  });

  test("of an alert is its record, its candidates and its payment as they are, and what happened", async () => {
    const [one, two] = [await storePayment(api, { at: noon }), await storePayment(api, { at: noon })];
    const candidates = [
      { paymentId: one.payment.id, score: 60, reasons: ["same amount"] },
      { paymentId: two.payment.id, score: 50, reasons: [] },
      { paymentId: "pay_01K0GONE000000000000000000", score: 45, reasons: [] },
    ];
    const stored = async (id: string, paymentId: string | null) => {
      const alert = anAlert({ id, candidates, paymentId });
      const made = { next: alert, from: null, to: "matched", reason: "found" };
      const { writes } = transitionWrites(newAggregate(alertRecordType, alert), [made], api.context);
      await api.store.write(writes, id);
      return inspectAlert({ store: api.store, deliveries: api.deliveries }, id);
    };
    const shown = await stored("alr_1", two.payment.id);
    expect(shown).toEqual({
      state: expect.objectContaining({ id: "alr_1", candidates }),
      candidates: [
        { ...candidates[0], settlement: expect.objectContaining({ id: one.id }) },
        { ...candidates[1], settlement: expect.objectContaining({ id: two.id }) },
        { ...candidates[2], settlement: undefined },
      ],
      bound: expect.objectContaining({ id: two.id }),
      entries: [expect.objectContaining({ aggregateId: "alr_1", to: "matched", reason: "found" })],
      timeline: [{ at: noon, kind: "hop", what: "Bound to a payment (found)", actor: "test", ref: null }],
    });
    const unbound = await stored("alr_2", null);
    expect([unbound.bound, unbound.candidates]).toEqual([undefined, shown.candidates]);
    await expect(inspectAlert({ store: api.store, deliveries: api.deliveries }, "alr_3")).rejects.toMatchObject({
      message: "no such alert",
    });
  });
});
