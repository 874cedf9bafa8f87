import type { SettlementContext, Subject } from "../../app/settlement/machine-steps.ts";
import { settlementContext } from "../../wiring/settlement/machine-context.ts";
import type { Machine } from "../step.ts";

/** The settlement machine's transitions. */
export const settlement: Machine<SettlementContext, Subject> = {
  name: "settlement",
  context: settlementContext,
  subjectId: ({ settlementId }) => settlementId,
};
