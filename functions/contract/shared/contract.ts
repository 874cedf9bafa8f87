import {
  apiLambda,
  type Contract,
  deliveryGrants,
  erasureGrants,
  machineGrants,
  operatorGrants,
  payerGrants,
  vendorGrants,
} from "../contract.ts";
import { operatorDocOperations, publicOperations } from "./public.ts";
import { sandboxOperations } from "./sandbox.ts";

export const publicContract: Contract = {
  operations: publicOperations,
  lambdas: { public: apiLambda("api/shared/public", ["book:read"]) },
};

export const sandboxContract: Contract = {
  operations: { ...sandboxOperations, ...operatorDocOperations },
  lambdas: {
    sandbox: apiLambda("api/shared/sandbox", [
      ...operatorGrants,
      ...vendorGrants,
      "kyt-key:read",
      ...payerGrants,
      ...erasureGrants,
      ...deliveryGrants,
      "packet-queue:send",
      "mail-queue:send",
      ...machineGrants,
      "audit-archive:write",
      "exports:write",
    ]),
    "operator-docs": apiLambda("api/shared/operator-docs", ["book:read", "operator-digests:ask"]),
  },
};
