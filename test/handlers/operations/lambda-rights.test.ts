import { describe, expect, test } from "vitest";
import { subjectKeyPurpose } from "../../../functions/domain/core/secret-purpose.ts";
import { lacking } from "../../support/runner/lambda-rights.ts";

const put = (pk: string, TableName = "book") => ({ TableName, Item: { pk: { S: pk }, sk: { S: "row" } } });
const context = (purpose: string) => ({ EncryptionContext: { purpose, owner: "inv_1" } });

const subjectContext = (kind: string) => ({
  EncryptionContext: { purpose: subjectKeyPurpose, kind, subject: `${kind}:1` },
});

// The fake AWS of these tests refuses what a Lambda has no right to: every other test over deployed Lambdas holds them to their grants.
describe("a Lambda is held to its grants", () => {
  test.each([
    ["invoice-pdf", "PutItem", put("rate#ten_1"), null],
    ["invoice-pdf", "PutItem", put("inv_1"), "a part of the book with inv_1"],
    ["invoice-pdf", "PutItem", put("ten_1"), "a part of the book with ten_1"],
    ["invoice-page", "PutItem", put("rate#payer#inv_1"), null],
    ["invoice-page", "PutItem", put("rate#ten_1"), "a part of the book with rate#ten_1"],
    ["invoice-page", "PutItem", put("session#1"), "a part of the book with session#1"],
    ["signup", "PutItem", put("kyb_1"), "a part of the book with kyb_1"],
    ["onboarding", "PutItem", put("ten_1"), "a part of the book with ten_1"],
    ["front", "PutItem", put("overview#1"), "a part of the book with overview#1"],
    ["pay", "PutItem", put("stl_1"), null],
    ["pay", "PutItem", put("dlv_1", "deliveries"), "deliveries:write"],
    ["invoice-page", "Encrypt", subjectContext("account"), null],
    ["invoice-page", "Encrypt", subjectContext("payer"), null],
    ["invoice-page", "Encrypt", subjectContext("applicant"), "applicant-keys:make"],
    ["invoice-page", "Decrypt", subjectContext("account"), "account-keys:open"],
    ["invoice-page", "Decrypt", subjectContext("payer"), "payer-keys:open"],
    ["invoice-page", "Decrypt", context("payer-account"), "payer-account:decrypt"],
    ["cases", "Decrypt", subjectContext("payer"), null],
    ["cases", "Decrypt", subjectContext("account"), "account-keys:open"],
    ["pay", "Decrypt", subjectContext("account"), "account-keys:open"],
    ["onboarding", "Encrypt", context("payer-account"), "payer-account:encrypt"],
    ["onboarding", "Decrypt", context("applicant-number"), "applicant-number:decrypt"],
    ["public", "GetSecretValue", { SecretId: "arn:operators" }, "operator-tokens:read"],
    ["conversion-callbacks", "GetSecretValue", { SecretId: "arn:operators" }, "operator-tokens:read"],
  ] as const)("%s %s %j", (lambda, name, input, right) => {
    expect(lacking(lambda, name, input)).toBe(right);
  });

  test("in a transaction with one row of another part", () => {
    const TransactItems = [{ Put: put("claim#1") }, { Update: { TableName: "book", Key: { pk: { S: "ten_1" } } } }];
    expect(lacking("invoice-page", "TransactWriteItems", { TransactItems })).toBe("a part of the book with ten_1");
  });
});
