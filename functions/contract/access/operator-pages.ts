import * as z from "zod";
import { operatorRoles } from "../../domain/core/operator.ts";
import { about, consoleForms, consolePages, flashMessageParam, form, record, route } from "../console/schemas.ts";
import { operatorsName } from "./sessions.ts";

const subject = { name: operatorsName };

/** The pages on which an admin sees who may come into a console, of either product. */
export function operatorPages(lambda: string) {
  return consolePages(
    lambda,
    {
      showOperators: route("/console/operators", "Who may come in, with which role", {
        query: z.strictObject({ done: flashMessageParam }),
      }),
      showOperator: record("/console/operators/{name}", "An operator with their role, sessions and passkeys", subject),
    },
    "admin",
  );
}

/** What an admin does about an operator in a console. */
export function operatorForms(lambda: string) {
  return consoleForms(lambda, "admin", {
    setRoleOf: form("/console/operators/{name}/role", "Give an operator a role", subject, {
      role: z.enum(operatorRoles),
    }),
    endSessionsOf: about("/console/operators/{name}/sessions/end", "End all of an operator's sessions", subject),
    removePasskeysOf: about(
      "/console/operators/{name}/passkeys/remove",
      "Take another operator's lost passkeys away",
      subject,
    ),
  });
}
