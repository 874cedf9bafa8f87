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
  const parts = [dispatchDue(context), sweepLetters(context), countWaiting(context)] as const;
  // Each is tried to its end before the failure of one ends the run.
  await Promise.allSettled(parts);
  const [done, letters] = await Promise.all(parts).catch((error: unknown) => {
    logFailure(context, "sweep failed", { operation: "sweep", correlationId: context.requestId }, error);
    throw error;
  });
  if (done.failedShards > 0) throw new Error(`${done.failedShards} shards of due work were not handed out`);
  return { ...done, letters };
}
