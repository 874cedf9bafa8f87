import type { Key, Write } from "../../app/core/ports.ts";

/** An entry that is still on the outbox. */
export const stillPending = {
  ConditionExpression: "outbox = :pending",
  ExpressionAttributeValues: { ":pending": { S: "pending" } },
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
};

/** An aggregate's mark on the outbox is off, or at another place. */
export function markUpdate({ to, expect }: Extract<Write, { mark: Key }>) {
  return {
    UpdateExpression: to === null ? "SET v = :next REMOVE outboxPk, outboxSk" : "SET v = :next, outboxSk = :to",
    ConditionExpression: "v = :v",
    ExpressionAttributeValues: {
      ...{ ":v": { N: String(expect) }, ":next": { N: String(expect + 1) } },
      ...(to !== null && { ":to": { S: to } }),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

/** A place in the index of due work that is still the row's gives way to another. */
export function placeUpdate({ from, to }: Extract<Write, { postpone: Key }>) {
  return {
    UpdateExpression: "SET dueSk = :to",
    ConditionExpression: "dueSk = :from",
    ExpressionAttributeValues: { ":from": { S: from }, ":to": { S: to } },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

/** Adding to a counter: no version is expected, so that adders do not lose to one another. */
export function addition({ by, most, ttl }: Extract<Write, { count: Key }>) {
  const room = most === null ? null : most - by;
  const fresh = room === null || room >= 0 ? "attribute_not_exists(pk) OR " : "";
  return {
    UpdateExpression: `SET #type = :type, body = :body${ttl === undefined ? "" : ", #ttl = :ttl"} ADD counted :by, v :one`,
    ConditionExpression: `${fresh}${room === null ? "attribute_exists(counted)" : "counted <= :room"}`,
    ExpressionAttributeNames: { "#type": "type", ...(ttl === undefined ? {} : { "#ttl": "ttl" }) },
    ExpressionAttributeValues: {
      ":type": { S: "counter" },
      ":body": { S: "null" },
      ":by": { N: String(by) },
      ":one": { N: "1" },
      ...(room === null ? {} : { ":room": { N: String(room) } }),
      ...(ttl === undefined ? {} : { ":ttl": { N: String(ttl) } }),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

/** The version that a row must have, or that there is none. */
export function condition(expect: number | "absent") {
  const onFailure = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
  if (expect === "absent") return { ConditionExpression: "attribute_not_exists(pk)", ...onFailure };
  return { ConditionExpression: "v = :v", ExpressionAttributeValues: { ":v": { N: String(expect) } }, ...onFailure };
}
