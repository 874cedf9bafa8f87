import { createHash } from "node:crypto";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Logo, logo } from "../../domain/tenants/brand.ts";
import { readLogo } from "../../domain/tenants/logo.ts";
import type { StoreContext } from "../core/context.ts";
import type { Key, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

/** A picture lies under its own hash, so it is written once and never changed. */
const keptLogo = z.object({ logo, base64: z.string() });

function logoKey(id: string): Key {
  return rowKey(`logo#${id}`);
}

export interface StoredLogo {
  readonly logo: Logo;
  readonly bytes: Uint8Array;
}

/** The picture with this hash; undefined where none is kept. */
export async function findLogo(context: StoreContext, id: string): Promise<StoredLogo | undefined> {
  const [row] = await context.store.read([logoKey(id)]);
  if (!row) return undefined;
  const stored = keptLogo.parse(row.body);
  return { logo: stored.logo, bytes: Buffer.from(stored.base64, "base64") };
}

export async function logoById(context: StoreContext, id: string): Promise<StoredLogo> {
  const found = await findLogo(context, id);
  if (!found) throw new Refusal("not_found", "no such picture");
  return found;
}

/** What bytes in base64 are as a logo, or why they are none; `readsPng` tells whether a PNG's pixels can be had. */
export function newLogo(base64: string, readsPng: (bytes: Uint8Array) => boolean): StoredLogo | string {
  const bytes = Buffer.from(base64, "base64");
  const read = readLogo(bytes);
  if (typeof read === "string") return read;
  if (read.contentType === "image/png" && !readsPng(bytes)) return "the PNG image cannot be unpacked";
  const id = createHash("sha256").update(bytes).digest("hex");
  return { logo: { id, ...read }, bytes };
}

/** What keeps a picture; nothing where it is kept already. */
export async function logoWrites(context: StoreContext, { logo, bytes }: StoredLogo): Promise<Write[]> {
  const key = logoKey(logo.id);
  if ((await context.store.read([key]))[0]) return [];
  const body = { logo, base64: Buffer.from(bytes).toString("base64") };
  return [{ put: { ...key, v: 1, type: "logo", body }, expect: "absent" }];
}
