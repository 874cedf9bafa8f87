import { pageOfAll } from "../../app/core/list-page.ts";
import { requestFlag } from "../../app/review/ask-change.ts";
import { effectiveFlags, listFlagHistory } from "../../app/tenants/flags-and-fees.ts";
import { flagOperations } from "../../contract/tenants/flags.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { pairProblem } from "../../domain/rails/terms.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { live, settings, twoPersonControl } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(flagOperations, withCursors(operatorFrame), {
  listFlags: async (call) => {
    const flags = await effectiveFlags(contextOf(call), call.query.tenantId ?? null);
    return { body: pageOfAll(flags, ({ key }) => key, call.query) };
  },
  listFlagHistory: async (call) => ({ body: await listFlagHistory(contextOf(call), call.query) }),
  setFlag: async (call) => {
    const key = flagKeys.find((known) => known === call.body.key);
    if (!key) throw new Refusal("unknown_flag", `there is no flag ${call.body.key}`);
    const [, , conversion] = key.startsWith("vendor.conversion.") ? key.split(".") : [];
    const problem = call.body.enabled === true && conversion && pairProblem(settings.RAIL, conversion);
    if (problem) throw new Refusal("flag_not_allowed", problem);
    const answer = await requestFlag({ ...contextOf(call), live, twoPersonControl }, { ...call.body, key });
    return "flags" in answer ? { body: { data: answer.flags, nextCursor: null } } : { body: answer, status: 202 };
  },
});
