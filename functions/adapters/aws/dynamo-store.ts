import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  type IndexName,
  isOfKeys,
  type Key,
  type PageQuery,
  type Pause,
  type Row,
  type Store,
  type Write,
  type WriteResult,
} from "../../app/core/ports.ts";
import { lanesKey } from "../../app/core/ports-lanes.ts";
import { ServiceUnavailable } from "../../domain/core/service-unavailable.ts";
import { pause } from "../local/pause.ts";
import { answerOf } from "./answer-of.ts";
import { indexNames, itemListedIn, rowOf } from "./dynamo-item.ts";
import { inRounds } from "./in-rounds.ts";
import { isLanesKey, keyInLane, Lanes, laneOf, listOfLane, tableLanes } from "./lanes.ts";
import { chunksOf, isAt, keyItem, mergedRows, startKey, stretch } from "./page-query.ts";
import { judgeWriteFailure } from "./write-failure.ts";

type Item = Record<string, AttributeValue>;

const batchLimit = 100;

/** Tries at a write that met another one, and at one that the table had no room for: with the pauses between them under 3.2 s in all. */
const mostTries = { contended: 3, throttled: 7 } as const;
const firstPauseMs = 50;

/** Whoever lost a race on a record waits up to so long before it is decided again. */
const lostPauseMs = 50;

/** The book on one DynamoDB table: a write is one transaction, or one conditional put where it is one row. A count alone is a transaction too: its token keeps a repeat from adding twice. */
export class DynamoStore implements Store {
  readonly #client: Pick<DynamoDBClient, "send">;
  readonly #table: string;
  readonly #pause: Pause;
  readonly #lanes: Lanes;

  /** `pauseBetween` is waited, at random up to what it is told, before the table is asked again. */
  constructor(client: Pick<DynamoDBClient, "send">, table: string, pauseBetween: Pause = pause, lanes = new Lanes()) {
    this.#client = client;
    this.#table = table;
    this.#pause = pauseBetween;
    this.#lanes = lanes;
  }

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    if (keys.length === 0) return [];
    if (keys.length > batchLimit) throw new Error("at most 100 keys a read");
    const found = new Map<string, Row>();
    const counts = this.#lanes.wanted(keys, batchLimit);
    await inRounds(
      [...keys, ...counts].map(keyItem),
      this.#pause,
      (wanted) => answerOf(this.#readInto(found, wanted)),
      (left) => new ServiceUnavailable(`the table left ${left} of ${keys.length} keys unread`),
    );
    for (const key of [...keys, ...counts].filter(isLanesKey)) this.#lanes.learn(key, found.get(nameOf(key)));
    return keys.map((key) => found.get(nameOf(key)));
  }

  /** Reads what the table gives of these keys; answers those that it left. */
  async #readInto(found: Map<string, Row>, wanted: readonly Item[]): Promise<readonly Item[]> {
    const reply = await this.#client.send(
      new BatchGetItemCommand({ RequestItems: { [this.#table]: { Keys: [...wanted], ConsistentRead: true } } }),
    );
    for (const item of reply.Responses?.[this.#table] ?? []) {
      const row = rowOf(item);
      found.set(nameOf(row), row);
    }
    return reply.UnprocessedKeys?.[this.#table]?.Keys ?? [];
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    const fixed = query.index ? 1 : tableLanes(query.pk);
    if (fixed > 1) return this.#allLanes(query, fixed);
    const owner = this.#lanes.ownerOf(query.index, query.pk);
    if (owner === undefined) return this.#laneOf(query, query.pk);
    this.#lanes.ask(owner);
    const first = await this.#laneOf(query, query.pk);
    // Not told along with the page's rows: it had none, or showed their keys alone.
    if (this.#lanes.readersCount(owner) === undefined) await this.read([lanesKey(owner)]);
    const lanes = this.#lanes.readersCount(owner) ?? 1;
    if (lanes === 1) return first;
    const others = Array.from({ length: lanes - 1 }, (_, at) => this.#laneOf(query, laneOf(query.pk, at + 1)));
    return mergedRows([first, ...(await Promise.all(others))], query);
  }

  /** A partition of the table that always has several lanes; who reads it knows of none of them. */
  async #allLanes(query: PageQuery, lanes: number): Promise<readonly Row[]> {
    const read = Array.from({ length: lanes }, (_, at) => this.#laneOf(query, laneOf(query.pk, at)));
    const rows = mergedRows(await Promise.all(read), { ...query, limit: query.limit * lanes });
    // A pointer that was written before and once more since is one all the same.
    const once = new Map(rows.map((row) => [row.sk, { ...row, pk: listOfLane(row.pk) }]));
    return [...once.values()].slice(0, query.limit);
  }

  /** One lane's part of a page: every lane is read on from the same sort key. */
  async #laneOf(query: PageQuery, pk: string): Promise<readonly Row[]> {
    const { index, limit, after } = query;
    const [pkName, skName] = index ? indexNames[index] : ["pk", "sk"];
    const { condition: sort, values } = stretch(query);
    const rows: Row[] = [];
    let start = after && startKey(after, index, pk);
    do {
      const page = this.#client.send(
        new QueryCommand({
          TableName: this.#table,
          ...(index ? { IndexName: index } : { ConsistentRead: true }),
          KeyConditionExpression: `#p = :p${sort}`,
          ExpressionAttributeNames: { "#p": pkName, ...(sort ? { "#s": skName } : {}) },
          ExpressionAttributeValues: { ":p": { S: pk }, ...values },
          ScanIndexForward: !query.newestFirst,
          Limit: limit - rows.length,
          ...(start ? { ExclusiveStartKey: start } : {}),
        }),
      );
      const reply = await answerOf(page);
      const listed = (reply.Items ?? []).map(rowOf);
      rows.push(...(index && !isOfKeys(query) ? await this.#listed(index, listed) : listed));
      start = reply.LastEvaluatedKey;
    } while (start && rows.length < limit);
    return rows;
  }

  /** The rows at the places that an index lists, as they are now. */
  async #listed(index: IndexName, places: readonly Row[]): Promise<Row[]> {
    const rows = await Promise.all(chunksOf(places, batchLimit).map((chunk) => this.read(chunk)));
    return rows.flat().flatMap((row, at) => (row && isAt(row.index?.[index], places[at]?.index?.[index]) ? [row] : []));
  }

  async write(writes: readonly Write[], nonce: string): Promise<WriteResult> {
    if (writes.length === 0) return { ok: true };
    for (let tries = 1; ; tries++) {
      try {
        await this.#send(writes, nonce);
        return { ok: true };
      } catch (error) {
        const failure = judgeWriteFailure(error);
        if (!failure) throw error;
        if (failure.kind === "unanswered") throw new ServiceUnavailable("the table gave no answer", { cause: error });
        if (failure.kind === "lost") {
          if (failure.items.some((item) => item?.nonce?.S === nonce)) return { ok: true };
          if (writes.some((write) => "put" in write && typeof write.expect === "number"))
            await this.#pause(lostPauseMs);
          return { ok: false, rows: failure.items.map((item) => item && rowOf(item)) };
        }
        if (tries === mostTries[failure.kind]) return givenUp(failure.kind);
        await this.#pause(firstPauseMs * 2 ** (tries - 1));
      }
    }
  }

  async #send(writes: readonly Write[], nonce: string): Promise<void> {
    const [only] = writes;
    if (only && writes.length === 1 && ("handedOn" in only || "postpone" in only || "mark" in only))
      await this.#update(only);
    else if (only && writes.length === 1 && "put" in only) await this.#put(only, nonce);
    else await this.#transact(writes, nonce);
  }

  async #put(write: Extract<Write, { put: Row }>, nonce: string): Promise<void> {
    const { Put } = this.#item(write, nonce);
    if (!Put) throw new Error("a put is a put");
    await this.#client.send(new PutItemCommand(Put));
  }

  async #update(write: Write): Promise<void> {
    const { Update } = this.#item(write, "");
    if (!Update) throw new Error("this is no update");
    await this.#client.send(new UpdateItemCommand(Update));
  }

  async #transact(writes: readonly Write[], nonce: string): Promise<void> {
    await this.#client.send(
      new TransactWriteItemsCommand({
        ClientRequestToken: nonce.slice(-36),
        TransactItems: writes.map((write) => this.#item(write, nonce)),
      }),
    );
  }

  #item(write: Write, nonce: string): TransactWriteItem & { Update?: { UpdateExpression: string } } {
    const TableName = this.#table;
    if ("put" in write) {
      const listedIn = (index: IndexName, list: string) => this.#lanes.partitionFor(index, list, write.put.pk);
      const Item = { ...itemListedIn(write.put, listedIn), ...keyItem(keyInLane(write.put)), nonce: { S: nonce } };
      return { Put: { TableName, Item, ...(write.expect !== "any" && condition(write.expect)) } };
    }
    if ("remove" in write) return { Delete: { TableName, Key: keyItem(write.remove), ...condition(write.expect) } };
    if ("check" in write)
      return { ConditionCheck: { TableName, Key: keyItem(write.check), ...condition(write.expect) } };
    if ("count" in write) return { Update: { TableName, Key: keyItem(write.count), ...addition(write) } };
    if ("mark" in write) return { Update: { TableName, Key: keyItem(write.mark), ...marked(write) } };
    if ("postpone" in write) return { Update: { TableName, Key: keyItem(write.postpone), ...moved(write) } };
    return {
      Update: {
        TableName,
        Key: keyItem(write.handedOn),
        UpdateExpression: "REMOVE outbox, duePk, dueSk",
        ...(write.expect === undefined ? { ConditionExpression: "attribute_exists(pk)" } : stillPending),
      },
    };
  }
}

function nameOf({ pk, sk }: Key): string {
  return `${pk}\0${sk}`;
}

const stillPending = {
  ConditionExpression: "outbox = :pending",
  ExpressionAttributeValues: { ":pending": { S: "pending" } },
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
};

/** An aggregate's mark on the outbox is off, or at another place. */
function marked({ to, expect }: Extract<Write, { mark: Key }>) {
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
function moved({ from, to }: Extract<Write, { postpone: Key }>) {
  return {
    UpdateExpression: "SET dueSk = :to",
    ConditionExpression: "dueSk = :from",
    ExpressionAttributeValues: { ":from": { S: from }, ":to": { S: to } },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

/** Adding to a counter: no version is expected, so that adders do not lose to one another. */
function addition({ by, most, ttl }: Extract<Write, { count: Key }>) {
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

function condition(expect: number | "absent") {
  const onFailure = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const };
  if (expect === "absent") return { ConditionExpression: "attribute_not_exists(pk)", ...onFailure };
  return { ConditionExpression: "v = :v", ExpressionAttributeValues: { ":v": { N: String(expect) } }, ...onFailure };
}

/** Another writer who is still at it is a race lost to nobody that we know; a table without room is no race at all. */
function givenUp(kind: keyof typeof mostTries): WriteResult {
  if (kind === "contended") return { ok: false, rows: [] };
  throw new ServiceUnavailable(`the table was throttled ${mostTries.throttled} times`);
}
