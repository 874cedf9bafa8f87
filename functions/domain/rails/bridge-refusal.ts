import { addSeconds, type Instant } from "../core/time.ts";
import type { BridgeLeg } from "./bridge-state.ts";
import { isIssuerFreeze, issuerFreeze } from "./issuer-freeze.ts";
import type { VendorRefusal } from "./vendor-refusal.ts";

/** What an error of Bridge's means for the transfer we asked for. `repeated`: the key was used before, so an earlier call may have made it. */
export type BridgeNo = { readonly refused: VendorRefusal } | "repeated" | "unknown";

function refused(code: string, reason: string): BridgeNo {
  return { refused: { code, reason } };
}

const notApproved = refused("partner_customer_not_approved", "the partner no longer approves this tenant");

/** Codes of errors on transfers (apidocs.bridge.xyz, "Transfer errors and recovery"). A code that is not here made no transfer as far as we know, and is not believed: it is asked again by key. */
const codes: Readonly<Record<string, BridgeNo>> = {
  invalid_parameters: refused("rail_refused", "the rail refused the parameters"),
  invalid_json: refused("rail_refused", "the rail could not read the request"),
  frozen: notApproved,
  has_not_accepted_tos: notApproved,
  requires_active_kyc_status: notApproved,
  missing_required_endorsements: notApproved,
  cards_endorsement_approval_required: notApproved,
  deactivated_external_account: refused("rail_account_closed", "the rail says the account is closed"),
  invalid_geographic_location: refused("rail_refused", "the rail does not serve this place"),
  missing_address_data: refused("rail_refused", "the rail lacks an address"),
  developer_limits_exceeded: refused("rail_limit_exceeded", "the rail's limit is reached"),
  duplicate_record: "repeated",
  not_truly_idempotent: "repeated",
};

/** Statuses that are about the call and not about the transfer: credentials, conflicts, time and load. */
const passing: readonly number[] = [401, 404, 408, 409, 423, 425, 429];

const keySeconds = 86_400;

/** What it says that nothing is found under a key which was used before: once Bridge has forgotten the key's answer, that no call has made or will make anything under it. Before that a call may still be at work, and nothing is said. Bridge keeps answers for 24 hours (apidocs.bridge.xyz, "Idempotence"). */
export function expiredKeyRefusal(
  status: number,
  orderedAt: Instant | undefined,
  now: Instant,
): { readonly refused: VendorRefusal } | undefined {
  if (status !== 422 || orderedAt === undefined || addSeconds(orderedAt, keySeconds) >= now) return undefined;
  return { refused: { code: "never_made", reason: "the rail has nothing under a key that it has forgotten" } };
}

/** What to make of an error answer. Payouts from one wallet go one at a time and the loser is told `bad_request` without a transfer being made, so that one is asked again. */
export function bridgeNo(status: number, code: string | null, leg: BridgeLeg): BridgeNo {
  // Whatever code comes with it: Bridge says 422 to a key that is over a day old.
  if (status === 422) return "repeated";
  if (isIssuerFreeze(code)) return { refused: issuerFreeze };
  if (code !== null && Object.hasOwn(codes, code)) return codes[code] ?? "unknown";
  if (status < 400 || status >= 500 || passing.includes(status)) return "unknown";
  if (leg === "payout" || leg === "return") return "unknown";
  return refused("rail_refused", `the rail refused with ${status}`);
}
