import { apiLambda, applicantKeyGrants, type Contract, operatorGrants } from "../contract.ts";
import { operatorAccessOperations } from "./operator-access.ts";
import { requestAccessOperations, signupPageOperations } from "./signup-pages.ts";
import { signupOperations } from "./signups.ts";

export const accessRequestContract: Contract = {
  operations: requestAccessOperations,
  pages: signupPageOperations,
  lambdas: { signup: apiLambda("pages/access/signup", ["book:read", "signups:write", "requester-keys:make"]) },
};

export const signupContract: Contract = {
  operations: signupOperations,
  lambdas: {
    signups: apiLambda("api/access/signups", [
      ...operatorGrants,
      "requester-keys:open",
      "requester-keys:make",
      ...applicantKeyGrants,
    ]),
  },
};

export const operatorAccessContract: Contract = {
  operations: operatorAccessOperations,
  lambdas: { "operator-access": apiLambda("api/access/operator-access", operatorGrants) },
};
