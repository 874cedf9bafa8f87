import * as z from "zod";
import { operation } from "../../http/operation-types.ts";

const clock = z.object({ now: z.string(), offsetSeconds: z.int() });

const swept = z.object({
  handedOn: z.int(),
  continued: z.int(),
  resumed: z.int(),
  queued: z.int(),
  failed: z.int(),
});

const daily = z.object({
  closes: z.int(),
  reserves: z.int(),
  archivedDays: z.int(),
  archivedEntries: z.int(),
  done: z.boolean().describe("false: time ran out, the next run goes on"),
});

/** 400 days: past every window the service has. */
const longestAdvanceSeconds = 34_560_000;

export const sandboxOperations = {
  readClock: operation({
    id: "readClock",
    method: "GET",
    path: "/admin/sandbox/clock",
    caller: "operator",
    tag: "Sandbox",
    summary: "The service's time",
    reply: { status: 200, schema: clock },
    refusals: [],
    lambda: "sandbox",
    sandboxOnly: true,
  }),
  advanceClock: operation({
    id: "advanceClock",
    method: "POST",
    path: "/admin/sandbox/clock",
    caller: "operator",
    tag: "Sandbox",
    summary: "Move the service's time forward and do what became due",
    description:
      "Days that are over are closed at once. Their audit trail is archived by the next call, when nothing of them is under way any more.",
    body: z.strictObject({ advanceSeconds: z.int().min(0).max(longestAdvanceSeconds) }),
    reply: { status: 200, schema: clock.extend({ swept, daily }) },
    refusals: ["version_conflict"],
    lambda: "sandbox",
    sandboxOnly: true,
  }),
};
