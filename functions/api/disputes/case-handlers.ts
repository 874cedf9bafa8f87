import type { Context } from "../../app/core/context.ts";
import { embedRecords, type ViewContext } from "../../app/core/embed-records.ts";
import { type CaseAction, takeCaseAction } from "../../app/disputes/case-actions.ts";
import { listCases } from "../../app/disputes/case-reads.ts";
import { startCase } from "../../app/disputes/start-case.ts";
import { disputedEscrowOf } from "../../app/escrow/disputes.ts";
import { caseJoins } from "../../app/escrow/embeddable.ts";
import type { caseOperations } from "../../contract/disputes/cases.ts";
import { viewCaseSummary } from "../../domain/disputes/case-view.ts";
import type { Operation } from "../../http/operation.ts";
import type { Call, Handlers } from "../../http/operation-types.ts";
import { namedCase, shownCase } from "./case-reply.ts";

/** What cases' routes do, at whatever context a call comes to. */
export function caseCalls(
  contextOf: (call: Call<Operation>) => Context & ViewContext,
): Handlers<typeof caseOperations> {
  /** Does something about a case and shows it as it is then. */
  async function done(call: Call<Operation> & Parameters<typeof namedCase>[0], what: CaseAction) {
    const context = contextOf(call);
    await takeCaseAction(context, namedCase(call), what);
    return { body: await shownCase(context, namedCase(call)) };
  }
  return {
    listCases: async (call) => {
      const context = contextOf(call);
      const { data, nextCursor } = await listCases(context, call.principal, call.query);
      const embedded = await embedRecords(context, caseJoins, call, data);
      return { body: { data: data.map((state) => ({ ...viewCaseSummary(state), ...embedded(state) })), nextCursor } };
    },
    createCase: async (call) => {
      const context = contextOf(call);
      const { tenantId } = call.principal;
      const { escrowId } = call.body;
      const about = escrowId === null ? null : await disputedEscrowOf(context, tenantId, escrowId);
      const { state } = await startCase(context, tenantId, call.body, about);
      return { body: await shownCase(context, { tenantId, caseId: state.id }) };
    },
    gatherEvidence: (call) => done(call, { act: "gather" }),
    recordOutcome: (call) => done(call, { act: "outcome", input: call.body }),
    acceptCase: (call) => done(call, { act: "accept" }),
    withdrawCase: (call) => done(call, { act: "withdraw" }),
    escalateCase: (call) => done(call, { act: "escalate", input: call.body }),
  };
}
