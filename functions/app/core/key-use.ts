import * as z from "zod";
import type { Instant } from "../../domain/core/time.ts";
import type { StoreContext } from "./context.ts";
import type { Key, Write } from "./ports.ts";
import { rowKey } from "./row-keys.ts";

/** A Lambda writes down that a key was used at most this often. */
export const useEveryMs = 5 * 60 * 1000;

const keyUse = z.object({ lastUsedAt: z.string() });

/** Beside the key and not in it, since its own row is read for each request and has a trail. */
function useKey(keyId: string): Key {
  return rowKey(`key_use#${keyId}`);
}

/** Writes down when an API key was used. Of two Lambdas that do so at once either will do. */
export function keyUseWrite(keyId: string, at: Instant): Write {
  return { put: { ...useKey(keyId), v: 1, type: "key_use", body: { lastUsedAt: at } }, expect: "any" };
}

/** API keys with when each was used last, within five minutes; null where it never was. At most 100. */
export async function withLastUse<K extends { readonly id: string }>(
  { store }: StoreContext,
  keys: readonly K[],
): Promise<(K & { readonly lastUsedAt: Instant | null })[]> {
  const rows = await store.read(keys.map(({ id }) => useKey(id)));
  return keys.map((key, at) => ({ ...key, lastUsedAt: keyUse.safeParse(rows[at]?.body).data?.lastUsedAt ?? null }));
}
