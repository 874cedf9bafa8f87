import type { SpineDesk, Subject } from "../app/settle-hops.ts";
import { spineDesk } from "../wiring/spine.ts";
import type { Machine } from "./step.ts";

/** The settlement machine's hops. */
export const settlement: Machine<SpineDesk, Subject> = {
  name: "settlement",
  desk: spineDesk,
  subjectId: ({ settlementId }) => settlementId,
};
