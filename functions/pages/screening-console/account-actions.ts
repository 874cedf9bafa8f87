import { acceptAccountRequest, declineAccountRequest } from "../../app/account-requests.ts";
import {
  changeAccount,
  mintAccountKey,
  openAccountOnce,
  revokeAccountKey,
} from "../../app/screening-accounts.ts";
import { refusePlan } from "../../domain/account.ts";
import type { Answer, Handlers } from "../../http/define.ts";
import { shown } from "../console/layout.ts";
import { secretPage } from "../console/secret-page.ts";
import { seeOther, viewOf } from "../console/view.ts";
import type { screeningConsoleActionOperations } from "../screening-console-actions.contract.ts";
import { officeDesk } from "./desk.ts";

type Actions = Handlers<typeof screeningConsoleActionOperations>;
type Sent = Parameters<typeof viewOf>[0];

/** Shows an account's key, this once. */
function keyShown(call: Sent, accountId: string, secret: string, words: string): Answer<string> {
  const view = viewOf(call);
  const back = { back: `accounts/${accountId}`, above: "The account" };
  return shown(view, secretPage(view, { title: "A new API key", secret, words, ...back }));
}

/** What is done to accounts, their keys and the requests for them. */
export const accountActions: Pick<
  Actions,
  | "openAccount"
  | "renameAccount"
  | "setAccountPlan"
  | "setAccountStatus"
  | "addAccountKey"
  | "endAccountKey"
  | "letAccountIn"
  | "turnAccountDown"
> = {
  openAccount: async (call) => {
    const desk = officeDesk(call);
    const { environment } = desk;
    const { id = desk.newId("acc", desk.clock.now()), ...said } = call.body;
    const opened = await openAccountOnce(desk, id, { ...said, environment });
    if (!opened) return seeOther(viewOf(call), `accounts/${id}`, { done: "account-open" });
    const { name, apiKey } = opened;
    return keyShown(call, id, apiKey, `The account ${name} is open. This is its first API key.`);
  },
  renameAccount: async (call) => {
    const { id } = call.params;
    await changeAccount(officeDesk(call), id, call.body);
    return seeOther(viewOf(call), `accounts/${id}`, { done: "account-changed" });
  },
  setAccountPlan: async (call) => {
    const { id } = call.params;
    const { plan } = call.body;
    const desk = officeDesk(call);
    const refused = refusePlan(plan, desk.environment);
    if (refused) throw refused;
    await changeAccount(desk, id, { plan });
    return seeOther(viewOf(call), `accounts/${id}`, { done: "plan-changed" });
  },
  setAccountStatus: async (call) => {
    const { id } = call.params;
    const { status } = call.body;
    await changeAccount(officeDesk(call), id, { status });
    const done = status === "active" ? "account-resumed" : "account-suspended";
    return seeOther(viewOf(call), `accounts/${id}`, { done });
  },
  addAccountKey: async (call) => {
    const { id } = call.params;
    const desk = officeDesk(call);
    const { environment } = desk;
    const { secret } = await mintAccountKey(desk, id, { ...call.body, environment });
    return keyShown(call, id, secret, "This is the account's new API key.");
  },
  endAccountKey: async (call) => {
    const { id, keyId } = call.params;
    await revokeAccountKey(officeDesk(call), id, keyId);
    return seeOther(viewOf(call), `accounts/${id}`, { done: "key-revoked" });
  },
  letAccountIn: async (call) => {
    const { account, apiKey, request } = await acceptAccountRequest(
      officeDesk(call),
      call.params.id,
      call.body,
    );
    const { id, name } = account;
    const words = `The account ${name} is open. This is its first API key, to be passed on to ${request.contactEmail} by a way that keeps it secret.`;
    return keyShown(call, id, apiKey, words);
  },
  turnAccountDown: async (call) => {
    const { id } = call.params;
    await declineAccountRequest(officeDesk(call), id, call.body);
    return seeOther(viewOf(call), `requests/${id}`, { done: "request-declined" });
  },
};
