import { describe, expect, test } from "vitest";
import { blocksOf, differences, expectedOutput, guideTexts, runGuide, unsaid } from "../support/docs/guide.ts";
import { endpoints, TestTenant } from "../support/journeys/journey.ts";

const walked = [...guideTexts].filter(([, text]) => expectedOutput(text) > 0);

describe.each(walked)("the guide %s", (_, text) => {
  test("says what its commands answer, and shows replies as they are", { timeout: 120_000 }, async () => {
    const tenant = await TestTenant.create();
    // As the sandbox's own first tenant has it.
    await tenant.feeRule({ bps: 100, fixedCents: 30, reserveBps: 1_000, reserveDays: 90 });
    await runGuide(text, { ...endpoints, tenant }, ({ said: line, file }) => {
      expect(unsaid(text, line)).toBeUndefined();
      for (const { language, name, text: shown } of blocksOf(text))
        if (language === "json" && name !== "")
          expect(differences(JSON.parse(shown), JSON.parse(file(name))), name).toEqual([]);
    });
  });
});

test("the guides that can be walked are walked", () => {
  expect(walked.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "quick-start",
      "authentication",
      "retries",
      "payments",
      "sandbox",
      "escrow",
      "onboarding",
      "hosted-invoice",
    ]),
  );
});
