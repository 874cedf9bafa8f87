import type * as z from "zod";
import type { Operation } from "./operation.ts";

type Out<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** Who asks, once authenticated; `actor` is what the audit trail says. */
export interface Principal {
  readonly kind: "public" | "tenant" | "operator" | "rail";
  readonly actor: string;
  /** Empty for all but tenants. */
  readonly tenantId: string;
  readonly tenantCreatedAt: string;
}

/** A validated call of an operation. */
export interface Call<O extends Operation> {
  readonly params: Out<O["params"]>;
  readonly query: Out<O["query"]>;
  readonly body: Out<O["body"]>;
  readonly principal: Principal;
  readonly requestId: string;
  /** The operation's id: the action that the audit trail names. */
  readonly operation: string;
  /** The Idempotency-Key of a money route; made up by us where a sandbox flag makes it optional. */
  readonly idempotencyKey: string;
  /** SHA-256 of path and raw body. */
  readonly fingerprint: string;
  /** The path as called, percent-decoded. */
  readonly path: string;
}

/** What a handler may say beside its body. */
export interface Answer<T> {
  readonly body: T;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another status than the contract's, for a replayed refusal or a page. */
  readonly status?: number;
}

type Body<O extends Operation> = O["reply"] extends { contentType: string }
  ? Uint8Array | string
  : z.input<O["reply"]["schema"]>;

export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<Body<O>>>;

/** The handlers of a Lambda: one per operation of its contract, by id. */
export type Handlers<Ops extends Record<string, Operation>> = { readonly [K in keyof Ops]: Handler<Ops[K]> };

/** Keeps an operation's exact type. */
export function operation<const O extends Operation>(op: O): O {
  return op;
}
