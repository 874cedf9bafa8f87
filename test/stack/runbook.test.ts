import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ses from "@aws-sdk/client-sesv2";
import { describe, expect, it } from "vitest";
import { readLiveRailReport } from "../../functions/api/operations/live-rail-report.ts";
import { allOperations } from "../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../functions/contract/screening.ts";
import { reviewActions, reviewReasonCodes } from "../../functions/domain/review/review-reason-code.ts";
import { deadLetterQueues } from "../../lib/messaging/dead-letters.ts";
import { type Facts, wrongClaims } from "../support/docs/runbook-claims.ts";
import { sluice } from "../support/journeys/command.ts";
import { flatten } from "./flatten.ts";
import { production, screeningSynthesisWith, synthesisWith } from "./synth.ts";
import { outerTemplateOf } from "./synthesis.ts";

const root = join(import.meta.dirname, "../..");
const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");
const stacks = [synthesisWith(production), screeningSynthesisWith(production)];
const templates = stacks.map(flatten);
const prefix = String(stacks[0]?.settings.stackName).replace(/rails$/, "");

/** Properties that give a resource its name. */
const nameProperties = ["FunctionName", "StateMachineName", "AlarmName", "DashboardName", "Name"] as const;

function namesBy(properties: readonly string[]): Set<string> {
  const resources = templates.flatMap((template) => Object.values(template.toJSON().Resources ?? {}));
  const names = (resources as { Properties?: Record<string, unknown> }[]).flatMap(({ Properties = {} }) =>
    properties.map((each) => Properties[each]),
  );
  const ours = names.filter((name) => typeof name === "string" && name.startsWith(prefix));
  return new Set(ours.map((name) => String(name).slice(prefix.length)));
}

function sourceOf(folder: string): string {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const code = files.filter((file) => file.endsWith(".ts"));
  return code.map((file) => readFileSync(join(root, folder, file), "utf8")).join("\n");
}

const facts: Facts = {
  operations: [...allOperations, ...allScreeningOperations],
  // The stacks themselves have names as well.
  resources: new Set([...namesBy(nameProperties), "rails", "screening"]),
  functions: namesBy(["FunctionName"]),
  outputs: new Set(stacks.flatMap((stack) => Object.keys(outerTemplateOf(stack).toJSON().Outputs))),
  ...{ reviewKinds: reviewReasonCodes, reviewActions },
  source: sourceOf("functions") + sourceOf("lib"),
  awsNames: new Set([...Object.keys(ses), "AccountSuspendedException", "LockToken"]),
};

/** A word of a command line that a person fills in. */
const filledIn = (text: string) =>
  text
    .replaceAll(/<(\w+)>/g, "x")
    .split(" ")
    .filter(Boolean);

/** What a command says when it is asked for help beside its own words, which it reads first. */
async function usageOf(script: string, args: readonly string[]): Promise<string> {
  const { code, text } = await sluice(script.replace(":", "-"), ...args, "--help");
  if (code !== 0) throw new Error(text);
  return text;
}

describe("the runbook", () => {
  it("names nothing that there is not", () => {
    expect(facts.functions.size).toBeGreaterThan(50);
    expect(wrongClaims(runbook, facts)).toEqual([]);
  });

  const lines = new Set([...runbook.matchAll(/npm run [\w:]+(?: -- [^`\n]+)?/g)].map(([line]) => line));

  it.each([...lines])("names %s as it is called", async (line) => {
    const [, script = "", labels = ""] = /npm run ([\w:]+)(?: -- (.+))?/.exec(line) ?? [];
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(scripts).toHaveProperty([script]);
    const usage = await usageOf(script, filledIn(labels));
    const [first = "--"] = labels.split(" ");
    if (!first.startsWith("--")) expect(usage).toContain(`npm run ${script} -- ${first}`);
    const [, queue] = /--queue (\S+)/.exec(labels) ?? [];
    if (queue !== undefined) expect(Object.keys(deadLetterQueues)).toContain(queue);
  });

  it("reports a proof in the words that the callback route takes", () => {
    const bodies = [...runbook.matchAll(/-d '(\{[^']+\})'/g)].map(([, body = ""]) => body);
    expect(bodies).toHaveLength(1);
    for (const body of bodies)
      readLiveRailReport({ ...JSON.parse(body), railRef: "tr_1", txHash: `0x${"0".repeat(64)}` });
  });
});

describe("a runbook that is wrong", () => {
  it.each([
    ["`GET /admin/recons`", "There is no route GET /admin/recons."],
    ["`PUT /admin/recon`", "There is no route PUT /admin/recon."],
    ["`GET /admin/webhooks/deliveries?status=lost`", "There is no route GET /admin/webhooks/deliveries?status=lost."],
    ["page `/console/reviews`", "There is no page /console/reviews."],
    ["curl -s https://<API host>/api/v1/webhooks/acme -d '{}'", "There is no route POST /api/v1/webhooks/acme."],
    ["`aws lambda get-functions`", "There is no AWS command lambda get-functions."],
    ["`aws sesv2 get-account --all`", "There is no AWS command sesv2 get-account --all."],
    ["`npx cdk rollback`", "There is no command npx cdk rollback."],
    ["`sluice-<stage>-sweeper`", "There is no resource sweeper."],
    ["the Lambda `sweeper`", "There is no function sweeper."],
    ["output `TableName`", "There is no output TableName."],
    ["metric `OutboxLags`", "There is no name OutboxLags."],
    ["kind `lost`", "There is no kind of review lost."],
    ["the action `retry`", "There is no review action retry."],
    ["the line `sweeped`", "There is no line in the log sweeped."],
    ['| filter message in ["swept", "sweeped"]', "There is no line in the log sweeped."],
    ['"Lambda delays" on the dashboard', "There is no graph Lambda delays."],
    ["`functions/domain/nothing.ts`", "There is no file functions/domain/nothing.ts."],
    ["[x](operators.md#nobody)", "There is no place operators.md#nobody."],
    ["[x](nothing.md)", "There is no place nothing.md."],
  ])("is refused for %s", (line, sentence) => {
    expect(wrongClaims(line, facts)).toContain(sentence);
  });

  it.each([
    ["redrive", "--queues mail"],
    ["operator", "rotate x --stages x"],
    ["audit:verify", "--all"],
    ["lists", "import x --force"],
  ])("is refused for npm run %s -- %s", async (script, labels) => {
    await expect(usageOf(script, labels.split(" "))).rejects.toThrow();
  });
});
