import { mapRequesterTexts, requestErasureAt } from "../../domain/access/access-request.ts";
import { idOf } from "../../domain/core/id.ts";
import { type ErasureReason, erasedText } from "../../domain/core/sealed-text.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { AccountRequest } from "../../domain/screening/account-request.ts";
import { knownAddressKey } from "../access/submit-access-request.ts";
import { changeRecord, commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { dailyPartitions } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import type { PersonalData } from "../core/personal-data.ts";
import type { Log } from "../core/ports.ts";
import { getAccountRequest } from "./account-requests.ts";

export interface EraseRequestsContext extends Context {
  readonly personal: PersonalData;
  readonly log: Log;
}

/** What one run erased; `done` is false where time ran out or one failed: it is still due. */
export interface ErasedRequests {
  readonly erased: number;
  readonly done: boolean;
}

const pageSize = 100;
const requestId = idOf("acr");

/** Erases the requests for an account that came to nothing a year after their last act, until `deadline`. Safe to do twice, and at the same time. */
export async function eraseDueRequests(context: EraseRequestsContext, deadline: Instant): Promise<ErasedRequests> {
  const { store, clock } = context;
  const result = { erased: 0, done: true };
  for (const pk of dailyPartitions) {
    const due = await store.page({ index: "due", pk, upTo: `${clock.now()}~`, limit: pageSize });
    for (const row of due.filter(({ pk: id }) => requestId.safeParse(id).success)) {
      if (clock.now() >= deadline) return { ...result, done: false };
      try {
        await eraseDueRequest(context, row.pk);
        result.erased += 1;
      } catch (error) {
        logFailure(context, "account request not erased", { operation: "daily", correlationId: row.pk }, error);
        result.done = false;
      }
    }
    if (due.length === pageSize) result.done = false;
  }
  return result;
}

async function eraseDueRequest(context: EraseRequestsContext, id: string): Promise<void> {
  const erasureAt = requestErasureAt((await getAccountRequest(context, id)).state);
  // Somebody answered it meanwhile.
  if (erasureAt !== null && erasureAt > context.clock.now()) return;
  await eraseAccountRequest(context, id, "no_longer_needed");
}

/** Erases a request for an account, now and whatever became of it: its texts, the digest of its address, and its key. The key goes before its record, which is due until it is done: a run that dies between begins anew. Safe to do twice. */
export async function eraseAccountRequest(
  context: Omit<EraseRequestsContext, "log">,
  id: string,
  reason: ErasureReason,
): Promise<AccountRequest> {
  const { store, clock, personal } = context;
  const { state } = await getAccountRequest(context, id);
  if (state.contactEmail !== erasedText) {
    const [address] = await store.read([knownAddressKey(state.contactEmail)]);
    if (address) await commit(context, [{ remove: knownAddressKey(state.contactEmail), expect: address.v }]);
  }
  await personal.erase([`requester:${id}`]);
  const load = () => getAccountRequest(context, id);
  const erased = await changeRecord(context, load, (before) => {
    const next = { ...mapRequesterTexts(before, () => erasedText), updatedAt: clock.now() };
    return [{ next, from: before.status, to: before.status, reason: `erased: ${reason.replaceAll("_", " ")}` }];
  });
  return erased.state;
}
