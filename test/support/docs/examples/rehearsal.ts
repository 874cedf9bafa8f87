import { vi } from "vitest";
import { operations } from "../../../../functions/contract/billing.ts";
import { screeningOperations } from "../../../../functions/contract/screening.ts";
import type { ListId } from "../../../../functions/domain/screening/list-sources.ts";
import type { Operation } from "../../../../functions/http/operation.ts";
import { noon } from "../../core/samples.ts";
import { DisputeOffice } from "../../disputes/dispute-office.ts";
import { goodBody, pathOf } from "../../routes/bad-input.ts";
import { ListPublisher } from "../../screening/list-publisher.ts";
import { shownReply } from "./shown-reply.ts";

const ofRails = new Set(operations.map(({ id }) => id));

/** Every operation that a document describes, by its id; what both products have under one id is the screening interface's under `screening.` and the id. */
export const operationsById: ReadonlyMap<string, Operation> = new Map([
  ...operations.map((op) => [op.id, op] as const),
  ...screeningOperations.map((op) => [ofRails.has(op.id) ? `screening.${op.id}` : op.id, op] as const),
]);

/** How an operation is asked: with its document's body and its usual caller's credential where nothing else is said. */
export interface Question {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly bearer?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service on a stage with a clock of its own: every good reply is kept, the first of each operation and status. */
export class Rehearsal extends DisputeOffice {
  readonly replies = new Map<string, Record<string, unknown>>();
  readonly #publisher = new ListPublisher(this.aws.store);
  accountKey = "";
  #asked = 0;

  /** Sets the clock to so many hours past noon: what is told of one noun leaves the times of the others alone. */
  at(hours: number): void {
    vi.setSystemTime(Date.parse(noon) + hours * 3_600_000);
  }

  pass(seconds: number): void {
    vi.setSystemTime(Date.now() + seconds * 1000);
  }

  /** So that what comes later is listed first. */
  override call(...asked: Parameters<DisputeOffice["call"]>): ReturnType<DisputeOffice["call"]> {
    this.pass(1);
    return super.call(...asked);
  }

  /** From now on wallets are screened by a list of these. */
  async publish(addresses: readonly string[], list: ListId = "fixture"): Promise<void> {
    await this.#publisher.publish(addresses, list);
    for (const [key, text] of this.#publisher.listStore.indexes)
      this.aws.files.set(`/lists/${key}`, { bytes: Buffer.from(text), contentType: "application/json" });
  }

  /** Asks and keeps the reply; refuses what is no good one. */
  // biome-ignore lint/suspicious/noExplicitAny: a scene picks what it needs of a reply
  async show(id: string, { params = {}, query = "", body, bearer, headers = {} }: Question = {}): Promise<any> {
    const op = operationsById.get(id);
    if (!op) throw new Error(`no operation ${id}`);
    this.#asked += 1;
    // So that no bucket runs empty, and what comes later is listed first.
    this.pass(10);
    const said = op.method === "GET" || op.method === "DELETE" ? undefined : (body ?? goodBody(op));
    const reply = await this.send(op, {
      method: op.method,
      path: `${pathOf(op, params)}${query && `?${query}`}`,
      headers: {
        authorization: `Bearer ${bearer ?? this.bearerFor(op)}`,
        ...(op.idempotencyKey && { "idempotency-key": `example-${this.#asked}` }),
        "x-forwarded-for": `198.51.100.${this.#asked % 250}`,
        ...headers,
      },
      ...(said === undefined ? {} : { body: JSON.stringify(said) }),
    });
    if (reply.status >= 300)
      throw new Error(`${id}: ${reply.status} ${reply.text.slice(0, 400)} ${this.logged.at(-1)}`);
    const [type = ""] = (reply.headers["content-type"] ?? "").split(";");
    const isJson = type === "application/json";
    const value = isJson ? JSON.parse(reply.text) : reply.text;
    this.keep(id, isJson ? `${reply.status}` : `${reply.status} ${type}`, value);
    return value;
  }

  /** Takes a reply down that is the first of its operation, status and type. */
  keep(id: string, key: string, value: unknown): void {
    const kept = this.replies.get(id) ?? {};
    kept[key] ??= shownReply(value);
    this.replies.set(id, kept);
  }

  /** Asks while reading is so slow that the answer is made in the background. */
  async late(id: string, question: Question = {}) {
    const { store } = this.aws;
    const page = store.page.bind(store);
    store.page = (query) => {
      this.pass(30);
      return page(query);
    };
    const reply = await this.show(id, question);
    store.page = page;
    return reply;
  }

  /** Plays on a stage of another environment: a Lambda reads it when it starts, so each one starts anew. */
  async under(environment: Readonly<Record<string, string>>, play: () => Promise<void>): Promise<void> {
    Object.assign(process.env, environment);
    vi.resetModules();
    await play();
    for (const name of Object.keys(environment)) delete process.env[name];
    vi.resetModules();
  }

  protected bearerFor(op: Operation): string {
    if (op.caller !== "tenant") return this.operatorToken;
    return screeningOperations.includes(op) ? this.accountKey : this.owner.apiKey;
  }
}
