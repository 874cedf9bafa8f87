/** A list price: dollars for so many of a unit, where AWS publishes it, and when it was last seen there. */
export interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  readonly source: string;
  /** A day, or a month where no day is known. */
  readonly seen: string;
}

const million = 1_000_000;
const aws = "https://aws.amazon.com";
const onDemand = { source: `${aws}/dynamodb/pricing/on-demand/`, seen: "2026-09-18" } as const;
const ofLambda = { source: `${aws}/lambda/pricing/`, seen: "2026-09-20" } as const;
const ofSecrets = { source: `${aws}/secrets-manager/pricing/`, seen: "2026-09-20" } as const;
const ofCloudWatch = { source: `${aws}/cloudwatch/pricing/`, seen: "2026-05-05" } as const;
const ofWebAcls = { source: `${aws}/waf/pricing/`, seen: "2026-05" } as const;
const ofKeys = { source: `${aws}/kms/pricing/`, seen: "2025-11" } as const;
const ofBuckets = { source: `${aws}/s3/pricing/`, seen: "2025-11" } as const;

/**
 * AWS's list prices in us-east-1, on demand: free tiers, volume steps and agreements left out. Nothing here is looked
 * up; check them against their pages before a decision hangs on them.
 */
export const prices = {
  dynamoWrite: { usd: 0.625, per: million, unit: "write unit", ...onDemand },
  dynamoRead: { usd: 0.125, per: million, unit: "read unit", ...onDemand },
  dynamoStorage: { usd: 0.25, per: 1, unit: "GB-month", ...onDemand },
  dynamoRecovery: { usd: 0.2, per: 1, unit: "GB-month", ...onDemand },
  transition: {
    ...{ usd: 25, per: million, unit: "transition" },
    ...{ source: `${aws}/step-functions/pricing/`, seen: "2025-11" },
  },
  lambdaRequest: { usd: 0.2, per: million, unit: "request", ...ofLambda },
  lambdaArm: { usd: 13.3334, per: million, unit: "GB-second", ...ofLambda },
  apiRequest: {
    ...{ usd: 3.5, per: million, unit: "request" },
    ...{ source: `${aws}/api-gateway/pricing/`, seen: "2026-05-05" },
  },
  webAcl: { usd: 5, per: 1, unit: "web ACL a month", ...ofWebAcls },
  webAclRule: { usd: 1, per: 1, unit: "rule a month", ...ofWebAcls },
  webAclRequest: { usd: 0.6, per: million, unit: "request", ...ofWebAcls },
  queueRequest: {
    ...{ usd: 0.4, per: million, unit: "request" },
    ...{ source: `${aws}/sqs/pricing/`, seen: "2025-11" },
  },
  logBytes: { usd: 0.5, per: 1e9, unit: "byte taken in", ...ofCloudWatch },
  logStorage: { usd: 0.03, per: 1, unit: "GB-month, compressed", ...ofCloudWatch },
  metric: { usd: 0.3, per: 1, unit: "metric of our own a month", ...ofCloudWatch },
  alarm: { usd: 0.1, per: 1, unit: "alarm a month", ...ofCloudWatch },
  dashboard: { usd: 3, per: 1, unit: "dashboard a month", ...ofCloudWatch },
  trace: { usd: 5, per: million, unit: "trace", source: `${aws}/xray/pricing/`, seen: "2025-11" },
  transfer: { usd: 0.09, per: 1e9, unit: "byte out", source: `${aws}/ec2/pricing/on-demand/`, seen: "2025-11" },
  kmsKey: { usd: 1, per: 1, unit: "key a month", ...ofKeys },
  kmsRequest: { usd: 3, per: million, unit: "request", ...ofKeys },
  secret: { usd: 0.4, per: 1, unit: "secret a month", ...ofSecrets },
  secretRequest: { usd: 5, per: million, unit: "request", ...ofSecrets },
  s3Put: { usd: 5, per: million, unit: "request", ...ofBuckets },
  s3Get: { usd: 0.4, per: million, unit: "request", ...ofBuckets },
} as const satisfies Record<string, Price>;

export type PricedCall = keyof typeof prices;

/** What cannot be counted on one machine: times are those of a warm Lambda beside its table, on the dear side. */
export const assumptions = {
  /** Settlements that share what runs whether anything happens or not. */
  settlementsAMonth: million,
  secondsAMonth: 2_628_000,
  /** A run's own work (parsing, deciding, logging) where it has so much memory: half of it brings half of the CPU. */
  ownMs: 8,
  ownMsMb: 512,
  tableMs: 8,
  transactionMs: 15,
  otherAwsMs: 15,
  bankMs: 250,
  screeningMs: 80,
  receiverMs: 150,
  /** Runs that begin in a new sandbox, and how long that takes; it is billed. */
  coldShare: 0.01,
  coldMs: 600,
  /** Bytes that CloudWatch adds to each event, and what Lambda itself prints for a run in START, END and REPORT. */
  logEventBytes: 26,
  platformBytes: 330,
  /** What CloudWatch keeps of a byte, compressed, and for how many months production keeps it. */
  logKeptShare: 0.15,
  logKeptMonths: 12,
  /** A line of the gateway's access log. */
  accessBytes: 330,
  /** Bytes of an event of the machine's log without its data. */
  machineEventBytes: 480,
  /** A request's other bytes: TLS, and headers that nobody of ours writes. */
  wireBytes: 700,
  /** Requests to SQS for a message: sent, received, taken away, each in a batch of its own. */
  requestsAMessage: 3,
  /** Long polls of an idle queue by Lambda's five pollers, every 20 s. */
  idlePollsAMonth: 5 * 3 * 60 * 730,
  /** What the table keeps for each item and each of its places in an index. */
  storedExtraBytes: 100,
} as const;

/** Dollars for so many. */
export function usdOf(priced: PricedCall, quantity: number): number {
  const { usd, per } = prices[priced];
  return (quantity * usd) / per;
}
