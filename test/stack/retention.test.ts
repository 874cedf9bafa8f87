import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { production, screeningTemplateOf, templateOf } from "./synth.ts";

interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

interface Rule {
  readonly Prefix?: string;
  readonly [text: string]: unknown;
}

const both = [templateOf(production), screeningTemplateOf(production)];

function resourcesOf(templates: readonly Template[]): Resource[] {
  return templates.flatMap((each) => Object.values<Resource>(each.toJSON().Resources));
}

function ofType(type: string): Resource[] {
  const found = resourcesOf(both).filter(({ Type }) => Type === type);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** The names under which things are found: with one of these a second try meets what the first left. */
const fixedNames = /^(Name|.+Name)$/;
const noNameOfIts = new Set(["AWS::ApiGateway::Account", "AWS::IAM::Role", "AWS::DynamoDB::GlobalTable"]);

describe("production, whose first deploy fails", () => {
  it("leaves nothing behind that the next try would meet by its name", () => {
    const left = resourcesOf(both).filter(({ DeletionPolicy }) => DeletionPolicy === "Retain");
    expect(new Set(left.map(({ Type }) => Type))).toEqual(noNameOfIts);
    for (const { Properties = {} } of left)
      expect(Object.keys(Properties).filter((each) => fixedNames.test(each))).toEqual([]);
  });
});

describe("production, whose stack goes", () => {
  it.each([
    ...["AWS::Logs::LogGroup", "AWS::StepFunctions::StateMachine", "AWS::KMS::Key"],
    ...["AWS::SecretsManager::Secret", "AWS::S3::Bucket"],
  ])("keeps each %s", (type) => {
    for (const each of ofType(type))
      expect(each).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  });

  it("keeps its tables, whose names are generated", () => {
    for (const each of ofType("AWS::DynamoDB::GlobalTable"))
      expect(each).toMatchObject({ DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
  });
});

describe("a bucket of production", () => {
  const buckets = ofType("AWS::S3::Bucket").map(({ Properties }) => Properties ?? {});
  const rulesOf = (bucket: Resource["Properties"]) =>
    (bucket?.LifecycleConfiguration as { Rules: Rule[] } | undefined)?.Rules ?? [];

  it("keeps every version of a file", () => {
    expect(buckets).toHaveLength(6);
    for (const each of buckets) expect(each.VersioningConfiguration).toEqual({ Status: "Enabled" });
  });

  it("removes what is left of broken uploads, and delete markers without a file", () => {
    for (const each of buckets)
      expect(rulesOf(each)).toContainEqual({
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        ExpiredObjectDeleteMarker: true,
        Status: "Enabled",
      });
  });

  it("forgets earlier versions only of exports, of what can be drawn again, and of files that just came", () => {
    const forgetting = buckets
      .flatMap(rulesOf)
      .filter((rule) => "NoncurrentVersionExpiration" in rule || "ExpirationInDays" in rule);
    expect(forgetting.map(({ Prefix }) => Prefix)).toEqual(["exports/", "drawn/", "incoming/"]);
    for (const rule of forgetting) expect(rule).toMatchObject({ NoncurrentVersionExpiration: { NoncurrentDays: 1 } });
  });
});
