import { allOperations } from "../../../functions/contract/billing.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { DeployedSandbox } from "../runner/deployed.ts";
import { type PlainReply, screeningOperationOf } from "../runner/lambdas.ts";
import { pathOf } from "./bad-input.ts";

/** The operation of the console with this id. */
export function pageOf(id: string): Operation {
  const found = allOperations.find((op) => op.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

/** A product's console: its operations, and a page of it with a form. */
export interface ProductConsole {
  readonly pageOf: (id: string) => Operation;
  readonly withForm: string;
}

/** The rails' own console. */
export const ofRails: ProductConsole = { pageOf, withForm: "showNewTenant" };

/** The screening interface's console. */
export const ofScreening: ProductConsole = { pageOf: screeningOperationOf, withForm: "showNewAccount" };

/** Somebody at a browser: keeps the cookie it is given, and sends forms as its pages do. */
export class Visitor {
  readonly #deployed: DeployedSandbox;
  readonly #visited: ProductConsole;
  readonly address: string;
  cookie = "";
  formToken = "";

  constructor(deployed: DeployedSandbox, address = "192.0.2.1", visited: ProductConsole = ofRails) {
    this.#deployed = deployed;
    this.#visited = visited;
    this.address = address;
  }

  #headers(more: Readonly<Record<string, string>>): Record<string, string> {
    const cookie: Record<string, string> = this.cookie === "" ? {} : { cookie: `other=1; ${this.cookie}` };
    return { ...cookie, host: "localhost:4000", "x-forwarded-for": this.address, ...more };
  }

  #keep(reply: PlainReply): PlainReply {
    const set = /^([^=]+=[^;]*)/.exec(reply.headers["set-cookie"] ?? "")?.[1];
    if (set !== undefined) this.cookie = set.endsWith("=") ? "" : set;
    this.formToken = /name="form" value="([^"]+)"/.exec(reply.text)?.[1] ?? this.formToken;
    return reply;
  }

  /** Opens a page. */
  async get(id: string, params?: Readonly<Record<string, string>>, query = ""): Promise<PlainReply> {
    const op = this.#visited.pageOf(id);
    const path = `${pathOf(op, params)}${query === "" ? "" : `?${query}`}`;
    return this.#keep(await this.#deployed.send(op, { method: "GET", path, headers: this.#headers({}) }));
  }

  /** Sends a form; its own token and the browser's word where it came from go along unless `headers` or `fields` say otherwise. */
  async post(
    id: string,
    fields: Readonly<Record<string, string>> = {},
    params?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PlainReply> {
    const op = this.#visited.pageOf(id);
    return this.#send(op, pathOf(op, params), fields, headers);
  }

  /** Asks for a page, or sends a form, at an address of the caller's. */
  async ask(op: Operation, path: string): Promise<PlainReply> {
    if (op.method !== "GET") return this.#send(op, path, {}, {});
    return this.#deployed.send(op, { method: "GET", path, headers: this.#headers({}) });
  }

  async #send(
    op: Operation,
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<PlainReply> {
    const form = this.formToken === "" ? {} : { form: this.formToken };
    const request = {
      method: "POST",
      path,
      headers: this.#headers({
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...headers,
      }),
      body: new URLSearchParams({ ...form, ...fields }).toString(),
    };
    return this.#keep(await this.#deployed.send(op, request));
  }

  /** Signs in; what comes back is where the browser is sent. */
  async signIn(token = this.#deployed.operatorToken): Promise<PlainReply> {
    const reply = await this.post("signIn", { token });
    if (reply.status === 303) await this.get(this.#visited.withForm);
    return reply;
  }
}
