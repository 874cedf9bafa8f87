import { describe, expect, it } from "vitest";
import { broken, firstOf, propertiesOf } from "./break.ts";
import { longNames, retainedNames, sharedNames } from "./names.ts";
import { unpinnedFunctions, unretainedResources, unversionedBuckets } from "./production.ts";
import { productByName } from "./stages.ts";
import { productOf } from "./templates.ts";

const rails = productByName("prod", "rails");
const screening = productByName("prod", "screening");

describe("a fixed name", () => {
  it("is refused where a failed creation leaves it behind", () => {
    const stored = broken(rails, "Settlement", (resources) => {
      firstOf(resources, "AWS::StepFunctions::StateMachine")[1].DeletionPolicy = "Retain";
    });
    expect(retainedNames([stored])).toContainEqual(
      expect.stringMatching(
        /^rails: Settlement\/SettlementMachine\w+ has the fixed name sluice-\w+-settlement and RETAIN/,
      ),
    );
  });

  it("is refused where both products have it", () => {
    const same = broken(screening, "Events", (resources) => {
      propertiesOf(resources, "AWS::Lambda::Function").FunctionName = firstOf(
        rails.templates.find(({ place }) => place === "Settlement")?.body.Resources ?? {},
        "AWS::Lambda::Function",
      )[1].Properties.FunctionName;
    });
    expect(sharedNames([rails, same])).toContainEqual(
      expect.stringMatching(
        /^rails: Settlement\/\w+ and screening: Events\/\w+ are both AWS::Lambda::Function sluice-/,
      ),
    );
  });

  it("is refused where it is longer than AWS allows", () => {
    const long = broken(rails, "Settlement", (resources) => {
      propertiesOf(resources, "AWS::Lambda::Function").FunctionName = "f".repeat(65);
    });
    expect(longNames([long])).toEqual([
      expect.stringMatching(/^rails: Settlement\/\w+ is called f{65}, 65 characters of 64/),
    ]);
  });
});

describe("a name that CloudFormation makes", () => {
  it("is refused where it is longer than a queue's may be", () => {
    const long = broken(rails, "", (resources) => {
      const [, queue] = firstOf(resources, "AWS::SQS::Queue");
      resources["Q".repeat(48)] = queue;
    });
    expect(longNames([long])).toEqual([
      expect.stringMatching(/^rails: Q{48} gets a name of 82 characters, and a queue's has 80/),
    ]);
  });
});

describe("what an account has once", () => {
  it("is refused where both products own it", () => {
    const account = { Type: "AWS::ApiGateway::Account", Properties: {}, DependsOn: [] };
    const owners = [rails, screening].map((product) =>
      broken(product, "", (resources) => {
        resources.GatewayAccount = account;
      }),
    );
    expect(sharedNames(owners)).toContainEqual(
      expect.stringMatching(
        /GatewayAccount.* and screening: .* are both AWS::ApiGateway::Account, and an account has one/,
      ),
    );
  });
});

describe("a production", () => {
  const files = (id: string) => id.startsWith("EvidenceFiles");

  it("is refused without an account, without a region and without protection", () => {
    const settings = { ...rails.settings, account: null, region: null, terminationProtection: false };
    const nowhere = productOf("rails", settings, []);
    expect(unpinnedFunctions(nowhere)).toEqual([
      expect.stringMatching(/^rails: production has no account/),
      expect.stringMatching(/^rails: production has no region/),
      expect.stringMatching(/^rails: production can be deleted by one command/),
    ]);
  });

  const overwritten = broken(rails, "", (resources) => {
    delete propertiesOf(resources, "AWS::S3::Bucket", files).VersioningConfiguration;
  });

  it("is refused where a bucket forgets what is overwritten", () => {
    expect(unversionedBuckets(overwritten, {})).toContainEqual(
      expect.stringMatching(/^rails: EvidenceFiles\w+ is kept and an overwritten file is lost/),
    );
  });

  it("is taken where the reason for that is on record", () => {
    expect(unversionedBuckets(overwritten, { EvidenceFiles: "why" })).not.toContainEqual(
      expect.stringMatching(/EvidenceFiles/),
    );
  });

  it("is refused where what it holds goes with its stack", () => {
    const gone = broken(rails, "", (resources) => {
      firstOf(resources, "AWS::S3::Bucket", files)[1].DeletionPolicy = "Delete";
    });
    expect(unretainedResources(gone)).toEqual([
      expect.stringMatching(/^rails: EvidenceFiles\w+ \(AWS::S3::Bucket\) goes with its stack/),
    ]);
  });
});
