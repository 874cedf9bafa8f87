import { passkeysWrite } from "../../../functions/app/access/operator-passkeys.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { noon } from "../core/samples.ts";

/** Gives an operator a passkey that nobody can present. */
export async function keepPasskey(store: Store, name: string): Promise<void> {
  const key = { id: "AAAA", publicKey: "AAAA", counter: 0, transports: [], name: "lost", createdAt: noon };
  await store.write([passkeysWrite(`operator:${name}`, [{ ...key, lastUsedAt: null }], 0)], `passkey-of-${name}`);
}
