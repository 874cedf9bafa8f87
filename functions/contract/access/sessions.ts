import * as z from "zod";
import { idParam } from "../../http/schemas.ts";
import { consoleForms, consolePages, flashMessageParam, needing, route } from "../console/schemas.ts";
import { operationTable, post } from "../operation-table.ts";

/** An operator's name: of a token, of an IAM user or role, or of an Identity Center user. */
export const operatorsName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+=,-]{0,127}$/)
  .describe("an operator's name: that of a token, an IAM user, a role, or an Identity Center user");

const endedAt = z.string().describe("what began before this moment has ended");

/** How console sessions are ended over the interface, of either product. */
export function sessionOperations(lambda: string) {
  return operationTable({ caller: "operator", tag: "Operators", lambda } as const, {
    endOperatorSessions: post("/admin/operators/{name}/sessions/end", "End all of an operator's console sessions", {
      role: "viewer",
      description:
        "Their one-use links that nobody has used are over too. It holds from the next request on, whatever door they came by. Everybody may end their own; another's takes the role admin, else 403 `insufficient_scope`.",
      params: z.strictObject({ name: operatorsName }),
      reply: { status: 200, schema: z.object({ name: operatorsName, endedAt }) },
      refusals: ["version_conflict"],
    }),
    // Under a segment of its own: from an operator called ".." a client must not come here.
    endAllSessions: post("/admin/all-sessions/end", "End everybody's console sessions", {
      role: "admin",
      description: "Yours too, and all one-use links that nobody has used.",
      reply: { status: 200, schema: z.object({ endedAt }) },
      refusals: ["version_conflict"],
    }),
  });
}

/** Where an operator sees their sessions. */
export function sessionPages(lambda: string) {
  return consolePages(lambda, {
    showSessions: route("/console/sessions", "Your sessions, and what ends them", {
      query: z.strictObject({ done: flashMessageParam }),
    }),
  });
}

/** The forms that end sessions. */
export function sessionForms(lambda: string) {
  return consoleForms(lambda, "viewer", {
    endSession: route("/console/sessions/{id}/end", "End one of your sessions", { params: idParam("ses") }),
    endOwnSessions: route("/console/sessions/end", "End all of your sessions"),
    endEverybodysSessions: needing("admin", route("/console/sessions/end-all", "End everybody's sessions")),
  });
}
