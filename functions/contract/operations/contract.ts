import type { ApiLambda } from "../../http/operation.ts";
import { apiLambda, type Contract, deliveryGrants, operatorGrants, vendorGrants } from "../contract.ts";
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
  outbox: {
    entry: "functions/events/outbox.ts",
    grants: [
      "book:read",
      "book:write",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      // To ask the partner about a business.
      ...vendorGrants,
      "settlement-machine:start",
      "settlement-machine:answer",
      "escrow-machine:start",
      "escrow-machine:answer",
    ],
    timeoutSeconds: 60,
    memoryMb: 512,
  },
  sweep: {
    entry: "functions/events/sweep.ts",
    grants: [
      "book:read",
      "book:write",
      "people-secrets:decrypt",
      ...vendorGrants,
      "kyt-key:read",
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      "settlement-machine:start",
      "settlement-machine:answer",
      "escrow-machine:start",
      "escrow-machine:answer",
    ],
    timeoutSeconds: 55,
    memoryMb: 512,
  },
  // An object of the archive is put together in memory, some 30 MB of it; the vendors are asked to pay reserves out.
  daily: {
    entry: "functions/events/daily.ts",
    grants: ["book:read", "book:write", ...vendorGrants, "kyt-key:read", "audit-archive:write", "exports:write"],
    timeoutSeconds: 900,
    memoryMb: 1024,
  },
} as const satisfies Record<string, ApiLambda>;
