import { payByForm } from "../../../../functions/app/checkout/pay.ts";
import { dispatchEntry } from "../../../../functions/app/operations/outbox.ts";
import { receiveCallback } from "../../../../functions/app/operations/receive-callback.ts";
import { releaseDue } from "../../../../functions/app/operations/release-due.ts";
import { sweep } from "../../../../functions/app/operations/sweep.ts";
import {
  awaitCollection,
  awaitScreen,
  convertFunds,
  declineUnscreened,
  disburseFunds,
  parkSettlement,
  type SpineDesk,
  type Subject,
  screenBeforeConversion,
} from "../../../../functions/app/settlement/machine-steps.ts";
import { payInvoice } from "../../../../functions/app/settlement/pay-invoice.ts";
import { sendDelivery } from "../../../../functions/app/webhooks/deliver.ts";

/** What a machine's task may carry beside its subject. */
export interface Carried {
  readonly token: string | undefined;
  readonly error: string | undefined;
}

type Task = (desk: SpineDesk, subject: Subject, carried: Carried) => Promise<unknown>;

/** As functions/steps/step.ts does it: what goes wrong is told to the token as well. */
function waiting(begin: (desk: SpineDesk, subject: Subject, token: string) => Promise<void>): Task {
  return async (desk, subject, { token = "" }) => {
    try {
      await begin(desk, subject, token);
    } catch (error) {
      await desk.workflows.fail(token, "HopFailed", String(error));
      throw error;
    }
  };
}

const tasks: Readonly<Record<string, Task>> = {
  Collect: waiting(awaitCollection),
  Screen: async (desk, subject) => ({ outcome: await screenBeforeConversion(desk, subject) }),
  AwaitScreen: waiting(awaitScreen),
  Convert: convertFunds,
  Disburse: waiting(disburseFunds),
  Decline: declineUnscreened,
  Park: (desk, subject, { error }) => parkSettlement(desk, subject, error ?? "no answer"),
};

async function hop(name: string, desk: SpineDesk, subject: Subject, carried: Carried): Promise<unknown> {
  const task = tasks[name];
  if (!task) throw new Error(`no task is called ${name}`);
  return task(desk, subject, carried);
}

/** The service's use cases as a world runs them: the real ones, unless a test puts something in their place. */
export const theApp = {
  ...{ payInvoice, payByForm, receiveCallback, dispatchEntry, sendDelivery, sweep, releaseDue, hop },
};

export type App = typeof theApp;
