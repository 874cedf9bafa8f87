import { acceptSignupRequest, declineSignupRequest, getSignup, listSignups } from "../../app/access/signups.ts";
import { signupOperations } from "../../contract/access/signups.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { live, settings } from "../../wiring/core/env.ts";
import { personal } from "../../wiring/core/personal.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

const stage = { onboardUrl: settings.ONBOARD_URL, environment: live ? "live" : "test" } as const;

export const handler = serve(signupOperations, withCursors({ ...operatorFrame, personal }), {
  listSignups: async (call) => ({ body: await listSignups(contextOf(call), call.query) }),
  getSignup: async (call) => ({ body: (await getSignup(contextOf(call), call.params.id)).state }),
  acceptSignup: async (call) => ({
    body: await acceptSignupRequest({ ...contextOf(call), ...stage }, call.params.id, call.body),
  }),
  declineSignup: async (call) => ({
    body: await declineSignupRequest(contextOf(call), call.params.id, call.body.reason),
  }),
});
