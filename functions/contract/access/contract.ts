import { apiLambda, type Contract, operatorGrants, tenantGrants } from "../contract.ts";
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
