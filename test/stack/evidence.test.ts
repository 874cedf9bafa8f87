import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { production, statementsOf, templateOf } from "./synth.ts";

const inProduction = templateOf(production);
const onEvidence = statementsOf(inProduction).filter(({ resource }) => resource.includes("EvidenceFiles"));

describe("the evidence of disputes", () => {
  it("is kept in every version until it is erased", () => {
    inProduction.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        VersioningConfiguration: { Status: "Enabled" },
        ObjectLockEnabled: Match.absent(),
        LifecycleConfiguration: {
          Rules: [
            {
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
              ExpiredObjectDeleteMarker: true,
              Status: "Enabled",
            },
          ],
        },
      },
    });
  });

  it("can be read and added to, and is deleted by erasures alone, which do neither", () => {
    const erasing = ["s3:DeleteObject", "s3:DeleteObjectVersion", "s3:ListBucketVersions"];
    const others = onEvidence.filter(({ actions }) => !actions.some((action) => erasing.includes(action)));
    const actions = new Set(others.flatMap((each) => each.actions));
    expect([...actions].sort()).toEqual(["s3:GetObject", "s3:ListBucket", "s3:PutObject"]);
    const erasures = onEvidence.filter((each) => !others.includes(each)).flatMap((each) => each.actions);
    expect(erasures.filter((action) => !erasing.includes(action))).toEqual([]);
  });

  it("is told apart from a file that has not come: whoever reads it may list the bucket", () => {
    const rolesWith = (action: string) =>
      new Set(onEvidence.filter(({ actions }) => actions.includes(action)).map(({ role }) => role));
    expect(rolesWith("s3:ListBucket")).toEqual(rolesWith("s3:GetObject"));
  });

  it("is out of reach of what sends webhooks and moves settlements", () => {
    const roles = onEvidence.map(({ role }) => role).join();
    expect(roles).not.toMatch(/settlement|escrow|sendwebhook|outbox/);
  });
});

describe("the packets of disputes", () => {
  it("are made one at a time, three times at most, then noted as failed and set aside", () => {
    inProduction.hasResourceProperties("AWS::SQS::Queue", {
      // Six times the maker's own two minutes.
      VisibilityTimeout: 720,
      RedrivePolicy: { maxReceiveCount: 4, deadLetterTargetArn: Match.anyValue() },
    });
    inProduction.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: Match.stringLikeRegexp("packet") },
      BatchSize: 1,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
  });

  it("are made by a Lambda that can move no money", () => {
    const actions = statementsOf(inProduction)
      .filter(({ role }) => role.includes("packetrole"))
      .flatMap((each) => each.actions);
    expect(actions.length).toBeGreaterThan(5);
    // A payer's name and address in a text are opened with that payer's data key.
    const beyond = /^(states|sqs:Send|kms|secretsmanager)/;
    expect(actions.filter((action) => beyond.test(action))).toEqual(["kms:Decrypt"]);
  });
});
