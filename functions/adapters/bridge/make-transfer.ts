import type { VendorNo } from "../../app/rails/ports.ts";
import type { Instant } from "../../domain/core/time.ts";
import { bridgeNo, expiredKeyRefusal } from "../../domain/rails/bridge-refusal.ts";
import { type VendorAnswer, VendorUnavailable } from "../http/vendor-http.ts";
import type { BridgeClient } from "./client.ts";
import type { BridgeTransfer } from "./schema.ts";
import { type BridgeSearch, findTransfer } from "./search.ts";

/** A transfer's key and body, how it is looked for, and when it was ordered where a key that has made nothing may be given up. */
export type MakeOrder = [
  key: string,
  body: { readonly client_reference_id: string },
  search: Omit<BridgeSearch, "reference">,
  givenUpFrom?: Instant,
];

/** Makes a transfer under a key, or finds the one that the key has made. Refused where Bridge says a definite no; throws where it gives no answer. */
export async function makeTransfer(
  client: BridgeClient,
  now: Instant,
  ...[key, body, search, givenUpFrom]: MakeOrder
): Promise<BridgeTransfer | VendorNo> {
  const reply = await client.createTransfer(key, body);
  if ("id" in reply) return reply;
  const no = bridgeNo(reply.status, reply.code, search.leg);
  if (typeof no === "object") return no;
  const reference = body.client_reference_id;
  const found = no === "repeated" ? await findTransfer(client, { reference, ...search }, now) : null;
  if (found) return found;
  const never = expiredKeyRefusal(reply.status, givenUpFrom, now);
  if (never) return never;
  throw noReply("transfers", reply);
}

/** An answer of Bridge's that says neither yes nor no. */
export function noReply(what: string, { status, code }: VendorAnswer): VendorUnavailable {
  return new VendorUnavailable(`bridge POST /${what}: ${status} ${code ?? ""}`.trim(), status);
}
