import type { ApiLambda, Grant } from "../../http/operation.ts";
import { apiLambda, type Contract, eventLambda, operatorGrants } from "../contract.ts";
import { feeSweepOperations } from "./fee-sweeps.ts";
import { reconOperations } from "./recon.ts";

/** To show reports, and to order exports of them. */
export const reportGrants = [
  ...operatorGrants,
  "mock-rail:read",
  "vendor-secrets:read",
  "exports:read",
  "export-queue:send",
] as const satisfies Grant[];

export const reconContract: Contract = {
  operations: { ...reconOperations, ...feeSweepOperations },
  lambdas: { recon: apiLambda("api/reconciliation/recon", reportGrants, 1024) },
};

export const reconEventLambdas = {
  // A million settlements pass through it; two parts of 8 MB of their file are all that it holds.
  export: eventLambda(
    "export",
    ["book:read", "book:write", "mock-rail:read", "vendor-secrets:read", "exports:write"],
    900,
    1024,
  ),
  // Pages of a rail's list and of the ledger pass through it; a run that is not done goes on ten minutes later.
  nightly: eventLambda("nightly", ["book:read", "book:write", "mock-rail:read", "vendor-secrets:read"], 900, 1024),
} satisfies Record<string, ApiLambda>;
