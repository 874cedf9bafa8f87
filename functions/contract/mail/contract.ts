import type { ApiLambda } from "../../http/operation.ts";
import { apiLambda, applicantKeyGrants, type Contract, eventLambda } from "../contract.ts";
import { mailOperations } from "./mail.ts";

export const mailContract: Contract = {
  operations: mailOperations,
  lambdas: { mail: apiLambda("api/mail/mail", ["book:read", "operator-digests:ask", "applicant-keys:open"]) },
};

export const mailEventLambdas = {
  // Five letters, each of which the mail service has 15 s to take. It writes letters, and links into applications, and makes those to invoices.
  "send-mail": eventLambda(
    "send-mail",
    ["book:read", "book:write", "mail:send", "link-keys:read", ...applicantKeyGrants],
    110,
  ),
} satisfies Record<string, ApiLambda>;
