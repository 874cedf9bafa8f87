import type { ApiLambda } from "../../http/operation.ts";
import {
  apiLambda,
  type Contract,
  deliveryGrants,
  eventLambda,
  machineGrants,
  operatorGrants,
  vendorGrants,
} from "../contract.ts";
import { railCallbackOperations } from "./rail-callbacks.ts";
import { vendorCallbackOperations } from "./vendor-callbacks.ts";

export const callbackContract: Contract = {
  operations: { ...railCallbackOperations, ...vendorCallbackOperations },
  lambdas: {
    "rail-callbacks": apiLambda("api/operations/rail-callbacks", [...operatorGrants, ...vendorGrants]),
    "vendor-callbacks": apiLambda("api/operations/vendor-callbacks", [...operatorGrants, "vendor-secrets:read"]),
  },
};

export const operationEventLambdas = {
  // It starts and wakes state machines; it reads the test clock, and changes nothing.
  workflows: eventLambda("workflows", ["book:read", ...machineGrants], 60),
  outbox: eventLambda(
    "outbox",
    [
      "book:read",
      "book:write",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      // To ask the partner about a business.
      ...vendorGrants,
      ...machineGrants,
    ],
    60,
  ),
  sweep: eventLambda(
    "sweep",
    [
      "book:read",
      "book:write",
      "people-secrets:decrypt",
      ...vendorGrants,
      "kyt-key:read",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      ...machineGrants,
    ],
    55,
  ),
  // An object of the archive is put together in memory, some 30 MB of it; the vendors are asked to pay reserves out.
  daily: eventLambda(
    "daily",
    ["book:read", "book:write", ...vendorGrants, "kyt-key:read", "audit-archive:write", "exports:write"],
    900,
    1024,
  ),
} satisfies Record<string, ApiLambda>;
