import { PersonalData } from "../../../functions/app/core/personal-data.ts";
import type { Clock, NewId, Store } from "../../../functions/app/core/ports.ts";
import type { KeyWrap } from "../../../functions/app/core/ports-personal.ts";

/** Wraps a key as KMS would: a wrapped key opens for its own subject alone. */
const wrap: KeyWrap = {
  wrap: async (subject, key) => `${subject} ${Buffer.from(key).toString("base64")}`,
  unwrap: async (subject, wrapped) => {
    const [of, key = ""] = wrapped.split(" ");
    if (of !== subject) throw new Error(`a key of ${of} was to open what is ${subject}'s`);
    return Buffer.from(key, "base64");
  },
};

/** Personal data under keys in memory. */
export function testPersonalData(
  keys: Store,
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
): PersonalData {
  return new PersonalData(keys, { wrap, clock, newId, openedTypes: ["kyb", "signup", "account_request"] });
}
