import { openCursor, sealCursor } from "../app/core/seal-cursor.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { Operation } from "./operation.ts";
import type { Answer, Call } from "./operation-types.ts";
import type { HttpMiddleware } from "./request.ts";
import { cursorPlace } from "./schemas.ts";

/** What cursors are sealed by. */
export interface CursorSettings {
  /** The secrets that cursors open by; the first one seals. `again` reads them as they are now. */
  readonly cursorKeys?: (again?: "again") => Promise<readonly string[]>;
}

type Keys = NonNullable<CursorSettings["cursorKeys"]>;

/** What does not change which records a list has, or in which order. */
const beside = ["cursor", "limit", "expand"];

/** What a call narrows a list by, and the cursor that it sends. */
type Narrowing = Readonly<Record<string, unknown>> & { readonly cursor?: string };

/** Whose list of what a cursor belongs to: another operation, tenant, path or filter has other cursors. */
function scopeOf({ operation, principal, path }: Call<Operation>, narrowing: Narrowing): string {
  const filters = Object.entries(narrowing)
    .filter(([name, value]) => value !== undefined && !beside.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([operation, principal.kind, principal.tenantId, path, filters]);
}

/** Opens the cursors that clients send, so that a use case knows places of the table and a client knows nothing. Refuses one that this list did not give out. */
export function openedCursor(operations: readonly Operation[], { cursorKeys }: CursorSettings): HttpMiddleware {
  const unkeyed = operations.find(cursorPlace);
  if (unkeyed && !cursorKeys) throw new Error(`${unkeyed.id} answers in pages: its frame needs withCursors`);
  const keys: Keys = cursorKeys ?? (async () => []);
  return {
    before: async (request) => {
      const call = request.event as Call<Operation>;
      const place = cursorPlace(request.internal.op);
      if (place === undefined) return;
      const narrowing = call[place] as Narrowing;
      const scope = scopeOf(call, narrowing);
      const sealed = async (cursor: string) => sealCursor((await keys())[0] ?? "", scope, cursor);
      request.event = { ...call, [place]: await opened(keys, scope, narrowing), sealCursor: sealed };
    },
  };
}

/** Seals the cursors that a list gives out. */
export function sealedCursor(): HttpMiddleware {
  return {
    after: async (request) => {
      if (cursorPlace(request.internal.op) === undefined) return;
      const answer = request.response as Answer<unknown>;
      const body = answer.body as { readonly nextCursor?: unknown };
      if (typeof body.nextCursor !== "string") return;
      const nextCursor = await (request.event as Call<Operation>).sealCursor(body.nextCursor);
      request.response = { ...answer, body: { ...body, nextCursor } };
    },
  };
}

async function opened(keys: Keys, scope: string, narrowing: Narrowing): Promise<Narrowing> {
  const { cursor: sealed } = narrowing;
  if (sealed === undefined) return narrowing;
  // A cursor may be sealed by a key that was put there since this Lambda looked.
  const cursor = openCursor(await keys(), scope, sealed) ?? openCursor(await keys("again"), scope, sealed);
  if (cursor !== null) return { ...narrowing, cursor };
  throw new Refusal("invalid_cursor", "this cursor does not belong to this list", {
    fields: [{ path: "cursor", message: "not a cursor of this list" }],
  });
}
