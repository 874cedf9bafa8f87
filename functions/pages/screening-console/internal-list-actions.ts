import {
  approveOwnEntry,
  proposeOwnEntry,
  rejectOwnEntry,
  withdrawOwnEntry,
} from "../../app/screening/internal-lists.ts";
import { verifyScreen } from "../../app/screening/verify-screen.ts";
import type { screeningConsoleActionOperations } from "../../contract/screening/screening-console-actions.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Handlers } from "../../http/operation-types.ts";
import { shown } from "../console/kit/layout.ts";
import { seeOther, viewOf } from "../console/kit/view.ts";
import { officeDesk } from "./context.ts";
import { screenPage } from "./screens.ts";

type Actions = Handlers<typeof screeningConsoleActionOperations>;

/** What is wrong with an address is said beside its field. */
function besideValue(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== "invalid_value") throw error;
  const fields = [{ path: "value", message: error.message }];
  throw new Refusal(error.code, error.message, { ...error.detail, fields });
}

/** What is done to the own lists, and the proof of a screen. */
export const ownActions: Pick<
  Actions,
  "proposeEntry" | "approveEntry" | "rejectEntry" | "withdrawEntry" | "answerAgain"
> = {
  proposeEntry: async (call) => {
    const { id } = await proposeOwnEntry(officeDesk(call), call.body).catch(besideValue);
    return seeOther(viewOf(call), `own-lists/${id}`, { done: "asked" });
  },
  approveEntry: async (call) => {
    const { id } = call.params;
    const { status } = await approveOwnEntry(officeDesk(call), id, call.body.note);
    const done = status === "active" ? "entry-counts" : "entry-off";
    return seeOther(viewOf(call), `own-lists/${id}`, { done });
  },
  rejectEntry: async (call) => {
    const { id } = call.params;
    await rejectOwnEntry(officeDesk(call), id, call.body.note);
    return seeOther(viewOf(call), `own-lists/${id}`, { done: "rejected" });
  },
  withdrawEntry: async (call) => {
    const { id } = call.params;
    await withdrawOwnEntry(officeDesk(call), id, call.body.reason);
    return seeOther(viewOf(call), `own-lists/${id}`, { done: "asked" });
  },
  answerAgain: async (call) => {
    const { id } = call.params;
    const desk = officeDesk(call);
    const view = viewOf(call);
    return shown(view, await screenPage(desk, view, id, await verifyScreen(desk, id)));
  },
};
