import * as z from "zod";
import { isMaskedAddress, maskedAddress } from "../../domain/core/mail.ts";
import { sealedParts } from "../../domain/core/sealed-text.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import type { Key, Row, Store, Write } from "./ports.ts";

/** Days for which the address of a letter that was ordered is there for whoever hands its order on. */
const rememberedDays = 30;

const letterAddress = z.object({ to: z.string() });

/** The row beside an entry that has the address of one of its letters. */
function addressKey({ pk }: Pick<Key, "pk">, seq: number, index: number): Key {
  return { pk, sk: `letter_to#${String(seq).padStart(8, "0")}#${index}` };
}

function isInClear(follow: SideEffect): follow is Extract<SideEffect, { kind: "send_mail" }> {
  return follow.kind === "send_mail" && !sealedParts(follow.to) && !isMaskedAddress(follow.to);
}

/** What follows an entry as its trail has it for years: a letter's address masked, where it is not sealed. */
export function withoutAddresses(follows: readonly SideEffect[]): SideEffect[] {
  return follows.map((each) => (isInClear(each) ? { ...each, to: maskedAddress(each.to) } : each));
}

/** Writes the addresses of an entry's letters beside it, for as long as they are of use. */
export function addressWrites(aggregate: Key, seq: number, follows: readonly SideEffect[], at: Instant): Write[] {
  const ttl = Math.floor(Date.parse(at) / 1000) + rememberedDays * 86_400;
  return follows.flatMap((each, index): Write[] => {
    if (!isInClear(each)) return [];
    const row = { ...addressKey(aggregate, seq, index), v: 1, type: "letter_to", body: { to: each.to }, ttl };
    return [{ put: row, expect: "any" }];
  });
}

/** The address that a letter of an entry goes to; undefined once it is forgotten. */
export async function letterAddressOf(
  store: Store,
  { pk }: Pick<Row, "pk">,
  letter: { readonly seq: number; readonly index: number; readonly to: string },
): Promise<string | undefined> {
  if (!isMaskedAddress(letter.to)) return letter.to;
  const [row] = await store.read([addressKey({ pk }, letter.seq, letter.index)]);
  return row && letterAddress.parse(row.body).to;
}
