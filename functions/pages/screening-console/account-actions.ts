import { acceptAccountRequest, declineAccountRequest } from "../../app/screening/account-requests.ts";
import {
  changeAccount,
  mintAccountKey,
  openAccountOnce,
  revokeAccountKey,
} from "../../app/screening/accounts.ts";
import type { screeningConsoleActionOperations } from "../../contract/screening/screening-console-actions.ts";
import { refusePlan } from "../../domain/screening/account.ts";
import type { Answer, Handlers } from "../../http/operation-types.ts";
import { shown } from "../console/kit/layout.ts";
import { secretPage } from "../console/kit/secret-page.ts";
import { seeOther, viewOf } from "../console/kit/view.ts";
import { officeDesk } from "./context.ts";

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
