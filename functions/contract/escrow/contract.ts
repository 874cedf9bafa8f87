import type { ApiLambda } from "../../http/operation.ts";
import { apiLambda, type Contract, machineStep, tenantGrants, vendorGrants } from "../contract.ts";
import { adminEscrowOperations } from "./admin-escrow.ts";
import { approverOperations } from "./approver-pages.ts";
import { escrowMoneyOperations, escrowOperations } from "./escrow.ts";
import { escrowStatusOperations } from "./escrow-status-pages.ts";

export const escrowContract: Contract = {
  operations: { ...escrowOperations, ...escrowMoneyOperations },
  pages: { ...escrowStatusOperations, ...approverOperations },
  lambdas: {
    escrow: apiLambda("api/escrow/escrow", [...tenantGrants, "vendor-secrets:read", "kyt-key:read"]),
    "escrow-money": apiLambda("api/escrow/money", [...tenantGrants, ...vendorGrants, "kyt-key:read"]),
    "escrow-status": apiLambda("pages/escrow/status", ["book:read", "link-keys:read"]),
    "escrow-approval": apiLambda("pages/escrow/approval", ["book:read", "escrows:write"]),
  },
};

export const adminEscrowContract: Contract = {
  operations: adminEscrowOperations,
  lambdas: {
    "admin-escrow": apiLambda("api/escrow/admin-escrow", ["book:read", "deliveries:read", "operator-digests:ask"]),
  },
};

/** The escrow payout machine's tasks, by the name that `statemachines/escrow-payout.asl.json` substitutes. */
export const escrowPayoutSteps = {
  Screen: machineStep("escrow-payout/screen", ["mock-rail:read", "vendor-secrets:read", "kyt-key:read"]),
  Disburse: machineStep("escrow-payout/disburse", [...vendorGrants, "kyt-key:read"]),
  Proof: machineStep("escrow-payout/proof", ["escrow-machine:answer"]),
  Withdraw: machineStep("escrow-payout/withdraw", ["mock-rail:read", "vendor-secrets:read"]),
  Park: machineStep("escrow-payout/park"),
} as const satisfies Record<string, ApiLambda>;
