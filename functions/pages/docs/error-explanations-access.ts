import type { RefusalCode } from "../../domain/core/refusal.ts";
import type { ErrorExplanation } from "./error-explanation.ts";

/** Refusals about the request itself, who sends it, and what is to be found. */
export const accessErrors = {
  validation_error: {
    cause:
      "Something in the path, query, headers or body is missing, unknown or of the wrong kind. `fields` names each place and what is wrong with it.",
    remedy: "Correct the places named in `fields`. Amounts are whole cents, times are ISO 8601.",
  },
  invalid_json: {
    cause: "The body is not JSON, or an object in it has a name twice.",
    remedy: "Send one JSON object in UTF-8, each name once, with `Content-Type: application/json`.",
  },
  unknown_api_version: {
    cause: "The header `Sluice-Version` names no version that is served.",
    remedy: "Name one of the dates of the [changelog](changelog), or leave the header out for your account's own.",
  },
  invalid_cursor: {
    cause: "The cursor belongs to another list, to other filters, or was cut.",
    remedy: "Begin again without `cursor`, and pass `nextCursor` on as it came.",
  },
  unknown_flag: { cause: "There is no flag with this key.", remedy: "`GET /admin/flags` lists them." },
  idempotency_key_required: {
    cause: "This route moves money and was called without an `Idempotency-Key`, or the key is blank.",
    remedy: "Make up a key for each thing you want done once, and send the same key when you repeat it.",
  },
  idempotency_key_too_long: {
    cause: "The `Idempotency-Key` is longer than 255 characters.",
    remedy: "A UUID is enough.",
  },
  idempotency_key_reuse: {
    cause: "This key was used before with another body, or for another record.",
    remedy:
      "Use a new key for a new wish; to repeat the old one, send the same body. White space and the order of its keys do not matter.",
  },
  idempotency_in_progress: {
    cause: "The first request with this key is still being worked on.",
    remedy: "Repeat with the same key after `Retry-After`: you get the first one's answer.",
  },
  missing_api_key: {
    cause: "The request carries no credential.",
    remedy: "Send `Authorization: Bearer <key>` or `X-API-Key: <key>`.",
  },
  invalid_api_key: {
    cause: "The key is unknown, revoked or expired.",
    remedy: "Check that it was copied whole and is for this environment, or ask for a new one.",
  },
  insufficient_scope: {
    cause:
      "The key was made for other things: `scope` is the one that it lacks. Of an operator, `role` is the least that it takes.",
    remedy: "Use a key that has the scope, or ask an operator for one. An operator asks an admin for the role.",
  },
  source_not_allowed: {
    cause: "The key is for use from other addresses than `source`, which this request came from.",
    remedy:
      "Send from where the key is meant for, or ask an operator for a key with your ranges. If the request was not yours, have the key revoked.",
  },
  own_role: { cause: "You asked to change your own role.", remedy: "For operators: ask another admin." },
  last_admin: {
    cause: "No other operator on record is an admin, and somebody has to be.",
    remedy: "For operators: make another operator an admin first.",
  },
  invalid_signature: {
    cause: "A vendor's callback is not signed as that vendor signs.",
    remedy: "For vendors: sign the raw bytes with the key that is registered here.",
  },
  stale_signature: {
    cause: "A vendor's callback was signed too long ago.",
    remedy: "For vendors: send it again with a fresh signature, and set the clock.",
  },
  not_signed_in: {
    cause: "A page of the operators' console was asked for without a session.",
    remedy: "Sign in at `/console`.",
  },
  passkey_refused: {
    cause:
      "What an authenticator answered in the operators' console is not of this operator's passkeys, or was made for another site, another challenge or without a person being verified.",
    remedy: "Sign in again and present your own passkey; whoever lost theirs asks another operator to take it away.",
  },
  passkey_required: {
    cause: "The operators' console was asked for something that takes a session which began with a passkey.",
    remedy: "Sign out, sign in with your passkey, and ask again.",
  },
  foreign_form: {
    cause: "A form came from another site, or from a page that is not yours any more.",
    remedy: "Open the page again and send the form from there.",
  },
  link_expired: {
    cause: "The link has run out, or was revoked or replaced.",
    remedy: "Ask whoever sent it for a new one. What was filled in is kept.",
  },
  tenant_suspended: {
    cause: "Your account is suspended: nothing new is begun. What is under way goes on.",
    remedy: "Talk to your operator.",
  },
  not_found: {
    cause: "Nothing has this id, or it belongs to somebody else.",
    remedy: "Check the id and that key and record are of the same account and environment.",
  },
  route_not_found: {
    cause: "There is no such address.",
    remedy: "Compare it with the [API reference](api); versions are part of the path.",
  },
  method_not_allowed: {
    cause: "The address exists, but not with this method.",
    remedy: "The `Allow` header names the methods.",
  },
  body_too_large: {
    cause: "The body is larger than 256 KB.",
    remedy: "Send less at a time. Evidence files are uploaded to the link that announcing them gives.",
  },
  unsupported_media_type: {
    cause:
      "The body's `Content-Type` is missing or not the one that this route reads, or `Content-Encoding` says that it is compressed. curl says `application/x-www-form-urlencoded` of `-d` unless you name a type.",
    remedy: "Send the body as it is, with `Content-Type: application/json`; a request without a body needs no type.",
  },
  rate_limited: {
    cause:
      "Too many requests in too short a time. Or your address has sent fifty wrong keys, tokens or links within five minutes, and this was one more.",
    remedy:
      "Wait for `Retry-After` seconds. `RateLimit-Remaining` tells beforehand. Where the key was wrong, mend it: a right one is taken at once.",
  },
  service_unavailable: {
    cause: "Our storage had no room, or gave no answer in time. Whether the request took effect is not known.",
    remedy: "Wait for `Retry-After` seconds and repeat it, with the same `Idempotency-Key` if it has one.",
  },
  version_conflict: {
    cause: "Others changed the same record at the same moment, or since the `version` that the request names.",
    remedy: "Send the request again; where it names a `version`, read the record first.",
  },
  tenant_exists: { cause: "A tenant with this slug exists.", remedy: "Choose another slug, or use the one there is." },
  flag_not_allowed: {
    cause: "This safeguard cannot be switched off in production, or no leg joins this vendor to the rail.",
    remedy: "Leave the flag as it is.",
  },
  endpoint_disabled: {
    cause: "The webhook endpoint is switched off or deleted, so nothing is sent to it.",
    remedy: "Have an operator switch it on, then send again.",
  },
  second_operator_required: {
    cause: "Whoever asked for an action cannot agree to it too.",
    remedy: "Another operator approves it.",
  },
  approval_pending: {
    cause: "The action was asked for already and waits for another operator.",
    remedy: "Approve or reject it; `approvalId` names it.",
  },
  action_not_available: {
    cause: "This cannot be done with the record as it stands. `error` says why.",
    remedy: "Read the record again: `actions` lists what can be done.",
  },
  illegal_kyb_transition: {
    cause: "The application is in a status that does not allow this; `from` names it.",
    remedy: "Read the application again. A revoked or decided one is begun anew by a new invite.",
  },
  signup_decided: {
    cause: "The request was accepted or declined already.",
    remedy: "Nothing is left to do; read it to see how it was decided.",
  },
  already_erased: {
    cause: "The subject's data is gone: the request to erase it cannot be taken back any more.",
    remedy: "Nothing brings it back. Whoever is to be served again applies anew.",
  },
} as const satisfies { readonly [C in RefusalCode]?: ErrorExplanation };
