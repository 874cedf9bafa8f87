import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { rowOf } from "../../adapters/aws/dynamo-item.ts";
import type { Row } from "../../app/core/ports.ts";

/** A row as a command finds it that reads a table from end to end. */
export function storedRowOf(item: Record<string, AttributeValue>): Row {
  return rowOf(item);
}
