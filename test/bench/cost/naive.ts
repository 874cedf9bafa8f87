import { type Line, line } from "./line.ts";

/** The units that one kind of row takes in one settlement's life: of the table, by whole kilobytes of each put, and of its indexes, into which the whole row is copied. */
interface NaiveRows {
  readonly what: string;
  readonly puts: number;
  readonly tableUnits: number;
  readonly indexUnits: number;
}

/**
 * The same service as it is built in the obvious way, described by itself and frozen: it says what such a design does,
 * not what ours does, so that it stays where it is when ours saves. Every record, audit entry and posting is a put of
 * its own without a transaction. Powertools' idempotency puts and updates a record around every handler that writes.
 * Each of the four transitions is three states with a Lambda each: one marks it begun, one does it, one marks it done.
 * Five indexes hold whole rows. REST, a trace of each start, and a log of every event of the machine. Nothing polls.
 * The quantities were counted once, in November 2026, on a life over Bridge with three webhooks.
 */
export const naiveRows: readonly NaiveRows[] = [
  { what: "settlement, 3 to 4 KB, at each mark and transition", puts: 17, tableUnits: 59, indexUnits: 293 },
  { what: "audit entry, under 1 KB", puts: 13, tableUnits: 13, indexUnits: 13 },
  { what: "audit entry with its event, 2 KB", puts: 5, tableUnits: 10, indexUnits: 40 },
  { what: "ledger posting", puts: 4, tableUnits: 4, indexUnits: 0 },
  { what: "invoice, 2 KB", puts: 4, tableUnits: 8, indexUnits: 20 },
  { what: "invoice's number and link", puts: 2, tableUnits: 2, indexUnits: 1 },
  { what: "pointer", puts: 4, tableUnits: 4, indexUnits: 1 },
  { what: "overview's and tenant's counter", puts: 7, tableUnits: 7, indexUnits: 0 },
  { what: "requests counted", puts: 3, tableUnits: 3, indexUnits: 0 },
  { what: "webhook's delivery, 2 KB: made, begun, done", puts: 9, tableUnits: 18, indexUnits: 90 },
  { what: "idempotency record", puts: 46, tableUnits: 50, indexUnits: 0 },
];

/** Of an invoice's seven states three are the machine's own: its start, its gate and its end. */
const transitions = 3 + 4 * 3;

/** Its bill. A test holds the sum. */
export function naiveBill(): Line[] {
  const units = (of: (rows: NaiveRows) => number) => naiveRows.reduce((sum, rows) => sum + of(rows), 0);
  return [
    line("Step Functions", "transitions", "transition", transitions),
    line("CloudWatch", "bytes of the machine's log", "logBytes", 34_408),
    line(
      "DynamoDB",
      "write units of tables",
      "dynamoWrite",
      units(({ tableUnits }) => tableUnits),
    ),
    line(
      "DynamoDB",
      "write units of indexes",
      "dynamoWrite",
      units(({ indexUnits }) => indexUnits),
    ),
    line("DynamoDB", "read units", "dynamoRead", 66.8),
    line("DynamoDB", "GB kept for the first month", "dynamoStorage", 130_700 / 1e9),
    line("DynamoDB", "GB recoverable to the second", "dynamoRecovery", 45_250 / 1e9),
    line("Lambda", "runs", "lambdaRequest", 28),
    line("Lambda", "GB-seconds", "lambdaArm", 1.768),
    line("CloudWatch", "bytes that Lambdas print", "logBytes", 21_800),
    line("API Gateway", "requests", "apiRequest", 10),
    line("CloudWatch", "bytes of the gateway's log", "logBytes", 3_560),
    line("Transfer", "bytes out", "transfer", 22_300),
    line("SQS", "requests", "queueRequest", 11.63),
    line("X-Ray", "traces", "trace", 9.48),
  ];
}
