import {
  type InviteDesk,
  inviteApplicant,
  resendInvite,
  revokeInvite,
  type WithLink,
} from "../../app/onboarding/invites.ts";
import { listKyb, readKyb } from "../../app/onboarding/reads.ts";
import { transitionOf } from "../../app/settlement/reads.ts";
import type { kybOperations } from "../../contract/onboarding/kyb.ts";
import { viewOfKyb } from "../../domain/onboarding/view.ts";
import type { Operation } from "../../http/operation.ts";
import type { Call, Handlers } from "../../http/operation-types.ts";

function shown({ application, magicLink }: WithLink) {
  return { ...viewOfKyb(application), magicLink };
}

/** What the routes of invitations do, at the desk of whoever calls. */
export function kybCalls(
  deskOf: (call: Call<Operation>) => InviteDesk & { readonly live: boolean },
): Handlers<typeof kybOperations> {
  return {
    inviteApplicant: async (call) => {
      const { expiresInSeconds: linkSeconds, ...asked } = call.body;
      return { body: shown(await inviteApplicant(deskOf(call), { ...asked, linkSeconds })) };
    },
    listInvites: async (call) => {
      const { data, nextCursor } = await listKyb(deskOf(call), call.query);
      return { body: { data: data.map(viewOfKyb), nextCursor } };
    },
    getInvite: async (call) => {
      const { state, entries } = await readKyb(deskOf(call), call.params.id);
      return { body: { ...viewOfKyb(state), history: entries.map(transitionOf) } };
    },
    resendInvite: async (call) => ({ body: shown(await resendInvite(deskOf(call), call.params.id)) }),
    revokeInvite: async (call) => ({ body: viewOfKyb(await revokeInvite(deskOf(call), call.params.id)) }),
  };
}
