import * as z from "zod";
import { operation } from "../../../functions/http/operation-types.ts";
import { idParam } from "../../../functions/http/schemas.ts";
import type { TestApi } from "../core/test-api.ts";

const common = { tag: "Things", summary: "a thing", lambda: "things", refusals: [] } as const;
const reply = { status: 200, schema: z.object({ said: z.string() }) };
/** A record of that kind, by its path. */
export const thing = "/api/v1/things/inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

const ops = {
  change: operation({
    ...common,
    id: "change",
    method: "POST",
    path: "/api/v1/things/{id}",
    caller: "tenant",
    params: idParam("inv"),
    query: z.strictObject({ mood: z.enum(["good"]).optional() }),
    body: z.strictObject({ name: z.string(), parts: z.array(z.strictObject({ cents: z.int() })).default([]) }),
    reply,
    idempotencyKey: "required",
  }),
  read: operation({
    ...common,
    id: "read",
    method: "GET",
    path: "/api/v1/things/{id}",
    caller: "tenant",
    params: idParam("inv"),
    reply,
  }),
  poke: operation({
    ...common,
    id: "poke",
    method: "POST",
    path: "/api/v1/things/{id}/poke",
    caller: "tenant",
    params: idParam("inv"),
    reply,
  }),
  rule: operation({
    ...common,
    id: "rule",
    method: "PUT",
    path: "/admin/things",
    caller: "operator",
    role: "viewer",
    reply,
  }),
  call: operation({ ...common, id: "call", method: "POST", path: "/api/v1/webhooks/thing", caller: "rail", reply }),
};

/** What the handlers of things do when somebody asks. */
export type Handling = (actor: string) => { said: string };

/** One route of every kind of caller and shape, behind the door frame; each does what `act` says. */
export function openThings(api: TestApi, act: Handling, mode?: "bearer" | "iam" | "both") {
  const handle = async (call: { principal: { actor: string } }) => ({ body: act(call.principal.actor) });
  const handlers = { change: handle, read: handle, poke: handle, rule: handle, call: handle };
  return api.open(ops, handlers, api.frame(mode));
}

/** The header of a bearer token. */
export function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

/** The code in an error body. */
export function codeOf(text: string): string {
  return JSON.parse(text).code;
}
