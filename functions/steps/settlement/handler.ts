import type { SpineDesk, Subject } from "../../app/settlement/machine-steps.ts";
import { spineDesk } from "../../wiring/settlement/machine-context.ts";
import type { Machine } from "../step.ts";

/** The settlement machine's hops. */
export const settlement: Machine<SpineDesk, Subject> = {
  name: "settlement",
  desk: spineDesk,
  subjectId: ({ settlementId }) => settlementId,
};
