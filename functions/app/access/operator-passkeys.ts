import * as z from "zod";
import { type Passkey, passkey } from "../../domain/access/passkey.ts";
import { isSamePerson, operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { actionWrites } from "../core/record-action.ts";
import { rowKey } from "../core/row-keys.ts";
import { endingWrite } from "../core/session-endings.ts";

const operatorPasskeys = z.object({ name: z.string(), passkeys: z.array(passkey) });

/** An operator's passkeys, and the version of the row that has them; 0 where there is none. */
export interface StoredPasskeys {
  readonly passkeys: readonly Passkey[];
  readonly v: number;
}

function keyOf(actor: string) {
  return rowKey(`operator-passkeys#${operatorName(actor).toLowerCase()}`);
}

export async function readPasskeys({ store }: Pick<Context, "store">, actor: string): Promise<StoredPasskeys> {
  const [row] = await store.read([keyOf(actor)]);
  return row ? { passkeys: readBody(operatorPasskeys, row.body).passkeys, v: row.v } : { passkeys: [], v: 0 };
}

/** Keeps an operator's passkeys; lost where they changed since they were read. */
export function passkeysWrite(actor: string, passkeys: readonly Passkey[], v: number): Write {
  const body = { name: operatorName(actor), passkeys: [...passkeys] };
  const put: Row = { ...keyOf(actor), v: v + 1, type: "operator_passkeys", body };
  return { put, expect: v === 0 ? "absent" : v };
}

/** Lets a transaction through only while an operator's passkeys are those that were read. */
export function passkeysCheck(actor: string, { v }: StoredPasskeys): Write {
  return { check: keyOf(actor), expect: v === 0 ? "absent" : v };
}

interface PasskeyRemoval {
  readonly name: string;
  readonly removed: number;
}

/** Takes all of another operator's passkeys away, who lost them, and ends their sessions. Refuses one's own, which a stolen token could otherwise be rid of. */
export async function removePasskeysOf(context: Context, name: string): Promise<PasskeyRemoval> {
  if (isSamePerson(context.actor, `operator:${name}`))
    throw new Refusal("second_operator_required", "another operator must take your passkeys away");
  return resetPasskeys(context, name);
}

/** Takes all of an operator's passkeys away and ends their sessions, from the command line, where the rights on the stage's account decide. Refuses who has none. */
export function resetPasskeys(context: Context, name: string): Promise<PasskeyRemoval> {
  const owner = `operator:${name}`;
  return change(context, async () => {
    const { passkeys, v } = await readPasskeys(context, owner);
    if (passkeys.length === 0) return new Refusal("not_found", "this operator has no passkey");
    const reason = `took ${name}'s passkeys away`;
    const detail = { removed: passkeys.map((each) => each.name) };
    const entry = actionWrites(context, { subject: `passkeys#${name.toLowerCase()}`, reason, detail });
    const writes = [passkeysWrite(owner, [], v), await endingWrite(context, owner), ...entry];
    return { writes, result: { name, removed: passkeys.length } };
  });
}

/** Takes one of the asking operator's own passkeys away. Refuses the last one, and who did not present one. */
export function removeOwnPasskey(context: Context, id: string, presented: string | null): Promise<void> {
  const { actor } = context;
  return change(context, async () => {
    const { passkeys, v } = await readPasskeys(context, actor);
    const gone = passkeys.find((each) => each.id === id);
    if (!gone) return new Refusal("not_found", "you have no such passkey");
    if (presented === null) return signInWithPasskey();
    if (passkeys.length === 1)
      return new Refusal("passkey_required", "this is your last passkey: add another one first");
    const left = passkeys.filter((each) => each !== gone);
    const reason = "took a passkey of theirs away";
    const entry = {
      subject: `passkeys#${operatorName(actor).toLowerCase()}`,
      reason,
      detail: { removed: [gone.name] },
    };
    return { writes: [passkeysWrite(actor, left, v), ...actionWrites(context, entry)], result: undefined };
  });
}

/** Why a session that began without a passkey may not change any. */
export function signInWithPasskey(): Refusal {
  return new Refusal("passkey_required", "sign in with your passkey to do this");
}
