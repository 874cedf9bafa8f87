import { isIssuerFreeze, issuerFreeze } from "./issuer-freeze.ts";
import type { VendorRefusal } from "./vendor-refusal.ts";

/** What an error of HIFI's means for the onramp we asked for. `repeated`: there is one of this request already. */
export type HifiNo = { readonly refused: VendorRefusal } | "repeated" | "unknown";

function refused(reason: string): HifiNo {
  return { refused: { code: "conversion_failed", reason } };
}

/** Errors of HIFI's (docs.hifi.com, "Error codes") that are about this conversion. One that is not here is about us, about load, or new to us: nothing was opened as far as we know, and it is asked again by its key. */
const errors: Readonly<Record<string, HifiNo>> = {
  FIELD_VALIDATION_ERROR: refused("HIFI refused the fields"),
  INVALID_TRANSACTION_ROUTE: refused("HIFI does not convert on this route"),
  INVALID_ACCOUNT_FOR_TRANSACTION: refused("HIFI refused the account"),
  RESOURCE_CONFLICT: "repeated",
  TRANSACTION_REQUEST_ALREADY_EXISTS: "repeated",
};

/** What to make of an error answer, by its word; its status is not documented. */
export function hifiNo(status: number, word: string | null): HifiNo {
  if (isIssuerFreeze(word)) return { refused: issuerFreeze };
  if (word !== null && Object.hasOwn(errors, word)) return errors[word] ?? "unknown";
  return status === 409 ? "repeated" : "unknown";
}
