import { payByForm } from "../../../functions/app/checkout/pay.ts";
import { dispatchEntry } from "../../../functions/app/operations/outbox.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { releaseDue } from "../../../functions/app/operations/release-due.ts";
import { sweep } from "../../../functions/app/operations/sweep.ts";
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
} from "../../../functions/app/settlement/machine-steps.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { sendDelivery } from "../../../functions/app/webhooks/deliver.ts";

/** What a machine's task may carry beside its subject. */
export interface Carried {
  readonly token: string | undefined;
  readonly error: string | undefined;
}

/** As functions/steps/step.ts does it: what goes wrong is told to the token as well. */
async function waiting(
  hop: (desk: SpineDesk, subject: Subject, token: string) => Promise<void>,
  desk: SpineDesk,
  subject: Subject,
  token = "",
): Promise<void> {
  try {
    await hop(desk, subject, token);
  } catch (error) {
    await desk.workflows.fail(token, "HopFailed", String(error));
    throw error;
  }
}

async function hop(task: string, desk: SpineDesk, subject: Subject, carried: Carried): Promise<unknown> {
  switch (task) {
    case "Collect":
      return waiting(awaitCollection, desk, subject, carried.token);
    case "Screen":
      return { outcome: await screenBeforeConversion(desk, subject) };
    case "AwaitScreen":
      return waiting(awaitScreen, desk, subject, carried.token);
    case "Convert":
      return convertFunds(desk, subject);
    case "Disburse":
      return waiting(disburseFunds, desk, subject, carried.token);
    case "Decline":
      return declineUnscreened(desk, subject);
    case "Park":
      return parkSettlement(desk, subject, carried.error ?? "no answer");
    default:
      throw new Error(`no task is called ${task}`);
  }
}

/** The service's use cases as a world runs them: the real ones, unless a test puts something in their place. */
export const theApp = {
  ...{ payInvoice, payByForm, receiveCallback, dispatchEntry, sendDelivery, sweep, releaseDue, hop },
};

export type App = typeof theApp;
