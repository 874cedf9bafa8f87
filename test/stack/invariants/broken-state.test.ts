import { describe, expect, it } from "vitest";
import { broken, firstOf } from "./break.ts";
import { productByName } from "./stages.ts";
import { statefulOf } from "./stateful.ts";
import { changedIndexes, changedStateful } from "./stateful-golden.ts";

const rails = productByName("dev", "rails");
const golden = statefulOf(rails);

describe("a template that moves what it holds", () => {
  it("is refused where a table has another logical id", () => {
    const moved = broken(rails, "", (resources) => {
      const [id, table] = firstOf(resources, "AWS::DynamoDB::GlobalTable");
      delete resources[id];
      resources.LedgerRecords = table;
    });
    expect(changedStateful(moved, golden)).toEqual([
      expect.stringMatching(/^rails: BookRecords\w+ \(AWS::DynamoDB::GlobalTable\) is gone/),
      "rails: LedgerRecords is not in test/stack/golden: record it with npm run golden.",
    ]);
  });

  it("is refused where a table has another key", () => {
    const rekeyed = broken(rails, "", (resources) => {
      const [, { Properties }] = firstOf(resources, "AWS::DynamoDB::GlobalTable");
      Properties.KeySchema = [{ AttributeName: "pk", KeyType: "HASH" }];
    });
    expect(changedStateful(rekeyed, golden)).toEqual([
      expect.stringMatching(/^rails: BookRecords\w+ has another KeySchema/),
    ]);
  });

  it("is refused where a secret is made otherwise, which overwrites live tokens", () => {
    const remade = broken(rails, "", (resources) => {
      const [, { Properties }] = firstOf(resources, "AWS::SecretsManager::Secret");
      Properties.GenerateSecretString = { PasswordLength: 64 };
    });
    expect(changedStateful(remade, golden)).toEqual([
      expect.stringMatching(/^rails: OperatorTokens\w+ has another GenerateSecretString/),
    ]);
  });

  it("is refused where a machine moves to another nested stack", () => {
    const moved = broken(rails, "Settlement", (resources) => {
      delete resources[firstOf(resources, "AWS::StepFunctions::StateMachine")[0]];
    });
    expect(changedStateful(moved, golden)).toEqual([
      expect.stringMatching(/^rails: Settlement\/SettlementMachine\w+ \(AWS::StepFunctions::StateMachine\) is gone/),
    ]);
  });
});

describe("a template that changes a table's indexes", () => {
  const withIndexes = (change: (indexes: { IndexName: string; KeySchema: unknown }[]) => void) =>
    broken(rails, "", (resources) => {
      const [, { Properties }] = firstOf(resources, "AWS::DynamoDB::GlobalTable");
      change(Properties.GlobalSecondaryIndexes as Parameters<typeof change>[0]);
    });

  it("is taken where one is gone", () => {
    expect(
      changedIndexes(
        withIndexes((indexes) => indexes.pop()),
        golden,
      ),
    ).toEqual([]);
  });

  it("is refused where two are", () => {
    expect(
      changedIndexes(
        withIndexes((indexes) => indexes.splice(0, 2)),
        golden,
      ),
    ).toEqual([expect.stringMatching(/^rails: BookRecords\w+ adds or removes 2 indexes \(/)]);
  });

  it("is refused where one has other keys", () => {
    const rekeyed = withIndexes(([first]) => {
      if (first) first.KeySchema = [{ AttributeName: "pk", KeyType: "HASH" }];
    });
    expect(changedIndexes(rekeyed, golden)).toEqual([
      expect.stringMatching(/^rails: the index \w+ of BookRecords\w+ has other keys/),
    ]);
  });
});
