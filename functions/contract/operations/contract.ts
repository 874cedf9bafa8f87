import type { ApiLambda, Grant } from "../../http/operation.ts";
import {
  apiLambda,
  applicantKeyGrants,
  backgroundMb,
  type Contract,
  deliveryGrants,
  erasureGrants,
  eventLambda,
  machineGrants,
  operatorGrants,
  payerGrants,
  privacyGrants,
  tenantGrants,
  vendorGrants,
} from "../contract.ts";
import { privacyOperations } from "./privacy.ts";
import { railCallbackOperations } from "./rail-callbacks.ts";
import { conversionCallbackOperations, vendorCallbackOperations } from "./vendor-callbacks.ts";

export const callbackContract: Contract = {
  operations: { ...railCallbackOperations, ...vendorCallbackOperations, ...conversionCallbackOperations },
  lambdas: {
    "rail-callbacks": apiLambda("api/operations/rail-callbacks", [...operatorGrants, ...vendorGrants]),
    "vendor-callbacks": apiLambda(
      "api/operations/vendor-callbacks",
      [...operatorGrants, "vendor-secrets:read"],
      backgroundMb,
    ),
    "conversion-callbacks": apiLambda("api/operations/conversion-callbacks", [...tenantGrants, "vendor-secrets:read"]),
  },
};

export const privacyContract: Contract = {
  operations: privacyOperations,
  lambdas: { privacy: apiLambda("api/operations/privacy", [...operatorGrants, ...privacyGrants], 1024) },
};

/** To ask rails, screens and partners, and to open the account of a payer who is debited. */
const lookUpGrants: readonly Grant[] = [
  ...(["book:read", "book:write"] as const),
  ...payerGrants,
  ...vendorGrants,
  "kyt-key:read",
];

export const operationEventLambdas = {
  // It starts and wakes state machines; it reads the test clock, and changes nothing.
  workflows: eventLambda("workflows", ["book:read", ...machineGrants], 60, backgroundMb),
  outbox: eventLambda(
    "outbox",
    [
      "book:read",
      "book:write",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      // To ask the partner about a business, by its name.
      ...vendorGrants,
      ...applicantKeyGrants,
      ...machineGrants,
    ],
    60,
    backgroundMb,
  ),
  // It hands out what is due, and works on none of it.
  sweep: eventLambda("sweep", ["book:read", "book:write", ...deliveryGrants, "mail-queue:send", "due-queues:send"], 55),
  "sweep-entries": eventLambda(
    "sweep-entries",
    [
      "book:read",
      "book:write",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      ...vendorGrants,
      ...applicantKeyGrants,
      ...machineGrants,
    ],
    60,
  ),
  "sweep-claims": eventLambda("sweep-claims", lookUpGrants, 60),
  "sweep-deadlines": eventLambda("sweep-deadlines", ["book:read", "book:write"], 30),
  "sweep-look-ups": eventLambda("sweep-look-ups", [...lookUpGrants, ...applicantKeyGrants], 60),
  "watch-lists": eventLambda("watch-lists", ["book:read", "book:write", "kyt-key:read"], 55),
  // An object of the archive is put together in memory, some 30 MB of it; the vendors are asked to pay reserves out.
  daily: eventLambda(
    "daily",
    [
      ...(["book:read", "book:write", ...vendorGrants, "kyt-key:read"] as const),
      ...(["audit-archive:write", "exports:write", ...erasureGrants] as const),
      // To spread a tenant's list of deliveries as it spreads the others.
      ...(["deliveries:read", "deliveries:write"] as const),
    ],
    900,
    1024,
  ),
} satisfies Record<string, ApiLambda>;
