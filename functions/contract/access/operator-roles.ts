import * as z from "zod";
import { operatorRoles } from "../../domain/core/operator.ts";
import { get, operationTable, put, recordOf, viewOf } from "../operation-table.ts";
import { operatorsName } from "./sessions.ts";

const role = z.enum(operatorRoles).describe("what the operator may do; each role may all that those before it may");

const operatorView = z
  .object({
    name: z.string().describe("the operator's name in lower case, whatever door they come by"),
    role,
    changedAt: z.string().nullable().describe("when the role was given; null where it is that of their door"),
    changedBy: z.string().nullable().describe("who gave it; null where nobody did"),
  })
  .meta({ id: "Operator" });

const params = z.strictObject({ name: operatorsName });

/** Which operator has which role, of either product. */
export function roleOperations(lambda: string) {
  return operationTable({ caller: "operator", tag: "Operators", lambda } as const, {
    listOperators: get("/admin/operators", "Who has which role", {
      ...viewOf(z.object({ operators: z.array(operatorView).describe("all of them, by name") })),
      description:
        "Everybody who was given a role, and everybody with a token who was not. A principal of IAM who was given none is not listed: an admin as long as nobody was given that role, and a viewer from then on.",
    }),
    getOperator: get("/admin/operators/{name}", "Read an operator's role", recordOf(params, operatorView)),
    setOperatorRole: put("/admin/operators/{name}", "Give an operator a role", {
      params,
      role: "admin",
      description:
        "It holds from the operator's next request on, in the console too, by whatever door they come; one who has never come may be given a role beforehand. Nobody changes their own. The admin who gives the first role is an admin on record from then on.",
      body: z.strictObject({ role }),
      reply: { status: 200, schema: operatorView },
      refusals: ["own_role", "last_admin", "version_conflict"],
    }),
  });
}
