import { describe, expect, it } from "vitest";
import { longestStageName, stageFileOf } from "../../lib/stage/name.ts";
import { screeningSynthesisWith, screeningTemplateOf, synthesisWith, templateOf } from "./synth.ts";
import { outerTemplateOf } from "./synthesis.ts";

const files = ["dev", "example", "prod", "sandbox"];
const stage = `dev-${"x".repeat(longestStageName - 4)}`;

/** What CloudFormation puts after the logical id of a resource that it names. */
const generatedEnding = "-123456789012";

/** Names that we give, and the most characters that AWS takes. */
const limits = [
  ["AWS::Lambda::Function", "FunctionName", 64],
  ["AWS::StepFunctions::StateMachine", "StateMachineName", 80],
  ["AWS::CloudWatch::Alarm", "AlarmName", 255],
  ["AWS::CloudWatch::Dashboard", "DashboardName", 255],
  ["AWS::Logs::LogGroup", "LogGroupName", 512],
] as const;

/** How many characters each name has left, the least first. */
function roomLeft(): number[] {
  const given = [templateOf({ stage }), screeningTemplateOf({ stage })].flatMap((template) =>
    limits.flatMap(([type, name, limit]) =>
      Object.values(template.findResources(type))
        .map(({ Properties }) => Properties[name])
        .filter((each) => typeof each === "string")
        .map((each) => limit - each.length),
    ),
  );
  // A queue's name that passes the limit is cut, and no longer ends as its logical id does.
  const queues = [synthesisWith({ stage }), screeningSynthesisWith({ stage })].flatMap((synthesis) =>
    Object.keys(outerTemplateOf(synthesis).findResources("AWS::SQS::Queue")).map(
      (id) => 80 - `${synthesis.settings.stackName}-${id}${generatedEnding}`.length,
    ),
  );
  expect(given.length).toBeGreaterThan(80);
  expect(queues.length).toBeGreaterThan(5);
  return [...given, ...queues].toSorted((one, other) => one - other);
}

describe("the longest name of a stage", () => {
  it("is what the longest name of a resource leaves", () => {
    expect(roomLeft()[0]).toBe(0);
  });

  it("is taken, and one more character is refused with what to write", () => {
    expect(stageFileOf(stage, files)).toBe("dev");
    expect(() => stageFileOf(`${stage}x`, files)).toThrow(
      `The stage name "${stage}x" is not usable; take up to ${longestStageName} lower-case letters, digits and single hyphens.`,
    );
  });
});

describe("a stage's name", () => {
  it("leads to the file of that name, and a developer's to dev", () => {
    expect(stageFileOf("prod", files)).toBe("prod");
    expect(stageFileOf("dev-anna", files)).toBe("dev");
    expect(stageFileOf("dev-anna", [...files, "dev-anna"])).toBe("dev-anna");
  });

  it.each(["staging", "dev", "Prod", "../sandbox", ""])(
    "without a file is refused with those there are: %s",
    (name) => {
      expect(() => stageFileOf(name, files)).toThrow(
        `There is no stage "${name}"; choose one of dev-NAME, example, prod, sandbox.`,
      );
    },
  );

  it.each(["dev-", "dev-Anna", "dev-a--b", "dev-a_b"])("that AWS would not take is refused: %s", (name) => {
    expect(() => stageFileOf(name, files)).toThrow(
      /^The stage name ".*" is not usable; take up to \d+ lower-case letters, digits and single hyphens\.$/,
    );
  });
});
