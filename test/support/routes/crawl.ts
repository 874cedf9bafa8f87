import { pattern } from "../../../functions/http/match-operation.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import type { PlainReply } from "../runner/lambdas.ts";
import type { PlainRequest } from "./bad-input.ts";
import { type Reference, referencesIn } from "./references.ts";

/** Pages of one kind differ by their records: so many addresses of each are opened. */
const mostOfAKind = 15;

/** Where a reference leads: an operation, and its address with and without the stage. */
export interface Target {
  readonly op: Operation;
  readonly url: URL;
  /** Its path below the stage, as the gateway hands it on. */
  readonly path: string;
}

/** A browser that follows whatever pages lead to, and keeps every reference that leads out of the stage or to nothing. */
export class Crawl {
  readonly #deployed: DeployedSandbox;
  readonly #operations: readonly Operation[];
  readonly #home: URL;
  readonly #unopened: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();
  readonly #seen = new Set<string>();
  readonly #forms = new Map<string, Reference>();
  /** What is wrong, a sentence for each. */
  readonly faults: string[] = [];
  /** The pages that were opened. */
  readonly opened: Target[] = [];
  /** The operations that answered, by their ids. */
  readonly answered = new Set<string>();
  /** The names of all headers that were sent. */
  readonly headers = new Set<string>();
  cookie = "";

  /** `home` is where the service answers, with its stage's path where it has one; `unopened` are operations that only a bundle can answer. */
  constructor(
    deployed: DeployedSandbox,
    operations: readonly Operation[],
    { home, unopened = [] }: { readonly home: string; readonly unopened?: readonly string[] },
  ) {
    this.#deployed = deployed;
    this.#unopened = new Set(unopened);
    // The gateway prefers the path that is more exact.
    this.#operations = operations.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);
    this.#home = new URL(home);
  }

  get #prefix(): string {
    return this.#home.pathname.replace(/\/$/, "");
  }

  /** Opens an address and everything that can be reached from it. */
  async from(address: string): Promise<void> {
    const queue: Reference[] = [{ from: this.#home, by: "the beginning", to: address, method: "GET" }];
    for (let next = queue.shift(); next; next = queue.shift()) queue.push(...(await this.#follow(next)));
  }

  /** Sends each kind of form that was seen once, as its page shows it, and looks at what answers. */
  async sendForms(): Promise<void> {
    for (const [id, reference] of this.#forms) {
      const served = this.served(reference);
      if (!served) continue;
      const fields = (reference.form?.fields ?? []).map(({ name, value }) => [name, value] as const);
      const type = "application/x-www-form-urlencoded";
      const headers = { "content-type": type, "sec-fetch-site": "same-origin" };
      const reply = await this.#send(served, headers, String(new URLSearchParams(Object.fromEntries(fields))));
      if (reply.status >= 500) this.faults.push(`${id} answers ${reply.status}`);
      else this.answered.add(id);
      for (const each of referencesIn(served.url, reply)) this.served(each);
    }
  }

  /** Looks at what a request is answered that no page leads to. */
  async look(op: Operation, { path, headers, body }: PlainRequest): Promise<PlainReply> {
    const url = new URL(`${this.#prefix}${path}`, this.#home);
    const reply = await this.#send({ op, url, path }, headers, body);
    for (const each of referencesIn(url, reply)) this.served(each);
    return reply;
  }

  /** The operation that a reference leads to; undefined where it leads elsewhere, or wrongly. */
  served({ from, by, to, method }: Reference): Target | undefined {
    // A place of the page itself.
    if (to.startsWith("#")) return undefined;
    const url = URL.parse(to, from.href);
    if (url?.origin !== this.#home.origin) {
      if (url === null) this.faults.push(`${by} on ${from.pathname} is no address`);
      return undefined;
    }
    const path = url.pathname.slice(this.#prefix.length) || "/";
    if (url.pathname !== this.#prefix && !url.pathname.startsWith(`${this.#prefix}/`)) {
      this.faults.push(`${by} on ${from.pathname} leaves ${this.#prefix}`);
      return undefined;
    }
    const op = this.#operations.find((each) => each.method === method && pattern(each.path).test(path));
    if (!op) this.faults.push(`${by} on ${from.pathname}: nothing answers ${method} ${path}`);
    return op && { op, url, path: `${path}${url.search}` };
  }

  async #follow(reference: Reference): Promise<Reference[]> {
    const served = this.served(reference);
    if (!served) return [];
    const { op, url } = served;
    if (reference.form) {
      if (op.method === "POST" && !this.#forms.has(op.id)) this.#forms.set(op.id, reference);
      return [];
    }
    if (this.#unopened.has(op.id)) return [];
    const kind = `${op.id} ${[...new Set(url.searchParams.keys())].toSorted()}`;
    const count = this.#counts.get(kind) ?? 0;
    const address = `${url.pathname}${url.search}`;
    if (this.#seen.has(address) || count >= mostOfAKind) return [];
    this.#seen.add(address);
    this.#counts.set(kind, count + 1);
    this.opened.push(served);
    const reply = await this.#send(served, {});
    if (reply.status >= 400)
      this.faults.push(`${reference.by} on ${reference.from.pathname} leads to ${reply.status}: ${address}`);
    else this.answered.add(op.id);
    return referencesIn(url, reply);
  }

  async #send({ op, path }: Target, more: PlainRequest["headers"], body?: PlainRequest["body"]): Promise<PlainReply> {
    const headers = { host: this.#home.host, ...(this.cookie && { cookie: this.cookie }), ...more };
    const sent = { method: op.method, path, headers };
    const reply = await this.#deployed.send(op, body === undefined ? sent : { ...sent, body });
    for (const name of Object.keys(reply.headers)) this.headers.add(name);
    return reply;
  }
}
