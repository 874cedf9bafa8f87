import type { CommitContext } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { Meter } from "../core/ports.ts";
import { sweepLetters } from "../mail/letter-queue.ts";
import type { MailQueue } from "../mail/ports.ts";
import { countWaiting } from "./count-waiting.ts";
import { type DispatchedWork, type DueDispatchContext, dispatchDue } from "./dispatch-due.ts";

export type SweepRunContext = DueDispatchContext & CommitContext & { readonly mails: MailQueue; readonly meter: Meter };

/** One run of the sweep: hands out what is due, queues letters again that nobody has sent, and counts what waits. Throws at its end where a part of it could not be done. */
export async function runSweep(context: SweepRunContext): Promise<DispatchedWork & { readonly letters: number }> {
  const [dispatched, letters, waiting] = await Promise.allSettled([
    dispatchDue(context),
    sweepLetters(context),
    countWaiting(context),
  ]);
  for (const part of [dispatched, letters, waiting])
    if (part.status === "rejected") {
      logFailure(context, "sweep failed", { operation: "sweep", correlationId: context.requestId }, part.reason);
      throw part.reason;
    }
  const done = dispatched.status === "fulfilled" ? dispatched.value : undefined;
  if (!done || letters.status !== "fulfilled") throw new Error("a sweep has its parts");
  if (done.failedShards > 0) throw new Error(`${done.failedShards} shards of due work were not handed out`);
  return { ...done, letters: letters.value };
}
