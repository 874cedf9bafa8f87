import { describe, expect, test } from "vitest";
import { accountOperations } from "../../functions/contract/screening/accounts.ts";
import { blocksOf, expectedOutput, runGuide, screeningGuideTexts, unsaid } from "../support/docs/guide.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { Client } from "../support/runner/client.ts";

const operator = new Client(endpoints.kytUrl, endpoints.internalToken);
const walked = [...screeningGuideTexts].filter(([, text]) => expectedOutput(text) > 0);

describe.each(walked)("the screening guide %s", (_, text) => {
  test("says what its commands answer", { timeout: 120_000 }, async () => {
    // As the sandbox's own account has it, so that nobody else's screens are counted here.
    const body = { name: "Reader", plan: "sandbox" };
    const { apiKey: kytApiKey } = await operator.call(accountOperations.createAccount, { body });
    await runGuide(text, { ...endpoints, kytApiKey }, ({ said: line }) => {
      expect(unsaid(text, line)).toBeUndefined();
    });
  });
});

test("every guide with commands is walked", () => {
  const withCommands = [...screeningGuideTexts].filter(([, text]) =>
    blocksOf(text).some(({ language }) => language === "sh"),
  );
  expect(walked).toEqual(withCommands);
  expect(walked.map(([name]) => name)).toEqual(expect.arrayContaining(["quick-start", "lists"]));
});
