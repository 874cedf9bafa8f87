import {
  awaitCollection,
  convertFunds,
  declineWithoutScreen,
  disburseFunds,
  parkSettlement,
  type SettlementContext,
  type Subject,
  screenBeforeConversion,
  awaitScreen as waitForScreen,
} from "../app/settlement/machine-steps.ts";
import { contextFor } from "../wiring/core/context.ts";
import { workflows } from "../wiring/core/workflows.ts";
import { vendors } from "../wiring/rails/vendors.ts";
import { type Machine, step, waitingStep } from "./step.ts";

const settlement: Machine<SettlementContext, Subject> = {
  name: "settlement",
  context: (requestId) => ({ ...vendors, ...contextFor("system:settlement", requestId), workflows }),
  subjectId: ({ settlementId }) => settlementId,
};

// Each task is a bundle of its own: the marks leave the others out of it.

export const collect = /* @__PURE__ */ waitingStep(settlement, "collect", awaitCollection);

export const screen = /* @__PURE__ */ step(settlement, "screen", async (context, subject) => ({
  outcome: await screenBeforeConversion(context, subject),
}));

export const awaitScreen = /* @__PURE__ */ waitingStep(settlement, "await-screen", waitForScreen);

export const convert = /* @__PURE__ */ step(settlement, "convert", convertFunds);

export const disburse = /* @__PURE__ */ waitingStep(settlement, "disburse", disburseFunds);

export const decline = /* @__PURE__ */ step(settlement, "decline", declineWithoutScreen);

export const park = /* @__PURE__ */ step(settlement, "park", (context, task: Subject & { readonly error?: string }) =>
  parkSettlement(context, task, task.error ?? "no answer"),
);
