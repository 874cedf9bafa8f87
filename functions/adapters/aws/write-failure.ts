import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { isUnavailable } from "./answer-of.ts";

type Item = Record<string, AttributeValue>;

/** What a failed write means: `lost` to another writer, with the items that were there; `contended` by one who is still at it; `throttled`, with nothing written; `unanswered` where nobody knows. Undefined is a bug of ours. */
export type WriteFailure =
  | { readonly kind: "lost"; readonly items: readonly (Item | undefined)[] }
  | { readonly kind: "contended" | "throttled" | "unanswered" };

/** Reasons for which DynamoDB cancels a transaction that may be made again as it is. */
const throttledCodes = [
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
  "TransactionInProgress",
];
const brokenCodes = ["ValidationError", "ItemCollectionSizeLimitExceeded"];

/** Tells a lost race from a throttled table. A condition that failed decides, whatever else was the matter. */
export function judgeWriteFailure(error: unknown): WriteFailure | undefined {
  if (error instanceof ConditionalCheckFailedException) return { kind: "lost", items: [error.Item] };
  if (error instanceof TransactionConflictException) return { kind: "contended" };
  if (!(error instanceof TransactionCanceledException))
    return isUnavailable(error) ? { kind: "unanswered" } : undefined;
  const reasons = error.CancellationReasons ?? [];
  const has = (codes: readonly string[]) => reasons.some(({ Code = "" }) => codes.includes(Code));
  if (has(brokenCodes)) return undefined;
  const failed = reasons.filter(({ Code }) => Code === "ConditionalCheckFailed");
  if (failed.length > 0) return { kind: "lost", items: failed.map(({ Item }) => Item) };
  return { kind: has(throttledCodes) ? "throttled" : "contended" };
}
