import {
  awaitProof,
  disbursePayout,
  type PayoutContext,
  type PayoutSubject,
  parkEscrow,
  screenPayout,
  withdrawBlockedPayout,
} from "../app/escrow/machine-steps.ts";
import { contextFor } from "../wiring/core/context.ts";
import { workflows } from "../wiring/core/workflows.ts";
import { vendors } from "../wiring/rails/vendors.ts";
import { type Machine, step, waitingStep } from "./step.ts";

const escrowPayout: Machine<PayoutContext, PayoutSubject> = {
  name: "escrow-payout",
  context: (requestId) => ({ ...vendors, ...contextFor("system:escrow", requestId), workflows }),
  subjectId: ({ escrowId }) => escrowId,
};

// Each task is a bundle of its own: the marks leave the others out of it.

export const screen = /* @__PURE__ */ step(escrowPayout, "screen", async (context, subject) => ({
  outcome: await screenPayout(context, subject),
}));

export const disburse = /* @__PURE__ */ step(escrowPayout, "disburse", disbursePayout);

export const proof = /* @__PURE__ */ waitingStep(escrowPayout, "proof", awaitProof);

export const withdraw = /* @__PURE__ */ step(escrowPayout, "withdraw", withdrawBlockedPayout);

export const park = /* @__PURE__ */ step(
  escrowPayout,
  "park",
  (context, task: PayoutSubject & { readonly error?: string }) => parkEscrow(context, task, task.error ?? "no answer"),
);
