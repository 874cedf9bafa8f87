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
  isPointer,
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
import { Copies, copyWrites, placesOf, rowAt, rowWithMark } from "./copies.ts";
import { indexNames, itemListedIn, rowOf } from "./dynamo-item.ts";
import { inRounds } from "./in-rounds.ts";
import { isLanesKey, keyInLane, Lanes, laneOf, listOfLane, tableLanes } from "./lanes.ts";
import { chunksOf, isAt, keyItem, mergedRows, startKey, stretch } from "./page-query.ts";
import { addition, condition, markUpdate, placeUpdate, stillPending } from "./write-expressions.ts";
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
  readonly #copies: Copies;

  /** `pauseBetween` is waited, at random up to what it is told, before the table is asked again. */
  constructor(
    client: Pick<DynamoDBClient, "send">,
    table: string,
    pauseBetween: Pause = pause,
    lanes = new Lanes(),
    copies = new Copies(),
  ) {
    this.#client = client;
    this.#table = table;
    this.#pause = pauseBetween;
    this.#lanes = lanes;
    this.#copies = copies;
  }

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    if (keys.length === 0) return [];
    if (keys.length > batchLimit) throw new Error("at most 100 keys a read");
    if (new Set(keys.map(nameOf)).size < keys.length) throw new Error("one key twice in a read");
    const counts = this.#lanes.wanted(keys, batchLimit);
    const places = keys.map((key) => this.#copies.placeFor(key));
    const found = await this.#at([...places, ...counts]);
    for (const key of [...keys, ...counts].filter(isLanesKey)) this.#lanes.learn(key, found.get(nameOf(key)));
    const seen = places.map((place) => found.get(nameOf(place)));
    const without = keys.filter((key, at) => !seen[at] && places[at] !== key && this.#copies.mayBeWithout(key));
    const own = await this.#at(without);
    for (const key of without) if (!own.has(nameOf(key))) this.#copies.rememberAbsent(key);
    return keys.map((key, at) => {
      const row = seen[at] ?? own.get(nameOf(key));
      return row && rowAt(key, row);
    });
  }

  /** What is at these keys, by their names. */
  async #at(keys: readonly Key[]): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    await inRounds(
      keys.map(keyItem),
      this.#pause,
      (wanted) => answerOf(this.#readInto(found, wanted)),
      (left) => new ServiceUnavailable(`the table left ${left} of ${keys.length} keys unread`),
    );
    return found;
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
    const pointers = writes.length > 1 ? writes.filter(isPointer) : [];
    // In a transaction each would take twice the units.
    const ahead = await Promise.all(pointers.map((pointer) => this.#commit([pointer], nonce)));
    const failed = ahead.find(({ ok }) => !ok);
    return failed ?? this.#commit(pointers.length > 0 ? writes.filter((write) => !isPointer(write)) : writes, nonce);
  }

  async #commit(writes: readonly Write[], nonce: string): Promise<WriteResult> {
    if (writes.length === 0) return { ok: true };
    const whole = await this.#wholeOf(writes);
    const all = [...whole, ...copyWrites(whole)];
    const token = tokenOf(whole, nonce);
    for (let tries = 1; ; tries++) {
      try {
        await this.#send(all, nonce, token);
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

  /** The same writes, but that the mark of a row with copies is a put of all of it. */
  async #wholeOf(writes: readonly Write[]): Promise<readonly Write[]> {
    const marked = writes.flatMap((write) => ("mark" in write && placesOf(write.mark) > 1 ? [write.mark] : []));
    if (marked.length === 0) return writes;
    const rows = await this.#at(marked);
    return writes.map((write) => {
      const row = "mark" in write && placesOf(write.mark) > 1 ? rows.get(nameOf(write.mark)) : undefined;
      return "mark" in write && row?.v === write.expect
        ? { put: rowWithMark(row, write.to), expect: write.expect }
        : write;
    });
  }

  async #send(writes: readonly Write[], nonce: string, token: string): Promise<void> {
    const [only] = writes;
    if (only && writes.length === 1 && ("handedOn" in only || "postpone" in only || "mark" in only))
      await this.#update(only);
    else if (only && writes.length === 1 && "put" in only) await this.#put(only, nonce);
    else await this.#transact(writes, nonce, token);
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

  async #transact(writes: readonly Write[], nonce: string, token: string): Promise<void> {
    await this.#client.send(
      new TransactWriteItemsCommand({
        ClientRequestToken: token,
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
    if ("mark" in write) return { Update: { TableName, Key: keyItem(write.mark), ...markUpdate(write) } };
    if ("postpone" in write) return { Update: { TableName, Key: keyItem(write.postpone), ...placeUpdate(write) } };
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

/** What DynamoDB knows a transaction by when it comes again. Where a mark of a row with copies is no put, because the row has changed, it is another transaction than the one that it may repeat; that one is recognised by the row. */
function tokenOf(writes: readonly Write[], nonce: string): string {
  const isOther = writes.some((write) => "mark" in write && placesOf(write.mark) > 1);
  return isOther ? `${nonce.slice(-35)}~` : nonce.slice(-36);
}

/** Another writer who is still at it is a race lost to nobody that we know; a table without room is no race at all. */
function givenUp(kind: keyof typeof mostTries): WriteResult {
  if (kind === "contended") return { ok: false, rows: [] };
  throw new ServiceUnavailable(`the table was throttled ${mostTries.throttled} times`);
}
