import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { alertIngestOperations, alertOperations } from "../../../functions/contract/disputes/alerts.ts";
import { caseEvidenceOperations, caseOperations } from "../../../functions/contract/disputes/cases.ts";
import { programIds } from "../../../functions/domain/core/program-id.ts";
import { alertStatuses } from "../../../functions/domain/disputes/alert.ts";
import { alertReviewReasons } from "../../../functions/domain/disputes/alert-review.ts";
import { caseStatuses, disputeStages } from "../../../functions/domain/disputes/case.ts";
import { responseDays } from "../../../functions/domain/disputes/deadline.ts";
import { evidenceRequirement } from "../../../functions/domain/disputes/evidence-type.ts";
import { disputeNetworks } from "../../../functions/domain/disputes/network.ts";
import { disputeCategories } from "../../../functions/domain/disputes/reason-code.ts";
import { defaultRules } from "../../../functions/domain/disputes/rule.ts";
import { ruleAttributes, typeOperators } from "../../../functions/domain/disputes/rule-attribute.ts";
import { statusOf } from "../../../functions/http/problem.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/disputes.md"), "utf8");

/** The cells of every table row. */
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

function rowOf(first: string): string[] {
  return rows.find(([cell = ""]) => cell.split(", ").includes(first)) ?? [];
}

test.each(disputeCategories)("the evidence of %s is documented as it is asked for", (category) => {
  const { required, oneOf } = evidenceRequirement[category];
  expect(oneOf).toHaveLength(1);
  expect(rowOf(`\`${category}\``)).toEqual([`\`${category}\``, required.join(", "), (oneOf[0] ?? []).join(", ")]);
});

test.each(disputeNetworks)("the deadlines of %s are documented as they are counted", (network) => {
  const { inquiry, chargeback, pre_arbitration, arbitration } = responseDays[network];
  expect([chargeback, pre_arbitration]).toEqual([inquiry, inquiry]);
  expect(rowOf(network).slice(1)).toEqual([`${inquiry}`, `${arbitration}`]);
});

test.each(Object.entries(ruleAttributes))("the operators of %s are documented as they are taken", (name, { type }) => {
  const row = rows.find(([cell = "", takes = ""]) => cell.includes(`\`${name}\``) && !/^\d/.test(takes));
  const [, operators = ""] = row ?? [];
  if (type === "date") expect(operators).toBe("the same without In");
  else expect(operators.split(", ")).toEqual(typeOperators[type]);
});

test.each([
  ...alertStatuses,
  ...alertReviewReasons,
  ...disputeStages,
  ...programIds,
  ...defaultRules.map(({ id }) => id),
])("%s is explained", (word) => {
  expect(text).toContain(`\`${word}\``);
});

test("every status of a case is on its way", () => {
  for (const status of caseStatuses) expect(text).toMatch(new RegExp(`^    .*${status}`, "m"));
});

test("the errors are documented with their status, and no refusal of the routes is left out", () => {
  const routes = { ...alertOperations, ...alertIngestOperations, ...caseOperations, ...caseEvidenceOperations };
  const refusals = new Set(Object.values(routes).flatMap((route) => route.refusals));
  // How any route answers is told elsewhere.
  refusals.delete("idempotency_in_progress");
  for (const code of refusals) expect(rowOf(`${statusOf[code]} ${code}`)[0]).toBeDefined();
});
