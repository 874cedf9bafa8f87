import type * as z from "zod";
import type { StoredResponse } from "../app/core/idempotent-operation.ts";
import type { Store } from "../app/core/ports.ts";
import type { OperatorRole } from "../domain/core/operator.ts";
import type { KeyScope } from "../domain/tenants/key-scope.ts";
import type { Operation } from "./operation.ts";

type Out<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** Who asks, once authenticated; `actor` is what the audit trail says. */
export interface Principal {
  readonly kind: "public" | "tenant" | "operator" | "rail";
  readonly actor: string;
  /** Empty for all but tenants. */
  readonly tenantId: string;
  readonly tenantCreatedAt: string;
  /** The version that a tenant's account is pinned to. */
  readonly apiVersion?: string;
  /** The API key that a tenant called with. */
  readonly key?: {
    readonly id: string;
    readonly scopes: readonly KeyScope[];
    readonly sourceRanges: readonly string[] | null;
  };
  /** The token that an operator called with, as SHA-256. */
  readonly tokenSha256?: string;
  /** What an operator may do. */
  readonly role?: OperatorRole;
  /** Of whoever sends a form that anybody may send: the digest of what their browser held as a session. Nobody has looked whether it is one. */
  readonly carriedSha256?: string;
  /** An operator's session in a browser, and the token that makes a form its own. */
  readonly session?: {
    readonly id: string;
    readonly sha256: string;
    readonly formToken: string;
    /** The passkey that it began with. */
    readonly passkeyId: string | null;
    /** A sign-in that a passkey has still to finish. */
    readonly isPending?: true;
  };
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
  /** The Idempotency-Key; made up by us where a sandbox flag makes it optional on a money route, empty where the operation does and none came. */
  readonly idempotencyKey: string;
  /** What makes two requests under a key the same, and what the release before went by. */
  readonly fingerprint: string;
  readonly rawFingerprint: string;
  /** The book as a call under a key sees it, which holds back what it writes until its answer is known. */
  readonly unit?: Store;
  /** The path as called, percent-decoded. */
  readonly path: string;
  /** The way from the page's address up to the service's root, ending in a slash; links begin with it. */
  readonly root: string;
  /** The address the request came from. */
  readonly address: string;
  /** What the browser says of itself: Accept-Language and User-Agent as they came, cut to 512 characters; empty where it says nothing. */
  readonly languages: string;
  readonly userAgent: string;
  /** A list's cursor as a page's link shows it; the cursors of JSON replies are sealed without it. */
  readonly sealCursor: (cursor: string) => Promise<string>;
}

/** What a handler may say beside its body. */
export interface Answer<T> {
  readonly body: T;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another status than the contract's, for a replayed refusal or a page. */
  readonly status?: number;
  /** One of the operation's other content types; the body is text then. */
  readonly contentType?: string;
  /** It was told before, and is told again as it was then, whatever its schema has become. */
  readonly told?: true;
  /** The record that the call was about, for the log's line, where the reply does not show it. */
  readonly about?: string | undefined;
}

type Body<O extends Operation> = O["reply"] extends { contentType: string }
  ? Uint8Array | string
  : z.input<O["reply"]["schema"]> | OtherBody<O["otherReplies"]>;

type OtherBody<R> = R extends readonly { schema: infer S extends z.ZodType }[] ? z.input<S> : never;

/** An operation's handler; a money route answers with what its idempotency claim stores. */
export type Handler<O extends Operation> = (call: Call<O>) => Promise<Answer<Body<O>> | StoredResponse>;

/** A browser's call that was refused: as much of it as could be read. */
export interface RefusedCall {
  /** The operation's id, once somebody who may call it was known. */
  readonly operation: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** What was typed into the form. */
  readonly fields: Readonly<Record<string, string>>;
  readonly principal: Principal | undefined;
  readonly method: string;
  readonly path: string;
  readonly root: string;
  /** The language that the address names, and those that the browser asks for. */
  readonly lang: string | undefined;
  readonly languages: string;
  readonly requestId: string;
}

/** The handlers of a Lambda: one per operation of its contract, by id. */
export type Handlers<Ops extends Record<string, Operation>> = { readonly [K in keyof Ops]: Handler<Ops[K]> };

/** What an operation of operators lacks that changes something, until it names the role which may. */
export type RoleClause<C, M> = C extends "operator" | "console"
  ? M extends "GET"
    ? unknown
    : { readonly role: OperatorRole }
  : unknown;

/** Keeps an operation's exact type. The compiler refuses a change by operators that names no role. */
export function operation<const O extends Operation>(op: O & RoleClause<O["caller"], O["method"]>): O {
  return op;
}
