import { apiLambda, type Contract, operatorGrants, tenantGrants } from "../contract.ts";
import { operatorAccessOperations } from "./operator-access.ts";
import { requestAccessOperations, signupPageOperations } from "./signup-pages.ts";
import { signupOperations } from "./signups.ts";

export const accessRequestContract: Contract = {
  operations: requestAccessOperations,
  pages: signupPageOperations,
  lambdas: { signup: apiLambda("pages/access/signup", tenantGrants) },
};

export const signupContract: Contract = {
  operations: signupOperations,
  lambdas: { signups: apiLambda("api/access/signups", operatorGrants) },
};

export const operatorAccessContract: Contract = {
  operations: operatorAccessOperations,
  lambdas: { "operator-access": apiLambda("api/access/operator-access", operatorGrants) },
};
