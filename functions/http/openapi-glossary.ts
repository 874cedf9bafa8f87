type Json = Record<string, unknown>;

/** What a property means that has one meaning wherever it stands; a schema's own description wins. */
const glossary: Readonly<Record<string, string>> = {
  id: "its id: a prefix that tells the kind of record, and a ULID, so that ids of a kind sort by time",
  tenantId: "the tenant that it belongs to; null where it belongs to none",
  customerId: "whom it is invoiced to: a customer's id, or any text of the tenant's own",
  invoiceId: "the invoice that it is about; null where it is about none",
  paymentId: "the payment that it is about; null where it is about none",
  settlementId: "the settlement that it is about",
  escrowId: "the escrow that it is about; null where it is about none",
  milestoneId: "the escrow's milestone",
  reserveId: "the reserve, kept back of a settlement",
  alertId: "the dispute alert that it is about; null where it is about none",
  caseId: "the dispute case that was opened for it; null where there is none",
  ruleId: "the rule that decided; null where none matched",
  eventId: "the event's id, the same in every delivery and replay",
  endpointId: "the webhook endpoint that it is sent to",
  accountId: "the screening account that it belongs to; null where there is none yet",
  approvalId: "what was asked for and waits for a second operator",
  reviewId: "the item of the review queue that it is about",
  subjectId: "the id of the record that it is about",
  feeRuleId: "the fee rule that its fee is computed by",
  kybId: "the verification of the business",
  requestId: "names the request in our logs",
  slug: "the tenant's short name, in links and in our logs",
  isoRef: "the reseller of record (ISO), by the name that is agreed on; null where there is none",
  partnerCustomerId: "the customer at the settlement partner; null until it is linked",
  externalId: "the source's own id of it, once per source",
  currency: "ISO 4217 code of what the amounts are in",
  amountCents: "the amount, in cents",
  totalCents: "the sum of it all, in cents",
  feeCents: "what is taken as fee, in cents",
  reserveCents: "what is kept back as reserve, in cents",
  netCents: "what is left for the wallet, in cents: the money in less fee and reserve",
  fiatInCents: "what is collected of the payer, in cents",
  fixedCents: "a fixed part of the fee, in cents",
  shortfallCents: "what was paid out and is not covered any more, in cents",
  bps: "a part of the fee in basis points of the amount: 100 are 1%",
  fxRate: "stablecoin for one unit of the currency, as decimal text; null until it is converted",
  usdtOut: "what is paid out in stablecoin, as decimal text with up to six decimals; null until it is converted",
  usdtStable: "the stablecoin that is paid out, such as USDT",
  stable: "the stablecoin that is paid out, such as USDT",
  destChain: "the chain of the wallet that is paid to, such as tron",
  destWallet: "the address that is paid to",
  chain: "the chain that it is on, such as tron; null where it is not known",
  txHash: "the hash of the transaction on chain; null until there is proof of it",
  releaseTxHash: "the hash of the payout to the beneficiary; null until there is proof of it",
  refundTxHash: "the hash of the payout back to the buyer; null until there is proof of it",
  depositTxHash: "the hash of the buyer's deposit on chain; null where there is none",
  rail: "the rail that moves the money",
  railRef: "the rail's own reference; null until the rail has given one",
  fundingRef: "the payer's reference of the deposit; null where there is none",
  sourceDepositInstructions:
    "where the payer's transfer goes, as the rail says it; null where the money is pulled, or nothing is waited for",
  holderType: "whose account the money comes from, a business's or an individual's",
  screeningRef: "the screening provider's reference of the last screen; null where there was none",
  screeningRisk: "the risk that the last screen found; null where there was none",
  declineReason: "why the screen declined it; null where it did not",
  failureCode: "why it failed, for programs; null where it did not",
  failureReason: "why it failed, for people; null where it did not",
  reference: "a reference of the tenant's own",
  metadata: "names and texts of the tenant's own, which the service keeps and gives back",
  note: "a remark for those who read it later; null where there is none",
  locale: "the language of letters and pages, a BCP 47 tag",
  contactEmail: "where letters about it go",
  contactName: "the person to speak to",
  companyName: "the business's name, as it asked",
  legalName: "the name that the business is registered under",
  useCase: "what the business wants it for, in its own words",
  website: "the business's page on the web; null where it has none",
  country: "ISO 3166-1 alpha-2 code, such as US",
  line1: "street and number",
  line2: "what else the address needs; null where it is nothing",
  city: "town or city",
  region: "state, province or county; null where there is none",
  postalCode: "postal or ZIP code; null where there is none",
  supportEmail: "where payers and applicants find help; null where none is given",
  supportUrl: "a page on which payers and applicants find help; null where none is given",
  expectedMonthlyVolumeCents: "what the business expects to collect a month, in cents; null where it did not say",
  createdAt: "when it was made",
  updatedAt: "when it last changed",
  expiresAt: "when it ends by itself; null where it does not",
  issuedAt: "when it was issued",
  sentAt: "when it was first sent; null where it was not",
  paidAt: "when it was paid in full; null until then",
  fundedAt: "when all of its money had come; null until then",
  releasedAt: "when the payout to the beneficiary was proven; null until then",
  releaseAt: "when it falls due",
  receivedAt: "when it came; null until then",
  returnedAt: "when the payer's bank took the money back; null where it did not",
  submittedAt: "when it was handed in; null until then",
  decidedAt: "when it was decided; null until then",
  revokedAt: "when it was revoked; null while it is good",
  respondBy: "until when the source takes an answer; null where it set no limit",
  nextAttemptAt: "when it is tried again; null where it is not",
  startedAt: "when it began",
  finishedAt: "when it was over; null until then",
  generatedAt: "the moment that the figures are of",
  resetsAt: "when the next month of the plan begins",
  urlExpiresAt: "until when the link is good",
  askedAt: "when it was asked for",
  effectiveAt: "from when on it is in force",
  effectiveFrom: "from when on it is in force",
  askedBy: "the operator who asked for it",
  decidedBy: "the operator who decided; null until then",
  assignee: "the operator who looks after it; null where nobody does",
  actor: "who did it: a key, an operator or the service; null where nobody is named",
  history: "its audited transitions, oldest first",
  fields: "the wrong places of what was sent",
  arn: "acquirer reference number of the card payment; null where there is none",
  authCode: "the authorization code of the card payment; null where there is none",
  cardLast4: "the last four digits of the card; null where there is none",
  cardBin: "the first six to eight digits of the card; null where there is none",
  descriptor: "the payment's line on the payer's statement; null where it is not known",
  transactionDate: "the day or the moment of the disputed payment; null where it is not known",
  networkRef: "the network's own reference; null where there is none",
  networkDueBy: "when the network's window closes",
  purchaseIdentifier: "the number of the invoice that was paid; null where it is not known",
  reasonCode: "the network's reason code, such as 10.4 or R10; null where there is none",
  refundedByNetwork: "whether the network has given the money back by itself",
  recoveredCents: "what came back to the tenant, in cents",
  approverRef: "the approver's name, as first given",
  buyerRef: "the buyer, by a name of the tenant's own; null where none is given",
  sellerRef: "the seller, by a name of the tenant's own; null where none is given",
  payoutChain: "the chain that the beneficiary is paid on",
  payoutAddress: "the beneficiary's wallet; null where none is given yet",
  payoutStable: "the stablecoin that the beneficiary is paid in",
  refundAddress: "the wallet that a refund goes to; null where none is given yet",
  releaseRule: "what a release needs: the tenant's call alone, a moment, approvals, or completed milestones",
  requiredApprovals: "how many approvers have to agree under the rule of approvals",
  nextCursor: "send it as cursor for the next page; null on the last",
  limit: "the most that there may be; null where there is no limit",
  used: "how many there are, or were this month",
  remaining: "how many are left of this month; null where there is no limit",
  sha256: "SHA-256 in hexadecimal",
  hostedUrl: "the page on which the invoice is read and paid; whoever has the link can see it",
  collectionLink: "the same link as hostedUrl",
  pdfUrl: "where it is as PDF, for your key",
  risk_level: "how grave the risk is",
  risk_score: "the same as a number from 0 to 100",
  entity_name: "whom a list names there; null where nobody is named",
};

/** A schema in which every property that has no description has the glossary's, where that knows its name. */
export function withGlossary<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withGlossary) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const inner = withGlossary(value);
    return [key, key === "properties" ? explained(inner) : inner];
  });
  return Object.fromEntries(entries) as T;
}

function explained(properties: Record<string, Json>): Json {
  const entries = Object.entries(properties).map(([name, shape]) => {
    const raised = withRaised(shape);
    const description = raised.description ?? glossary[name];
    return [name, description === undefined ? raised : { ...raised, description }];
  });
  return Object.fromEntries(entries);
}

/** What may be null, with the description of what it is otherwise. */
function withRaised(shape: Json): Json {
  const { anyOf, ...rest } = shape as { anyOf?: readonly Json[]; description?: string };
  const [some, none] = anyOf ?? [];
  if (anyOf?.length !== 2 || none?.type !== "null" || rest.description !== undefined) return shape;
  const { description, ...said } = some ?? {};
  return description === undefined ? shape : { anyOf: [said, none], ...rest, description };
}
