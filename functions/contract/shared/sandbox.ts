import * as z from "zod";
import { get, operationTable, post, viewOf } from "../operation-table.ts";

const clock = z.object({
  now: z.string().describe("the service's time"),
  offsetSeconds: z.int().describe("how far it is ahead of real time, in seconds"),
});

const swept = z.object({
  handedOn: z.int().describe("screens that were handed to their next look"),
  continued: z.int().describe("settlements and escrows that went on"),
  resumed: z.int().describe("payments that were taken up again after a crash"),
  queued: z.int().describe("deliveries that were put into the queue"),
  failed: z.int().describe("what could not be done now and is tried again"),
});

const daily = z.object({
  closes: z.int().describe("days that were closed"),
  feeSweeps: z.int().describe("sweeps of fees that were made"),
  reserves: z.int().describe("reserves that were looked at"),
  archivedDays: z.int().describe("days whose audit trail was archived"),
  archivedEntries: z.int().describe("entries of the trail that were archived"),
  done: z.boolean().describe("false: time ran out, the next run goes on"),
});

const nightly = z.object({
  finished: z.int().describe("rails whose list was held against our records up to the last day that is over"),
  opened: z.int().describe("breaks that were found first"),
  failed: z.int().describe("rails whose list could not be read"),
  done: z.boolean().describe("false: time ran out or somebody is at it, the next run goes on"),
});

/** 400 days: past every window the service has. */
const longestAdvanceSeconds = 34_560_000;

const served = { caller: "operator", tag: "Sandbox", lambda: "sandbox", sandboxOnly: true } as const;

export const sandboxOperations = operationTable(served, {
  readClock: get("/admin/sandbox/clock", "The service's time", viewOf(clock)),
  advanceClock: post("/admin/sandbox/clock", "Move the service's time forward and do what became due", {
    role: "admin",
    description:
      "Days that are over are closed at once. Their audit trail is archived by the next call, when nothing of them is under way any more.",
    body: z.strictObject({
      advanceSeconds: z
        .int()
        .min(0)
        .max(longestAdvanceSeconds)
        .describe("how far to move it, in seconds, up to 400 days"),
    }),
    reply: {
      status: 200,
      schema: clock.extend({
        swept: swept.describe("what the every-minute sweep did"),
        daily: daily.describe("what the daily run did"),
        nightly: nightly.describe("what the nightly reconciliation did"),
      }),
    },
    keyless: "it moves the clock that the leases and ages of keys are told by",
    refusals: ["version_conflict"],
  }),
});
