import type { ApiLambda, Grant } from "../../http/operation.ts";
import { apiLambda, type Contract, machineStep, tenantGrants, vendorGrants } from "../contract.ts";
import { payOperations } from "../invoicing/invoices.ts";
import { adminSettlementOperations } from "./admin-settlements.ts";
import { paymentOperations } from "./payments.ts";
import { reserveOperations } from "./reserves.ts";

export const paymentContract: Contract = {
  operations: { ...payOperations, ...paymentOperations, ...reserveOperations },
  lambdas: {
    pay: apiLambda("api/settlement/pay", [...tenantGrants, ...vendorGrants, "kyt-key:read"]),
    payments: apiLambda("api/settlement/payments", tenantGrants),
    refunds: apiLambda("api/settlement/refunds", [...tenantGrants, ...vendorGrants]),
  },
};

export const adminSettlementContract: Contract = {
  operations: adminSettlementOperations,
  lambdas: {
    "admin-settlements": apiLambda("api/settlement/admin-settlements", [
      "book:read",
      "deliveries:read",
      "operator-digests:ask",
    ]),
  },
};

const screens = ["mock-rail:read", "vendor-secrets:read", "kyt-key:read"] as const satisfies Grant[];

/** The settlement machine's tasks, by the name that `statemachines/settlement.asl.json` substitutes: one Lambda per transition. */
export const settlementSteps = {
  Collect: machineStep("settlement/collect", ["settlement-machine:answer"]),
  Screen: machineStep("settlement/screen", screens),
  AwaitScreen: machineStep("settlement/await-screen", ["settlement-machine:answer"]),
  Convert: machineStep("settlement/convert", ["vendor-secrets:read", "kyt-key:read"]),
  Disburse: machineStep("settlement/disburse", ["settlement-machine:answer", ...vendorGrants, "kyt-key:read"]),
  Decline: machineStep("settlement/decline"),
  Park: machineStep("settlement/park"),
} as const satisfies Record<string, ApiLambda>;
