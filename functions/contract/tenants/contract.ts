import { apiLambda, type Contract, operatorGrants } from "../contract.ts";
import { brandLogoOperations, brandOperations } from "./brands.ts";
import { feeRuleOperations } from "./fee-rules.ts";
import { flagOperations } from "./flags.ts";
import { tenantOperations } from "./tenants.ts";

export const tenantContract: Contract = {
  operations: tenantOperations,
  // It screens a wallet that a tenant is to be paid to.
  lambdas: { tenants: apiLambda("api/tenants/tenants", [...operatorGrants, "kyt-key:read"]) },
};

export const brandContract: Contract = {
  operations: brandOperations,
  pages: brandLogoOperations,
  lambdas: {
    brands: apiLambda("api/tenants/brands", operatorGrants),
    "brand-logo": apiLambda("api/tenants/brand-logo", ["book:read"]),
  },
};

export const tenantSettingContract: Contract = {
  operations: { ...feeRuleOperations, ...flagOperations },
  lambdas: {
    "fee-rules": apiLambda("api/tenants/fee-rules", operatorGrants),
    flags: apiLambda("api/tenants/flags", operatorGrants),
  },
};
