import { describe, expect, test } from "vitest";
import { announceFile, type FilesContext, lookAtFiles } from "../../../functions/app/onboarding/files.ts";
import { documentBytesMax, uploadBytesMax } from "../../../functions/domain/onboarding/enums.ts";
import { aPdf, bytesOf } from "../../support/core/files.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

const pdf = await aPdf(["articles"]);
const zipEnd = bytesOf("PK\x05\x06", new Uint8Array(18));

/** An applicant who has announced one document and brought another. */
async function applying() {
  const api = new KybApi();
  const invited = await api.invite();
  await api.save(invited.token, "company", goodForms.company);
  await api.person(invited.token);
  await api.bring(invited.token, { kind: "formation_document" });
  return { api, ...invited };
}

async function brought(bytes: Uint8Array, contentType: "application/pdf" | "image/png" | "image/jpeg") {
  const { api, id, token } = await applying();
  const input = { kind: "proof_of_address", personId: null, contentType } as const;
  const { form } = await announceFile(api.wizard, token, { ...input, redirectTo: api.onboardUrl });
  const status = await api.files.post(form.fields, bytes);
  await lookAtFiles(api.wizard, token);
  const [first, second] = (await api.state(id)).files;
  expect(first?.status, "what was brought before stays").toBe("provided");
  return { status, file: second, api, token };
}

describe("a file that is not what it was announced as", () => {
  test.each<readonly [string, Uint8Array, "application/pdf" | "image/png" | "image/jpeg"]>([
    ["a program", bytesOf("MZ\x90\x00"), "application/pdf"],
    ["a web page", bytesOf("<!doctype html><script>alert(1)</script>"), "application/pdf"],
    ["a drawing with script", bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "image/png"],
    ["text", bytesOf("these are our articles"), "application/pdf"],
    ["a PDF's header alone", bytesOf("%PDF-1.7\n"), "application/pdf"],
    ["a PDF as a picture", pdf, "image/png"],
    ["a PDF as a photo", pdf, "image/jpeg"],
    ["a picture's first bytes as a PDF", bytesOf([0x89], "PNG\r\n\x1a\n"), "application/pdf"],
    ["a picture's first bytes", bytesOf([0x89], "PNG\r\n\x1a\n"), "image/png"],
    ["a photo's first bytes", bytesOf([0xff, 0xd8, 0xff]), "image/jpeg"],
    ["a web page with a PDF in it", bytesOf("<html>", pdf), "application/pdf"],
    ["a program with a PDF in it", bytesOf("MZ\x00\x00", pdf), "application/pdf"],
    ["a PDF that is an archive too", bytesOf(pdf, zipEnd), "application/pdf"],
    ["an archive", bytesOf("PK\x03\x04", new Uint8Array(64), zipEnd), "application/pdf"],
  ])("%s, is rejected in words, and another may be brought", async (_, bytes, contentType) => {
    const { status, file, api, token } = await brought(bytes, contentType);
    expect(status).toBe(303);
    expect(file).toMatchObject({ status: "rejected", sha256: null, problem: expect.stringMatching(/\w{3}/) });
    const after = await api.bring(token);
    expect(after.files.filter(({ status: each }) => each === "provided").length).toBeGreaterThan(3);
  });

  test("nothing at all, is not taken in by the store, and stays to come", async () => {
    const { status, file } = await brought(new Uint8Array(), "application/pdf");
    expect([status, file?.status]).toEqual([400, "pending"]);
  });
});

describe("a file that is too large", () => {
  test("of 100 MB is told so by us, and no more of it is read than may be", async () => {
    const { api, id, token } = await applying();
    const input = { kind: "proof_of_address", personId: null, contentType: "application/pdf" } as const;
    await announceFile(api.wizard, token, { ...input, redirectTo: api.onboardUrl });
    let most = 0;
    const files: FilesContext["files"] = Object.assign(Object.create(api.files), {
      read: async (_: string, bytesMax: number) => {
        most = bytesMax;
        return { bytes: pdf, contentType: "application/pdf", sizeBytes: 100 * 1024 * 1024 };
      },
    });
    await lookAtFiles({ ...api.wizard, files }, token);
    expect((await api.state(id)).files[1]).toMatchObject({
      ...{ status: "rejected", problem: expect.stringContaining("larger than") },
    });
    expect(most).toBe(documentBytesMax);
  });

  test("beyond what the store takes is refused by it", async () => {
    const { api, token } = await applying();
    const input = { kind: "proof_of_address", personId: null, contentType: "application/pdf" } as const;
    const { form } = await announceFile(api.wizard, token, { ...input, redirectTo: api.onboardUrl });
    const huge = { length: uploadBytesMax + 1 } as Uint8Array;
    expect(await api.files.post(form.fields, huge)).toBe(400);
    expect(await api.files.post({ ...form.fields, key: "kyb/another/one" }, pdf)).toBe(403);
  });
});

describe("a document of the wrong person", () => {
  test.each([
    ["identity_document", null],
    ["identity_document", "kyp_01M7YZMHG0GAQ2FF8W679S1W2S"],
    ["formation_document", "kyp_01M7YZMHG0GAQ2FF8W679S1W2S"],
    ["identity_document", "__proto__"],
  ] as const)("%s of %s is not asked for", async (kind, personId) => {
    const { api, id, token } = await applying();
    const before = await api.state(id);
    const input = { kind, personId, contentType: "application/pdf", redirectTo: api.onboardUrl } as const;
    await expect(announceFile(api.wizard, token, input)).rejects.toMatchObject({ code: "validation_error" });
    expect(await api.state(id)).toEqual(before);
  });
});
