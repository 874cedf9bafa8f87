import { mapRequesterTexts } from "../../../domain/access/access-request.ts";
import type { Signup } from "../../../domain/access/signup.ts";
import { erasedText } from "../../../domain/core/sealed-text.ts";
import type { Instant } from "../../../domain/core/time.ts";
import { erasureTerms } from "../../../domain/operations/erasure.ts";
import { signupRecordType } from "../../access/request-access.ts";
import { getSignup } from "../../access/signups.ts";
import { knownAddressKey } from "../../access/submit-access-request.ts";
import { changeRecord, commit } from "../../core/change.ts";
import type { Context } from "../../core/context.ts";
import { allOf, isAddress } from "./all-of.ts";
import type { LoadedSubject, SubjectAccess } from "./subject-access.ts";

/** Whoever asked for access. */
export const requesters: SubjectAccess = {
  load: async (context, id) => requester((await getSignup(context, id)).state),
  find: async (context, by) => {
    if ("invoiceId" in by) return [];
    const isWanted = ({ contactEmail, tenantId }: Signup) =>
      "email" in by ? isAddress(contactEmail, by.email) : tenantId === by.tenantId;
    return (await allOf(context, signupRecordType)).filter(isWanted).map(requester);
  },
};

function requester(state: Signup): LoadedSubject {
  const { id, tenantId, createdAt } = state;
  return {
    ...{ id, tenantId, createdAt, record: state, files: [] },
    keys: [`requester:${id}`],
    terms: async (_, endedAt, now) => erasureTerms("none", endedAt, now),
    erase: async (context) => {
      await removeAddress(context, state.contactEmail);
      const load = () => getSignup(context, id);
      await changeRecord(context, load, (before) => eraseSignup(before, context.clock.now()));
    },
  };
}

function eraseSignup(state: Signup, now: Instant) {
  if (state.contactEmail === erasedText) return [];
  const next = { ...mapRequesterTexts(state, () => erasedText), updatedAt: now };
  return [{ next, from: state.status, to: state.status, reason: "erased" }];
}

/** The digest of an address by which whoever asks twice is known. */
async function removeAddress(context: Context, email: string): Promise<void> {
  const [row] = await context.store.read([knownAddressKey(email)]);
  if (row) await commit(context, [{ remove: knownAddressKey(email), expect: row.v }]);
}
