import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { type Context, production, screeningTemplateOf, statementsOf, templateOf } from "./synth.ts";

const developers: Context = { stage: "dev-anna" };

describe.each([
  { product: "the rails", of: templateOf, buckets: 4, archiver: /[Dd]aily|sandbox/ },
  { product: "the screening interface", of: screeningTemplateOf, buckets: 2, archiver: /daily|sandbox/ },
])("the audit archive of $product", ({ of, buckets, archiver }) => {
  const inProduction = of(production);
  const onDev = of(developers);

  it("cannot be changed or deleted in production for seven years, by anybody", () => {
    inProduction.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        ObjectLockEnabled: true,
        ObjectLockConfiguration: {
          ObjectLockEnabled: "Enabled",
          Rule: { DefaultRetention: { Mode: "COMPLIANCE", Days: 2557 } },
        },
        VersioningConfiguration: { Status: "Enabled" },
      },
    });
  });

  it("is locked nowhere else, so that destroying a developer's stack leaves nothing behind", () => {
    onDev.allResources("AWS::S3::Bucket", {
      DeletionPolicy: "Delete",
      Properties: { ObjectLockConfiguration: Match.absent(), ObjectLockEnabled: Match.absent() },
    });
    onDev.resourceCountIs("Custom::S3AutoDeleteObjects", buckets);
  });

  it.each([["production", inProduction] as const, ["a developer's stack", onDev] as const])(
    "is private in %s, spoken to over TLS alone, and written by what archives and nobody else",
    (_, template) => {
      template.allResourcesProperties("AWS::S3::Bucket", {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: Match.anyValue(),
      });
      template.allResourcesProperties("AWS::S3::BucketPolicy", {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          ]),
        },
      });
      const onArchive = statementsOf(template).filter(({ resource }) => resource.includes("ArchiveAudit"));
      expect(onArchive.length).toBeGreaterThan(0);
      expect(new Set(onArchive.flatMap(({ actions }) => actions))).toEqual(new Set(["s3:PutObject"]));
      const roles = onArchive.map(({ role }) => role);
      expect(roles.filter((role) => !archiver.test(role))).toEqual([]);
    },
  );

  it("is filled every hour", () => {
    inProduction.hasResourceProperties("AWS::Events::Rule", { ScheduleExpression: "cron(10 * * * ? *)" });
  });
});
