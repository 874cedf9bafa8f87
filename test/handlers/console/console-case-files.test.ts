import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";

const screening = new DisputeOffice();
let one: Visitor;

const shown = (page: string, params?: Record<string, string>, query?: string) => shownTo(one, page, params, query);

beforeAll(async () => {
  await screening.start();
  one = new Visitor(screening);
  expect((await one.signIn()).status).toBe(303);
});

afterAll(() => screening.stop());

describe("a file of a case", () => {
  const pdf = Buffer.from("%PDF-1.4\nhello\n%%EOF\n");

  async function announced(number: string, contentType = "application/pdf") {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid(number) });
    const { status, headers, text } = await one.post("addCaseFile", { type: "receipt", contentType }, { id });
    expect(status, text).toBe(303);
    const evidenceId = /uploads\/(evd_\w{26})$/.exec(headers.location ?? "")?.[1] ?? "";
    return { id, evidenceId };
  }

  function objectOf(id: string, evidenceId: string): string {
    const { evidence } = screening.state<DisputeCase>(id);
    return evidence.find((piece) => piece.id === evidenceId)?.objectKey ?? "";
  }

  test("is sent by the store's own form, to which this page alone may send", async () => {
    const file = await announced("F-1");
    const { status, text, headers } = await one.get("showUpload", file);
    expect(status, text).toBe(200);
    const action = /<form method="post" action="([^"]+)" enctype="multipart\/form-data">/.exec(text)?.[1] ?? "";
    expect(headers["content-security-policy"]).toContain(`form-action 'self' ${new URL(action).origin};`);
    for (const name of ["key", "Policy", "Content-Type", "success_action_redirect"])
      expect(text).toContain(`<input type="hidden" name="${name}"`);
    expect(text).toContain(`http://localhost:4000/console/disputes/cases/${file.id}/uploaded`);
    // The file is the last field: a store reads nothing after it.
    expect(text).toMatch(/type="file"[^>]*name="file"/);
    expect(text.lastIndexOf('type="hidden"', text.indexOf("</form>", text.indexOf('type="file"')))).toBeLessThan(
      text.indexOf('type="file"'),
    );
    expect((await one.get("showCase", { id: file.id })).headers["content-security-policy"]).toContain(
      "form-action 'self';",
    );
  });

  test("counts once it has come and is what it claims, and can be opened", async () => {
    const { id, evidenceId } = await announced("F-2");
    const pending = await shown("showCase", { id });
    expect(pending).toContain("choose and send it");
    screening.aws.files.set(`/evidence/${objectOf(id, evidenceId)}`, { bytes: pdf, contentType: "application/pdf" });
    const done = await one.get("showUpload", { id, evidenceId });
    expect([done.status, done.headers.location?.endsWith(`cases/${id}?done=file-looked-at`)]).toEqual([303, true]);
    const text = await shown("showCase", { id });
    expect(text).toContain("receipt.pdf");
    const { status, headers } = await one.get("showEvidence", { id, evidenceId });
    expect(status).toBe(303);
    expect(headers.location).toContain("X-Amz-Signature");
    expect(headers.location).toContain("receipt.pdf");
  });

  test("that is not what it claims is refused in words", async () => {
    const { id, evidenceId } = await announced("F-3");
    const bytes = Buffer.from("MZ this is a program");
    screening.aws.files.set(`/evidence/${objectOf(id, evidenceId)}`, { bytes, contentType: "application/pdf" });
    const text = await shown("showCase", { id });
    expect(text).toContain("begins like a Windows program");
    expect((await one.get("showEvidence", { id, evidenceId })).status).toBe(404);
  });

  test("leads back to its case by a page that needs no session", async () => {
    const { id } = await announced("F-4");
    const query = "bucket=evidence&key=a%2Fb&etag=%22x%22";
    const { status, headers, text } = await new Visitor(screening).get("showUploaded", { id }, query);
    expect(status, text).toBe(200);
    expect(headers.refresh).toBe(`0;url=../../../../console/disputes/cases/${id}?done=file-looked-at`);
    expect(text).toContain("Go on to the case");
  });

  test("of a stranger's case, or none, is not there", async () => {
    const { id } = await announced("F-5");
    const nothing = { id, evidenceId: `evd_${"0".repeat(26)}` };
    for (const page of ["showUpload", "showEvidence"]) expect((await one.get(page, nothing)).status, page).toBe(404);
    const wrong = await one.post("addCaseFile", { type: "receipt", contentType: "text/html" }, { id });
    expect(wrong.status).toBe(400);
  });
});

describe("a packet in the console", () => {
  test("is ordered, and opened once it is there", async () => {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid("P-1") });
    expect((await one.get("showPacket", { id })).headers.location).toContain("done=packet-ordered");
    expect((await one.post("orderCasePacket", {}, { id })).status).toBe(303);
    await screening.set(id, ({ packet }) => {
      const made = { objectKey: "packets/a.pdf", sha256: "a".repeat(64), sizeBytes: 9, pages: 3 };
      return { packet: packet && { ...packet, ...made, status: "ready" as const } };
    });
    expect(await shown("showCase", { id })).toContain("One PDF of 3 pages");
    const { status, headers } = await one.get("showPacket", { id });
    expect([status, headers.location?.includes("packets/a.pdf")]).toEqual([303, true]);
  });
});
