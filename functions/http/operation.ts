import type * as z from "zod";
import type { DeprecationTerms } from "../domain/core/deprecation.ts";
import type { OperatorRole } from "../domain/core/operator.ts";
import type { RefusalCode } from "../domain/core/refusal.ts";
import type { SubjectType } from "../domain/core/sealed-text.ts";
import type { SecretPurpose } from "../domain/core/secret-purpose.ts";
import type { StorePart } from "../domain/operations/store-part.ts";
import type { KeyScope } from "../domain/tenants/key-scope.ts";

/** Who may call an operation. `rail` is a partner's callback with its own bearer token, `vendor` one that signs what it says, `console` an operator in a browser. */
export type CallerType = "public" | "tenant" | "operator" | "rail" | "vendor" | "console";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a Lambda may touch; `lib/api/grants.ts` turns each into an IAM policy, and nothing else is granted. */
export type Grant =
  | "book:read"
  | "book:write"
  | `${StorePart}:write`
  | "deliveries:read"
  | "deliveries:write"
  | "mock-rail:read"
  | "mock-rail:write"
  | "webhook-queue:send"
  | `${SecretPurpose}:${"encrypt" | "decrypt"}`
  | "operator-tokens:read"
  | "operator-digests:ask"
  | "cursor-keys:read"
  | "link-keys:read"
  | "vendor-secrets:read"
  | "kyt-key:read"
  | "audit-archive:write"
  | "exports:read"
  | "exports:write"
  | "drawn-documents:store"
  | "export-queue:send"
  | "evidence:read"
  | "evidence:write"
  | "evidence:erase"
  | "applicant-files:read"
  | "applicant-files:write"
  | "applicant-files:erase"
  | `${SubjectType}-keys:${"open" | "make"}`
  | "subject-keys:erase"
  | "packet-queue:send"
  | "mail-queue:send"
  | "due-queues:send"
  | "mail:send"
  | "settlement-machine:start"
  | "settlement-machine:answer"
  | "escrow-machine:start"
  | "escrow-machine:answer"
  | "lists:read"
  | "lists:write";

/** Another good answer than an operation's usual one. */
export interface OtherReply {
  readonly status: number;
  readonly schema: z.ZodType;
  /** Set where it is text of another kind than JSON. */
  readonly contentType?: string;
  readonly description: string;
}

/** Where an answer tells of a subject: dotted paths of its id and of what is that person's own. */
export interface PersonalAnswer {
  readonly kind: SubjectType;
  readonly id: string;
  readonly fields: readonly string[];
}

/** One route of the interface, said once: its handler's types, validation, documents, routes and tests follow from it. */
export interface Operation {
  readonly id: string;
  readonly method: HttpMethod;
  /** API Gateway form: `/api/v1/invoices/{id}/pay`. */
  readonly path: string;
  readonly caller: CallerType;
  /** Of a page or form: `pending` is for who gave a right token and owes a passkey; left out, for who is signed in. */
  readonly session?: "pending";
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Query parameters that it does not know are ignored, as one that only defeats a cache. */
  readonly ignoresUnknownQuery?: boolean;
  /** What `expand` embeds in its answer, by name: the operation whose answer each looks like, in older versions too. */
  readonly expands?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean;
  readonly reply: {
    readonly status: number;
    readonly schema: z.ZodType;
    readonly contentType?: string;
    /** Headers of its own that the document tells of, by their names there. */
    readonly headers?: readonly string[];
  };
  /** What else it may answer when all is well, by status. */
  readonly otherReplies?: readonly OtherReply[];
  /** Every refusal this route can give beyond those its caller kind and shape imply (401, 404 route, 413, 429 ...). */
  readonly refusals: readonly RefusalCode[];
  /** `required`: a money route; its answer is stored under the Idempotency-Key and replayed. `optional`: so is it where a key came, as on every POST of a tenant or an operator that does not say why it is `keyless`. */
  readonly idempotencyKey?: "required" | "optional";
  /** Why a POST of a tenant or an operator takes no Idempotency-Key. */
  readonly keyless?: string;
  /** What a tenant's key must be made for: a GET is `read`, and what says nothing else is `write`. */
  readonly scope?: KeyScope;
  /** The least role of an operator who may ask for it: a GET that says nothing is a viewer's, and what changes something always says. */
  readonly role?: OperatorRole;
  /** Who sees to the claim of its key. Left out: the frame, in the one transaction that the call is. `first`: the frame, before a call that is more than one transaction or asks outside; such a call may be done again under its first request id. `own`: its use case. */
  readonly claim?: "first" | "own";
  /** Fields of its answer, dotted, that are shown once: a stored answer has null in their place. */
  readonly shownOnce?: readonly string[];
  /** Whose data its answer tells: it is stored sealed under that subject's key, and replayed without that data once the key is destroyed. */
  readonly personal?: PersonalAnswer;
  /** The code of what its query and body schemas do not take; validation_error where it is left out. */
  readonly invalidAs?: RefusalCode;
  /** The code of an id that names nothing; not_found where it is left out. */
  readonly absentAs?: RefusalCode;
  /** The caller may name who acts for it in X-Actor: an unverified label, which is logged and nothing else. */
  readonly actorLabel?: boolean;
  /** An operator's token may stand in place of the vendor's signature. */
  readonly internalToken?: boolean;
  /** It has gone out of use: the document and its replies' headers say until when it is served. */
  readonly deprecated?: DeprecationTerms;
  /** The Lambda that serves it: named in its noun's `contract.ts`. */
  readonly lambda: string;
  /** Served on sandbox and dev stages only. */
  readonly sandboxOnly?: boolean;
}

/** Whether it takes what may be guessed: a key, an operator's token, or a link's secret. */
export function takesCredential({ caller, path, internalToken }: Operation): boolean {
  return ["tenant", "operator", "rail"].includes(caller) || internalToken === true || path.includes("{token}");
}

/** What a Lambda behind the gateway may take: under the gateway's 29 s, so that its own log says that it ran out of time. */
export const apiSeconds = 28;

/** A Lambda behind the gateway: where its handler lives and what it may touch. */
export interface ApiLambda {
  /** Path of the module that exports its handler, from the repository's root. */
  readonly entry: string;
  /** The handler's name there, where it is not `handler`. */
  readonly exportName?: string;
  readonly grants: readonly Grant[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** Folders copied beside the bundle (fonts for one), from the repository's root. */
  readonly assets?: readonly string[];
  /** It may send to the queue that feeds it, over and over. */
  readonly requeues?: true;
}
