import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { isCopy } from "../../adapters/aws/copies.ts";
import { rowOf } from "../../adapters/aws/dynamo-item.ts";
import type { Row } from "../../app/core/ports.ts";

/** A row as a command finds it that reads a table from end to end; undefined for a copy of one that many read. */
export function storedRowOf(item: Record<string, AttributeValue>): Row | undefined {
  const row = rowOf(item);
  return isCopy(row) ? undefined : row;
}
