import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type StorePart, storeParts } from "../../functions/domain/operations/store-part.ts";

/** What changes a table. */
export const tableWrites = [
  ...["dynamodb:ConditionCheckItem", "dynamodb:DeleteItem", "dynamodb:PutItem", "dynamodb:UpdateItem"],
];

/** To write these parts of the book and nothing else of it: one statement for all of them, since a transaction's rows are judged together. */
export function partsWriting(parts: readonly StorePart[], tableArn: string): PolicyStatement {
  const starts = [...new Set(parts.flatMap((part) => storeParts[part]))].sort();
  return new PolicyStatement({
    actions: tableWrites,
    resources: [tableArn],
    conditions: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": starts },
      // For all of no keys would be true.
      Null: { "dynamodb:LeadingKeys": "false" },
    },
  });
}
