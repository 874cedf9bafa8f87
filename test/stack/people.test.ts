import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { production, statementsOf, templateOf } from "./synth.ts";

const inProduction = templateOf(production);
const statements = statementsOf(inProduction);
const onFiles = statements.filter(({ resource }) => resource.includes("PeopleFiles"));
const onKey = statements.filter(({ resource }) => resource.includes("PeopleSecretsKey"));

function rolesWith(action: string): string {
  return [...onFiles, ...onKey]
    .filter(({ actions }) => actions.includes(action))
    .map(({ role }) => role)
    .join();
}

describe("what people entrust to the service", () => {
  it("is kept when the stack goes, and its key is renewed every year", () => {
    inProduction.hasResource("AWS::KMS::Key", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: { EnableKeyRotation: true, Description: Match.stringLikeRegexp("identity numbers") },
    });
  });

  it("is added to and read, and deleted by what erases alone", () => {
    const known = ["s3:GetObject", "s3:ListBucket", "s3:PutObject", "kms:Encrypt", "kms:Decrypt"];
    const isErasing = ({ actions }: { actions: readonly string[] }) =>
      actions.some((action) => action.startsWith("s3:Delete") || action === "s3:ListBucketVersions");
    const others = [...onFiles, ...onKey].filter((each) => !isErasing(each));
    const actions = new Set(others.flatMap((each) => each.actions));
    for (const { role } of onFiles.filter(isErasing)) expect(role).toMatch(/privacy|daily|sandbox/i);
    expect([...actions].filter((action) => !known.includes(action))).toEqual([]);
    expect(actions).toContain("kms:Encrypt");
  });

  it("is opened by what asks a rail for the money alone", () => {
    expect(rolesWith("kms:Decrypt")).not.toMatch(/sendwebhook|sendmail|outbox|onboarding|kyb|console/);
  });

  it("is out of reach of what sends webhooks and letters", () => {
    const roles = [...onFiles, ...onKey].map(({ role }) => role).join();
    expect(roles).not.toMatch(/sendwebhook|sendmail|packet|export/);
  });
});
