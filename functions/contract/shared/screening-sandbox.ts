import * as z from "zod";
import { operation } from "../../http/operation-types.ts";
import { sandboxOperations } from "./sandbox.ts";

const { readClock, advanceClock } = sandboxOperations;
const served = { lambda: "screening-sandbox" } as const;

const swept = z.object({
  rescreened: z.int().describe("monitored addresses that were screened again"),
  alerted: z.int().describe("of those, whose risk had changed"),
  completed: z.int().describe("screens that are pending no longer"),
  sent: z.int().describe("alerts that were tried"),
  failed: z.int().describe("what could not be done now and is tried again"),
});

const daily = z.object({
  archivedDays: z.int().describe("days of the audit trail that went into the archive"),
  archivedEntries: z.int().describe("entries of those days"),
  done: z.boolean().describe("false where time ran out; the next run goes on"),
});

/** The rails' test clock, on this host and of this service. */
export const screeningSandboxOperations = {
  readClock: operation({ ...readClock, ...served }),
  advanceClock: operation({
    ...advanceClock,
    ...served,
    description: "A new month of usage begins where the clock enters one; lists of the sandbox never age.",
    reply: {
      status: 200,
      schema: readClock.reply.schema.extend({
        swept: swept.describe("what became due and was done"),
        daily: daily.describe("what the daily run did"),
      }),
    },
  }),
};
