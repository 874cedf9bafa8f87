import type { ApiLambda, Operation } from "../http/operation.ts";
import { accessRequestContract, operatorAccessContract, signupContract } from "./access/contract.ts";
import { checkoutContract } from "./checkout/contract.ts";
import { auditContract, consoleContract } from "./console/contract.ts";
import { type Contract, lambdasOf, operationsOf, pagesOf } from "./contract.ts";
import { disputeContract } from "./disputes/contract.ts";
import { docsContract } from "./docs/contract.ts";
import { adminEscrowContract, escrowContract } from "./escrow/contract.ts";
import { invoiceContract } from "./invoicing/contract.ts";
import { mailContract } from "./mail/contract.ts";
import { onboardingContract } from "./onboarding/contract.ts";
import { callbackContract, privacyContract } from "./operations/contract.ts";
import { reconContract } from "./reconciliation/contract.ts";
import { reserveReviewContract, reviewContract } from "./review/contract.ts";
import { adminSettlementContract, paymentContract } from "./settlement/contract.ts";
import { publicContract, sandboxContract } from "./shared/contract.ts";
import { siteContract } from "./site/contract.ts";
import { brandContract, tenantContract, tenantSettingContract } from "./tenants/contract.ts";
import { webhookContract } from "./webhooks/contract.ts";

/** The billing interface, in the order of its documents. */
const contracts: readonly Contract[] = [
  publicContract,
  siteContract,
  accessRequestContract,
  invoiceContract,
  paymentContract,
  escrowContract,
  disputeContract,
  reserveReviewContract,
  callbackContract,
  tenantContract,
  signupContract,
  privacyContract,
  onboardingContract,
  brandContract,
  webhookContract,
  tenantSettingContract,
  adminSettlementContract,
  adminEscrowContract,
  auditContract,
  operatorAccessContract,
  mailContract,
  reviewContract,
  reconContract,
  sandboxContract,
  docsContract,
  checkoutContract,
  consoleContract,
];

/** Every route that programs call, and the payers' page, for CDK, documents and tests; a Lambda imports its own noun's contract only. */
export const operations: readonly Operation[] = operationsOf(contracts);

/** All that is served: pages and forms for people too. */
export const allOperations: readonly Operation[] = [...operations, ...pagesOf(contracts)];

export const lambdas: Readonly<Record<string, ApiLambda>> = lambdasOf(contracts);
