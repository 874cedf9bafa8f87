import { rowOf } from "../../../functions/adapters/aws/dynamo-item.ts";
import type { Write } from "../../../functions/app/core/ports.ts";

type Item = Parameters<typeof rowOf>[0];
type Input = Readonly<Record<string, unknown>>;

interface Conditional {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: Item;
}

export const anyKey = { pk: { S: "" }, sk: { S: "" } };

function expectationOf({ ConditionExpression, ExpressionAttributeValues }: Conditional): number | "absent" {
  if (ConditionExpression === "attribute_not_exists(pk)") return "absent";
  if (ConditionExpression === "v = :v") return Number(ExpressionAttributeValues?.[":v"]?.N);
  throw new Error(`a condition of another dialect: ${ConditionExpression}`);
}

function putOf(input: Input): Write {
  const put = rowOf(input.Item as Item);
  if (input.ConditionExpression === undefined) return { put, expect: "any" };
  return { put, expect: expectationOf(input as Conditional) };
}

function countOf(input: Input): Write {
  const values = input.ExpressionAttributeValues as Item;
  const { pk, sk } = rowOf({ ...anyKey, ...(input.Key as Item) });
  const by = Number(values[":by"]?.N);
  const room = values[":room"]?.N;
  const ttl = values[":ttl"]?.N;
  const most = room === undefined ? null : Number(room) + by;
  return { count: { pk, sk }, by, most, ...(ttl === undefined ? {} : { ttl: Number(ttl) }) };
}

/** What a call of the book's own dialect asks the table for. */
export function writeOf(item: Record<string, Input>): Write {
  const [[what, input] = ["", {} as Input]] = Object.entries(item);
  if (what === "Update" && String(input.UpdateExpression).includes(" ADD counted ")) return countOf(input);
  if (what === "Update" && input.UpdateExpression === "SET dueSk = :to") {
    const { ":from": from, ":to": to } = input.ExpressionAttributeValues as Item;
    return { postpone: rowOf({ ...anyKey, ...(input.Key as Item) }), from: from?.S ?? "", to: to?.S ?? "" };
  }
  if (what === "Update" && String(input.UpdateExpression).startsWith("SET v = :next")) {
    const { ":v": v, ":to": to } = input.ExpressionAttributeValues as Item;
    return { mark: rowOf({ ...anyKey, ...(input.Key as Item) }), to: to?.S ?? null, expect: Number(v?.N) };
  }
  if (what === "Update") {
    const handedOn = rowOf({ ...anyKey, ...(input.Key as Item) });
    return input.ConditionExpression === "outbox = :pending" ? { handedOn, expect: "pending" } : { handedOn };
  }
  if (what === "Put") return putOf(input);
  const expect = expectationOf(input as Conditional);
  const key = rowOf({ ...anyKey, ...(input.Key as Item) });
  if (what === "ConditionCheck") return { check: key, expect };
  if (what === "Delete" && expect !== "absent") return { remove: key, expect };
  throw new Error(`a write of another dialect: ${what}`);
}
