import { describe, expect, test } from "vitest";
import { lintProblems } from "../../../bin/openapi/lint.ts";
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };

type Document = typeof accounts;

/** The rules that the screening interface's document breaks once it is changed. */
async function brokenBy(change: (document: Document) => void): Promise<string[]> {
  const document = structuredClone(accounts);
  change(document);
  const problems = await lintProblems("docs/broken.json", JSON.stringify(document));
  return problems.map(({ linter, rule }) => `${linter} ${rule}`);
}

describe("a document that is as it must be", () => {
  test("has nothing held against it", async () => {
    expect(await brokenBy(() => undefined)).toEqual([]);
  });
});

describe("a broken document", () => {
  test("is told by both linters where an example is of another type than its schema", async () => {
    const broken = await brokenBy(({ paths }) => {
      Object.assign(paths["/api/v1/screen"].post.requestBody.content["application/json"].example, { value: 5 });
    });
    expect(broken).toContain("redocly no-invalid-media-type-examples");
    expect(broken).toContain("spectral oas3-valid-media-example");
  });

  test("is told where an operation says nothing of itself, which Spectral only warns of", async () => {
    const broken = await brokenBy(({ paths }) => Object.assign(paths["/api/v1/usage"].get, { description: "" }));
    expect(broken).toEqual(["spectral operation-description"]);
  });

  test("is told where it lacks what Redocly only warns of", async () => {
    const broken = await brokenBy(({ info }) => Object.assign(info, { license: undefined }));
    expect(broken).toContain("redocly info-license");
  });
});
