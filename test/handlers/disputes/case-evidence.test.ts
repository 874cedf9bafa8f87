import { beforeEach, describe, expect, test } from "vitest";
import { attachByForm } from "../../../functions/app/disputes/case-evidence.ts";
import { lookAtCase } from "../../../functions/app/disputes/case-reads.ts";
import { aPdf, aPng, bytesOf, sha256Of } from "../../support/core/files.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";

let api: CaseApi;
let pdf: Uint8Array;

beforeEach(async () => {
  api = await CaseApi.open();
  pdf = await aPdf(["signed for"]);
});

interface Piece {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly problem: string | null;
  readonly text: string | null;
}

async function pieces(id: string): Promise<Piece[]> {
  return (await api.get(`/${id}`)).json.evidence;
}

const announced = (bytes: Uint8Array) => ({
  ...{ type: "receipt", filename: "r.pdf", contentType: "application/pdf" },
  ...{ sizeBytes: bytes.length, sha256: sha256Of(bytes) },
});

describe("a text", () => {
  test("counts at once, and the same again is the same piece", async () => {
    const id = await api.caseIn("open");
    const text = { type: "customer_communication", text: "Dear customer,\nthank you." };
    const { status, json } = await api.post(`/${id}/evidence`, text);
    expect(status).toBe(201);
    expect(json).toMatchObject({ ...text, status: "provided", origin: "tenant", uploadUrl: null });
    expect((await api.post(`/${id}/evidence`, text)).json.id).toBe(json.id);
    expect(await pieces(id)).toMatchObject([{ id: json.id, text: text.text }]);
    const { url } = (await api.get(`/${id}/evidence/${json.id}/url`)).json;
    const file = await api.evidence.follow(url);
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe(text.text);
  });

  test("is at most 20,000 characters and not beside a file", async () => {
    const id = await api.caseIn("open");
    const most = { type: "receipt", text: "x".repeat(20_000) };
    expect((await api.post(`/${id}/evidence`, most)).status).toBe(201);
    for (const body of [
      { type: "receipt", text: "x".repeat(20_001) },
      { type: "receipt", text: "" },
      { type: "receipt", text: "x", filename: "a.pdf" },
      { type: "receipt" },
      { type: "receipt", text: null },
      { type: "poem", text: "x" },
    ])
      expect((await api.post(`/${id}/evidence`, body)).json.code, JSON.stringify(body)).toBe("validation_error");
  });
});

describe("a file", () => {
  test("counts once it has come as it was announced", async () => {
    const id = await api.caseIn("gathering");
    const { status, json } = await api.post(`/${id}/evidence`, announced(pdf));
    expect(status).toBe(201);
    expect(json).toMatchObject({ status: "pending", sha256: sha256Of(pdf), text: null });
    expect(json.objectKey).toBe(`evidence/${api.tenantId}/${id}/${json.id}`);
    expect(json.expiresAt).toBe(new Date(api.nowMs + 900_000).toISOString());
    expect((await api.get(`/${id}/checklist`)).json.provided).toEqual([]);
    expect((await api.get(`/${id}/evidence/${json.id}/url`)).status).toBe(404);
    expect(await api.evidence.put(json.uploadUrl, json.uploadHeaders, pdf)).toBe(200);
    expect((await api.get(`/${id}/checklist`)).json.provided).toEqual(["receipt"]);
    const { url, expiresAt } = (await api.get(`/${id}/evidence/${json.id}/url`)).json;
    expect(await api.evidence.follow(url)).toMatchObject({ filename: "r.pdf", contentType: "application/pdf" });
    expect(expiresAt).toBe(json.expiresAt);
  });

  test("that is announced again is the same piece, with an address as long as it is to come", async () => {
    const id = await api.caseIn("open");
    const first = (await api.post(`/${id}/evidence`, announced(pdf))).json;
    const again = (await api.post(`/${id}/evidence`, announced(pdf))).json;
    expect(again.id).toBe(first.id);
    expect(await api.evidence.put(again.uploadUrl, again.uploadHeaders, pdf)).toBe(200);
    expect(await pieces(id)).toMatchObject([{ id: first.id, status: "provided" }]);
    const third = (await api.post(`/${id}/evidence`, announced(pdf))).json;
    expect(third).toMatchObject({ id: first.id, status: "provided", uploadUrl: null });
  });

  test("that is announced again is the same piece where the case holds no more", async () => {
    const id = await api.caseIn("open");
    const large = (nth: number) => ({ ...announced(pdf), sizeBytes: 5_242_880, sha256: `${nth}`.repeat(64) });
    const first = (await api.post(`/${id}/evidence`, large(0))).json;
    for (let nth = 1; nth < 10; nth += 1) await api.post(`/${id}/evidence`, large(nth));
    expect((await api.post(`/${id}/evidence`, announced(pdf))).status).toBe(400);
    const again = await api.post(`/${id}/evidence`, large(0));
    expect([again.status, again.json.id]).toEqual([201, first.id]);
    expect(again.json.uploadUrl).not.toBeNull();
  });

  test("that is announced again with another size is another piece", async () => {
    const id = await api.caseIn("open");
    const wrong = (await api.post(`/${id}/evidence`, { ...announced(pdf), sizeBytes: 7 })).json;
    const { json } = await api.post(`/${id}/evidence`, announced(pdf));
    expect(json.id).not.toBe(wrong.id);
    expect(await api.evidence.put(json.uploadUrl, json.uploadHeaders, pdf)).toBe(200);
    expect((await api.get(`/${id}/checklist`)).json.provided).toEqual(["receipt"]);
  });

  test("with another hash, or other bytes, is not taken by the store", async () => {
    const id = await api.caseIn("open");
    const other = await aPdf(["someone else"]);
    const { json } = await api.post(`/${id}/evidence`, announced(pdf));
    expect(await api.evidence.put(json.uploadUrl, json.uploadHeaders, other)).toBeGreaterThanOrEqual(400);
    expect(await pieces(id)).toMatchObject([{ status: "pending" }]);
  });

  test("whose bytes are not those that were announced is rejected, whatever the store took", async () => {
    const id = await api.caseIn("open");
    const { json } = await api.post(`/${id}/evidence`, announced(pdf));
    const same = Uint8Array.from(pdf);
    same[100] = (same[100] ?? 0) ^ 1;
    await api.evidence.write(json.objectKey, same, "application/pdf");
    const [piece] = await pieces(id);
    expect(piece).toMatchObject({ status: "rejected", problem: expect.stringContaining("SHA-256") });
    expect((await api.get(`/${id}/checklist`)).json.provided).toEqual([]);
  });

  test.each([
    ["a program", bytesOf("MZ", Buffer.alloc(64)), "application/pdf"],
    ["a web page", bytesOf("<!doctype html><script>1</script>"), "text/plain"],
    ["an image", aPng(2, 2), "application/pdf"],
    ["nothing of a picture", bytesOf("hello"), "image/png"],
    ["text with a control character", bytesOf("a\u0001b"), "text/plain"],
  ])("that is %s and says it is something else is rejected, with the reason", async (_, bytes, contentType) => {
    const id = await api.caseIn("open");
    const { pieceId, stored } = await api.upload(id, bytes, { contentType });
    expect(stored).toBe(200);
    const [piece] = await pieces(id);
    expect(piece).toMatchObject({ id: pieceId, status: "rejected", problem: expect.stringMatching(/\w/) });
    expect((await api.get(`/${id}/evidence/${pieceId}/url`)).status).toBe(404);
  });

  test.each([
    [{ sizeBytes: 0 }],
    [{ sizeBytes: 5 * 1024 * 1024 + 1 }],
    [{ sizeBytes: 1.5 }],
    [{ contentType: "application/zip" }],
    [{ sha256: "abc" }],
    [{ filename: "../../etc/passwd" }],
    [{ filename: "a\nb.pdf" }],
    [{ sha256: undefined }],
  ])("announced with %j is refused", async (change) => {
    const id = await api.caseIn("open");
    const { status, json } = await api.post(`/${id}/evidence`, { ...announced(pdf), ...change });
    expect([status, json.code]).toEqual([400, "validation_error"]);
    expect(await pieces(id)).toEqual([]);
  });

  test("that a form has brought is kept under its own hash, whatever the form brings later", async () => {
    const caseId = await api.caseIn("open");
    const context = { ...api.context, actor: "operator:anna", evidence: api.evidence, log: api.log };
    const withPdf = { ...context, invoicePdf: api.invoicePdf };
    const file = { type: "receipt", filename: "r.pdf", contentType: "application/pdf" } as const;
    const named = { tenantId: null, caseId };
    const { form } = await attachByForm(withPdf, named, { ...file, redirectTo: "https://console.test/" });
    expect(await api.evidence.post(form.fields, pdf)).toBe(303);
    const { found } = await lookAtCase(withPdf, named);
    const [piece] = found.state.evidence;
    expect(piece).toMatchObject({ status: "provided", origin: "operator", sha256: sha256Of(pdf) });
    expect(await api.evidence.post(form.fields, await aPdf(["another"]))).toBe(303);
    expect(api.evidence.files.get(piece?.objectKey ?? "")?.bytes).toEqual(pdf);
  });
});

describe("what the service draws", () => {
  test("is there at the first look, without the link by which the invoice is paid", async () => {
    const { paymentId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    const invoice = (list: Piece[]) => list.find(({ type }) => type === "invoice");
    expect(invoice(json.evidence)).toMatchObject({ status: "pending", origin: "service" });
    expect(invoice(await pieces(json.id))).toMatchObject({ status: "provided" });
    await pieces(json.id);
    expect(api.invoicesDrawn).toMatchObject([{ number: "A-1", payUrl: null }]);
  });

  test("stays pending while the store gives no answer, and the case is read all the same", async () => {
    const { paymentId } = await api.payment();
    const { json } = await api.post("", { paymentId });
    const { write } = api.evidence;
    api.evidence.write = () => Promise.reject(new Error("slow down"));
    expect((await api.get(`/${json.id}`)).status).toBe(200);
    api.evidence.write = write;
    expect((await api.get(`/${json.id}/checklist`)).json.provided).toContain("invoice");
  });
});

describe("evidence on a case that is closed", () => {
  test.each(["submitted", "won", "lost", "accepted", "withdrawn", "expired"])("%s is 409 case_closed", async (to) => {
    const id = await api.caseIn(to === "accepted" || to === "expired" ? "gathering" : "submitted");
    if (to === "won" || to === "lost") await api.post(`/${id}/outcome`, { result: to });
    if (to === "accepted") await api.post(`/${id}/accept`);
    if (to === "withdrawn") await api.post(`/${id}/withdraw`);
    if (to === "expired") {
      api.pass(31 * 86_400);
      await api.sweepCases();
    }
    const before = (await api.get(`/${id}`)).json;
    expect(before.status).toBe(to);
    for (const body of [{ type: "receipt", text: "late" }, announced(pdf)]) {
      const { status, json } = await api.post(`/${id}/evidence`, body);
      expect([status, json.code]).toEqual([409, "case_closed"]);
    }
    expect((await api.get(`/${id}`)).json).toEqual(before);
  });

  test("a file that comes after submission changes nothing", async () => {
    const id = await api.caseIn("gathering");
    await api.provide(id);
    const { json } = await api.post(`/${id}/evidence`, announced(pdf));
    const submitted = await api.post(`/${id}/submit`);
    expect(submitted.json.status).toBe("submitted");
    await api.evidence.put(json.uploadUrl, json.uploadHeaders, pdf);
    const late = (await pieces(id)).find((each) => each.id === json.id);
    expect(late).toMatchObject({ status: "rejected", problem: expect.stringContaining("submitted") });
  });
});

describe("submitting", () => {
  test("says what is missing, and takes the last files with it", async () => {
    const id = await api.caseIn("gathering");
    const { status, json } = await api.post(`/${id}/submit`);
    expect([status, json.code]).toEqual([409, "evidence_incomplete"]);
    expect(json.unmet).toEqual([
      "product_description",
      "receipt",
      "shipping_documentation|access_activity_log|service_documentation",
    ]);
    await api.post(`/${id}/evidence`, { type: "product_description", text: "a chair" });
    await api.post(`/${id}/evidence`, { type: "access_activity_log", text: "a log" });
    await api.upload(id, pdf);
    expect((await api.post(`/${id}/submit`)).json.status).toBe("submitted");
  });

  test("waits where the store does not say whether a file has come: none is left out unseen", async () => {
    const id = await api.caseIn("gathering");
    await api.provide(id);
    const { pieceId } = await api.upload(id, pdf, { type: "customer_communication" });
    const read = api.evidence.read.bind(api.evidence);
    api.evidence.read = () => Promise.reject(new Error("slow down"));
    const { status, json, headers } = await api.post(`/${id}/submit`);
    expect([status, json.code, headers["retry-after"]]).toEqual([503, "evidence_unavailable", "5"]);
    api.evidence.read = read;
    expect((await api.post(`/${id}/submit`)).json.status).toBe("submitted");
    expect((await pieces(id)).find((each) => each.id === pieceId)).toMatchObject({ status: "provided" });
  });
});
