import type { Rail } from "../rails/ports.ts";

/** One capability as reported (spec section 1). */
export interface Capability {
  readonly available: boolean;
  readonly reason?: string;
  readonly code?: string;
  readonly status?: number;
  readonly endpoint?: string;
  readonly docs?: string;
}

const yes: Capability = { available: true };

/** What this deployment can do, computed from what its adapters declare and from the routes it serves. */
export function capabilitiesOf(vendors: { rail: Rail }, serves: (path: string) => boolean) {
  const { collect, payout, hold, disburseHeld, refund } = vendors.rail.capabilities;
  const byRail = (declared: boolean): Capability =>
    declared ? yes : { available: false, reason: `the ${vendors.rail.name} adapter does not do this` };
  return {
    invoicing: served(serves("/api/v1/invoices"), "/api/v1/invoices"),
    ach_collection: byRail(collect),
    stablecoin_settlement: byRail(collect && payout),
    kyt_screening: yes,
    managed_escrow: escrow(hold && disburseHeld, serves("/api/v1/escrow")),
    refunds: refunds(refund, serves("/api/v1/payments/{id}/refund")),
    disputes: served(serves("/api/v1/disputes/alerts"), "/api/v1/disputes/alerts"),
    self_serve_onboarding: {
      ...served(serves("/onboard/signup"), "/onboard/signup"),
      endpoint: "POST /onboard/signup",
    },
  };
}

function served(available: boolean, path: string): Capability {
  return available
    ? yes
    : { available, reason: `${path} is not served by this version`, code: "route_not_found", status: 404 };
}

function escrow(canHold: boolean, isServed: boolean): Capability {
  if (canHold && isServed) return yes;
  return {
    available: false,
    reason: canHold ? "the escrow routes are not served by this version" : "the settlement adapter cannot hold value",
    code: "escrow_hold_unsupported",
    status: 409,
    endpoint: "POST /api/v1/escrow/{id}/fund",
  };
}

function refunds(canRefund: boolean, isServed: boolean): Capability {
  if (canRefund && isServed) return yes;
  const reason = canRefund
    ? "the refund route is not served by this version"
    : "the settlement adapter has no refund leg";
  return { available: false, reason, code: "refund_unsupported", status: 409 };
}
