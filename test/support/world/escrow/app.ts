import { approveEscrow, settleMilestone, takeApprovalBack } from "../../../../functions/app/escrow/approvals.ts";
import { escrowConditions } from "../../../../functions/app/escrow/conditions.ts";
import { openEscrow } from "../../../../functions/app/escrow/create.ts";
import { expireByHand } from "../../../../functions/app/escrow/expire.ts";
import { fundEscrow } from "../../../../functions/app/escrow/fund-escrow.ts";
import {
  awaitProof,
  disbursePayout,
  type PayoutContext,
  type PayoutSubject,
  parkEscrow,
  screenPayout,
  withdrawBlockedPayout,
} from "../../../../functions/app/escrow/machine-steps.ts";
import { refundEscrow } from "../../../../functions/app/escrow/refund.ts";
import { releaseEscrow } from "../../../../functions/app/escrow/release.ts";
import { dispatchEntry } from "../../../../functions/app/operations/outbox.ts";
import { receiveCallback } from "../../../../functions/app/operations/receive-callback.ts";
import { runSweep } from "../../../../functions/app/operations/run-sweep.ts";
import { startWorkflows } from "../../../../functions/app/operations/start-workflows.ts";
import { workOffDue } from "../../../../functions/app/operations/sweep-due-records.ts";
import type { CarriedSubject } from "../settlement/app.ts";

/** As functions/steps does it; what goes wrong while a token waits is told to the token as well. */
async function transition(
  task: string,
  context: PayoutContext,
  subject: PayoutSubject,
  { token = "", error }: CarriedSubject,
): Promise<unknown> {
  switch (task) {
    case "Screen":
      return { outcome: await screenPayout(context, subject) };
    case "Disburse":
      return disbursePayout(context, subject);
    case "Proof":
      try {
        return await awaitProof(context, subject, token);
      } catch (thrown) {
        await context.workflows.fail(token, "HopFailed", String(thrown));
        throw thrown;
      }
    case "Withdraw":
      return withdrawBlockedPayout(context, subject);
    case "Park":
      return parkEscrow(context, subject, error ?? "no answer");
    default:
      throw new Error(`no task is called ${task}`);
  }
}

/** The escrow engine's use cases as a world runs them: the real ones, unless a test puts something in their place. */
export const theEscrowApp = {
  ...{ openEscrow, fundEscrow, releaseEscrow, refundEscrow, expireByHand, approveEscrow },
  ...{
    takeApprovalBack,
    settleMilestone,
    escrowConditions,
    receiveCallback,
    dispatchEntry,
    startWorkflows,
    sweep: runSweep,
    workOffDue,
    transition,
  },
};

export type EscrowApp = typeof theEscrowApp;
