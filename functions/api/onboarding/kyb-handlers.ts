import {
  type InviteContext,
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

/** What the routes of invitations do, at the context of whoever calls. */
export function kybCalls(
  contextOf: (call: Call<Operation>) => InviteContext & { readonly live: boolean },
): Handlers<typeof kybOperations> {
  return {
    inviteApplicant: async (call) => {
      const { expiresInSeconds: linkSeconds, ...input } = call.body;
      return { body: shown(await inviteApplicant(contextOf(call), { ...input, linkSeconds })) };
    },
    listInvites: async (call) => {
      const { data, nextCursor } = await listKyb(contextOf(call), call.query);
      return { body: { data: data.map(viewOfKyb), nextCursor } };
    },
    getInvite: async (call) => {
      const { state, entries } = await readKyb(contextOf(call), call.params.id);
      return { body: { ...viewOfKyb(state), history: entries.map(transitionOf) } };
    },
    resendInvite: async (call) => ({ body: shown(await resendInvite(contextOf(call), call.params.id)) }),
    revokeInvite: async (call) => ({ body: viewOfKyb(await revokeInvite(contextOf(call), call.params.id)) }),
  };
}
