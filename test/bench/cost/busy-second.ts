import { indexUnits, readUnits, tableUnits } from "../../../bin/sandbox/cost/units.ts";
import { senderPace } from "../../../lib/messaging/webhooks.ts";
import { billedMs, changesOf, type Design, indexesOf } from "./bill.ts";
import type { Run } from "./lambda-runs.ts";

/** What a second takes of something that AWS or a setting of ours bounds. */
export interface Need {
  readonly what: string;
  /** What one settlement takes of it. */
  readonly each: number;
  readonly aSecond: number;
  /** What there is of it without asking. */
  readonly most: number;
  /** Who says so. */
  readonly by: string;
}

/** AWS's quotas of an account in us-east-1, as its pages on quotas had them in November 2026, and settings of ours. */
const most = {
  tableUnits: 40_000,
  concurrency: 1_000,
  requests: 10_000,
  starts: 300,
  transitions: 5_000,
  keyRequests: 100_000,
} as const;

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

/** Units of each table and of the busiest of its indexes, each of which has a quota of its own. */
function tableNeeds({ runs, tables }: Design): Omit<Need, "aSecond">[] {
  const changes = changesOf(runs);
  const calls = runs.flatMap(({ aws }) => aws);
  return Object.keys(tables).flatMap((table) => {
    const own = changes.filter((each) => each.table === table);
    const reads = calls.flatMap((each) => (each.table === table && each.read ? [each.read] : []));
    const ofIndexes = indexesOf(tables, table).map(([name, projection]) => ({
      name,
      units: sum(own, (each) => indexUnits(each, name, projection)),
    }));
    const busiest = ofIndexes.toSorted((one, other) => other.units - one.units)[0];
    const quota = { most: most.tableUnits, by: "DynamoDB, of a table or an index on demand" };
    return [
      { what: `write units of ${table}`, each: sum(own, tableUnits), ...quota },
      { what: `write units of ${table}.${busiest?.name}`, each: busiest?.units ?? 0, ...quota },
      { what: `read units of ${table}`, each: sum(reads, readUnits), ...quota },
    ];
  });
}

/** Lambdas that run at once: seconds of theirs in a second. */
function busy(runs: readonly Run[]): number {
  return sum(runs, (each) => billedMs(each) / 1000);
}

function lambdaNeeds({ runs }: Design): Omit<Need, "aSecond">[] {
  const concurrency = { most: most.concurrency, by: "Lambda, of an account" };
  const sending = runs.filter(({ lambda }) => lambda === "send-webhook");
  const gateway = runs.filter(({ replyBytes }) => replyBytes !== undefined);
  return [
    { what: "Lambdas at once, for the gateway", each: busy(gateway), ...concurrency },
    { what: "Lambdas at once, all", each: busy(runs), ...concurrency },
    {
      what: "senders of webhooks at once",
      each: busy(sending) / senderPace.batchSize,
      most: senderPace.maxConcurrency,
      by: "maxConcurrency (lib/messaging/webhooks.ts)",
    },
  ];
}

/** What a busy second of so many settlements takes of each quota and setting, beside what there is without asking. */
export function busySecond(design: Design, settlementsASecond: number): Need[] {
  const requests = design.runs.filter(({ replyBytes }) => replyBytes !== undefined).length;
  const keyCalls = sum(design.runs, ({ aws }) => aws.filter(({ operation }) => /crypt$/.test(operation)).length);
  const needs = [
    ...tableNeeds(design),
    ...lambdaNeeds(design),
    { what: "requests to the gateway", each: requests, most: most.requests, by: "API Gateway, of an account" },
    { what: "executions begun", each: 1, most: most.starts, by: "Step Functions, StartExecution's refill" },
    { what: "transitions", each: design.transitions, most: most.transitions, by: "Step Functions, state transitions" },
    { what: "requests to KMS", each: keyCalls, most: most.keyRequests, by: "KMS, symmetric keys" },
  ];
  return needs.filter(({ each }) => each > 0).map((need) => ({ ...need, aSecond: need.each * settlementsASecond }));
}
