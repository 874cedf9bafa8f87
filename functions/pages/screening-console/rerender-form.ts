import type { RefusedCall } from "../../http/operation-types.ts";
import { settings } from "../../wiring/core/env.ts";
import { signInPage } from "../console/kit/sign-in.ts";
import type { View } from "../console/kit/view.ts";
import type { PagesAgain } from "../console/refused.ts";
import { accountPage, newAccountPage } from "./accounts.ts";
import { officeDesk } from "./context.ts";
import { ownEntryPage } from "./internal-entry.ts";
import { newEntryPage } from "./internal-lists.ts";
import { requestPage } from "./requests.ts";
import { screenPage } from "./screens.ts";

function desk({ operation = "", principal, requestId }: RefusedCall) {
  return officeDesk({ operation, requestId, principal: { actor: principal?.actor ?? "public" } });
}

const account = (view: View, call: RefusedCall) => accountPage(desk(call), view, call.params.id ?? "");
const request = (view: View, call: RefusedCall) => requestPage(desk(call), view, call.params.id ?? "");
const entry = (view: View, call: RefusedCall) => ownEntryPage(desk(call), view, call.params.id ?? "");

/** Where each form is shown again when it is refused. */
export const officePagesAgain: PagesAgain = {
  signIn: (view, { fields }) =>
    signInPage(view, { byToken: settings.ADMIN_AUTH !== "iam", next: fields.next }),
  openAccount: (view, call) => newAccountPage(desk(call), view),
  renameAccount: account,
  setAccountPlan: account,
  setAccountStatus: account,
  addAccountKey: account,
  endAccountKey: account,
  letAccountIn: request,
  turnAccountDown: request,
  proposeEntry: (view) => newEntryPage(view),
  approveEntry: entry,
  rejectEntry: entry,
  withdrawEntry: entry,
  answerAgain: (view, call) => screenPage(desk(call), view, call.params.id ?? ""),
};
