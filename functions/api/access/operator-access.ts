import { removePasskeysOf } from "../../app/access/operator-passkeys.ts";
import { changeOperatorRole, getOperator, listOperators } from "../../app/access/operator-roles.ts";
import { endAllSessions, endOperatorSessions } from "../../app/access/sessions.ts";
import { operatorAccessOperations } from "../../contract/access/operator-access.ts";
import { isSamePerson } from "../../domain/core/operator.ts";
import { requireRole } from "../../http/rights.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { operatorFrame, tokenNames } from "../../wiring/frames/operator.ts";

export const handler = serve(operatorAccessOperations, operatorFrame, {
  listOperators: async (call) => ({ body: { operators: await listOperators(contextOf(call), await tokenNames()) } }),
  getOperator: async (call) => ({ body: await getOperator(contextOf(call), call.params.name, await tokenNames()) }),
  setOperatorRole: async (call) => ({
    body: await changeOperatorRole(contextOf(call), call.params.name, call.body.role),
  }),
  endOperatorSessions: async (call) => {
    const { name } = call.params;
    const { actor, role } = call.principal;
    if (!isSamePerson(actor, `operator:${name}`)) requireRole(role, "admin");
    return { body: await endOperatorSessions(contextOf(call), name) };
  },
  removeOperatorPasskeys: async (call) => ({ body: await removePasskeysOf(contextOf(call), call.params.name) }),
  endAllSessions: async (call) => ({ body: await endAllSessions(contextOf(call)) }),
});
