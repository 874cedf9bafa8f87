import { payByForm } from "../../../../functions/app/checkout/hosted-invoice.ts";
import { createCreditNote } from "../../../../functions/app/invoicing/credit-notes.ts";
import { cancelInvoice } from "../../../../functions/app/invoicing/invoices.ts";
import { releaseDue } from "../../../../functions/app/operations/daily.ts";
import { dispatchEntry } from "../../../../functions/app/operations/outbox.ts";
import { receiveCallback } from "../../../../functions/app/operations/receive-callback.ts";
import { runSweep } from "../../../../functions/app/operations/run-sweep.ts";
import { startWorkflows } from "../../../../functions/app/operations/start-workflows.ts";
import { workOffDue } from "../../../../functions/app/operations/sweep-due-records.ts";
import {
  awaitCollection,
  awaitScreen,
  convertFunds,
  declineWithoutScreen,
  disburseFunds,
  parkSettlement,
  type SettlementContext,
  type Subject,
  screenBeforeConversion,
} from "../../../../functions/app/settlement/machine-steps.ts";
import { payInvoice } from "../../../../functions/app/settlement/pay-invoice.ts";
import { sendDelivery } from "../../../../functions/app/webhooks/deliver.ts";

/** What a machine's task may carry beside its subject. */
export interface CarriedSubject {
  readonly token: string | undefined;
  readonly error: string | undefined;
}

type Task = (context: SettlementContext, subject: Subject, carried: CarriedSubject) => Promise<unknown>;

/** As functions/steps/step.ts does it: what goes wrong is told to the token as well. */
function waiting(begin: (context: SettlementContext, subject: Subject, token: string) => Promise<void>): Task {
  return async (context, subject, { token = "" }) => {
    try {
      await begin(context, subject, token);
    } catch (error) {
      await context.workflows.fail(token, "HopFailed", String(error));
      throw error;
    }
  };
}

const tasks: Readonly<Record<string, Task>> = {
  Collect: waiting(awaitCollection),
  Screen: async (context, subject) => ({ outcome: await screenBeforeConversion(context, subject) }),
  AwaitScreen: waiting(awaitScreen),
  Convert: convertFunds,
  Disburse: waiting(disburseFunds),
  Decline: declineWithoutScreen,
  Park: (context, subject, { error }) => parkSettlement(context, subject, error ?? "no answer"),
};

async function transition(
  name: string,
  context: SettlementContext,
  subject: Subject,
  carried: CarriedSubject,
): Promise<unknown> {
  const task = tasks[name];
  if (!task) throw new Error(`no task is called ${name}`);
  return task(context, subject, carried);
}

/** The service's use cases as a world runs them: the real ones, unless a test puts something in their place. */
export const theApp = {
  ...{
    payInvoice,
    payByForm,
    cancelInvoice,
    createCreditNote,
    receiveCallback,
    dispatchEntry,
    startWorkflows,
    sendDelivery,
    sweep: runSweep,
    workOffDue,
    releaseDue,
    transition,
  },
};

export type App = typeof theApp;
