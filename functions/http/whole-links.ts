import { type LinkContext, type LinkedRecord, wholeAddress } from "../app/core/link-token.ts";
import { type LinkPlace, linkPlaces } from "./link-places.ts";
import type { Operation } from "./operation.ts";
import type { Answer } from "./operation-types.ts";
import type { HttpMiddleware } from "./request.ts";

/** What the links of replies are made whole by. */
export type LinkSettings = Partial<LinkContext>;

/** Makes the links of a reply whole, also of one that was stored under a key: handlers and claims have them as records keep them, without their tokens. */
export function wholeLinks(operations: readonly Operation[], { linkKeys }: LinkSettings): HttpMiddleware {
  const places = new Map(operations.map((op) => [op.id, linkPlaces(op.reply.schema)]));
  const unkeyed = operations.find(({ id }) => places.get(id)?.length !== 0);
  if (unkeyed && !linkKeys) throw new Error(`${unkeyed.id} answers with links: its frame needs withLinks`);
  return {
    after: async (request) => {
      const found = places.get(request.internal.op.id) ?? [];
      if (found.length === 0 || !linkKeys) return;
      const answer = request.response as Answer<unknown>;
      let { body } = answer;
      for (const place of found) body = await completed(body, place, { linkKeys });
      request.response = { ...answer, body };
    },
  };
}

async function completed(value: unknown, { path, fields }: LinkPlace, context: LinkContext): Promise<unknown> {
  if (typeof value !== "object" || value === null) return value;
  const [step, ...rest] = path;
  const place = { path: rest, fields };
  if (step === "*")
    return Array.isArray(value) ? Promise.all(value.map((each) => completed(each, place, context))) : value;
  const names = step === undefined ? fields : [step];
  const entries = names.map(async (name) => {
    const each: unknown = Object(value)[name];
    if (step !== undefined) return [name, await completed(each, place, context)];
    return [name, typeof each === "string" ? await wholeAddress(context, value as LinkedRecord, each) : each];
  });
  const known = (await Promise.all(entries)).filter(([name]) => Object.hasOwn(value, String(name)));
  return { ...value, ...Object.fromEntries(known) };
}
