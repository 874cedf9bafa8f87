import type { Instant } from "../../domain/core/time.ts";
import { type ArchiveContext, archiveDue } from "../audit/archive-audit.ts";
import { accountList } from "./account-record.ts";
import { type EraseRequestsContext, eraseDueRequests } from "./erase-account-requests.ts";

/** What one run did; `done` is false where time ran out: the next run goes on from there. */
export interface ScreeningDaily {
  readonly erasedRequests: number;
  readonly archivedDays: number;
  readonly archivedEntries: number;
  readonly done: boolean;
}

/** What is due once a day is over, until `deadline`: requests for an account that came to nothing, and the archive of its audit trail. Safe to do twice, and at the same time. */
export async function screeningDaily(
  context: Omit<ArchiveContext, "owners"> & EraseRequestsContext,
  deadline: Instant,
): Promise<ScreeningDaily> {
  const erasure = await eraseDueRequests(context, deadline);
  const { days, entries, done } = await archiveDue({ ...context, owners: accountList.name }, deadline);
  return {
    ...{ erasedRequests: erasure.erased, archivedDays: days, archivedEntries: entries },
    done: done && erasure.done,
  };
}
