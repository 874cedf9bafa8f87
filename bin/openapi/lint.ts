import { resolve } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

/** One thing that a linter holds against a document. */
export interface LintProblem {
  readonly linter: "redocly" | "spectral";
  readonly rule: string;
  /** Where in the document, as a path from its root. */
  readonly at: string;
  readonly message: string;
}

const redoclyRules = await createConfig({ extends: ["recommended-strict"] });

/** Every rule of Spectral's for OpenAPI, those that it leaves off by default too, but those that ask for what there is not. */
const spectralRules: RulesetDefinition = {
  extends: [[spectralRulesets.oas as RulesetDefinition, "all"]],
  rules: {
    // Whom to write to is in each customer's agreement, and no public address.
    "contact-properties": "off",
    // What nobody may copy has a licence without an address.
    "license-url": "off",
    // Tags stand in the order in which a reader meets them.
    "openapi-tags-alphabetical": "off",
  },
};

const spectral = new spectralCore.Spectral();
spectral.setRuleset(spectralRules);

/** What both linters hold against a document, of any severity: an error, a warning or a hint. */
export async function lintProblems(file: string, source: string): Promise<LintProblem[]> {
  const byRedocly = await lintFromString({ source, absoluteRef: resolve(file), config: redoclyRules });
  const bySpectral = await spectral.run(JSON.parse(source));
  return [
    ...byRedocly.map(({ ruleId, message, location }) => ({
      ...({ linter: "redocly", rule: ruleId } as const),
      at: location[0]?.pointer ?? "",
      message,
    })),
    ...bySpectral.map(({ code, message, path }) => ({
      ...({ linter: "spectral", rule: String(code) } as const),
      at: `#/${path.join("/")}`,
      message,
    })),
  ];
}
