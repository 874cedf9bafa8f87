import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { itemOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import type { Row } from "../../../functions/app/core/ports.ts";

type Item = Record<string, AttributeValue>;

/** Rows of so many characters are deflated once: a table has deflated nothing when it is read. */
const longRow = 10_000;
const mostRows = 50;
const items = new Map<string, Item>();

/** A stored row as its table has it. */
export function storedItem(row: Row): Item {
  const text = JSON.stringify(row);
  if (text.length < longRow) return itemOf(row);
  const known = items.get(text);
  if (known) return known;
  if (items.size >= mostRows) items.clear();
  const item = itemOf(row);
  items.set(text, item);
  return item;
}
