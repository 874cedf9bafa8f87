import * as z from "zod";
import { operatorName } from "../core/operator.ts";
import { type OperatorRole, operatorRoles } from "../core/operator-role.ts";

const recordedRole = z.object({
  role: z.enum(operatorRoles),
  changedAt: z.string(),
  /** Who gave it: an audit actor. */
  changedBy: z.string(),
});

type RecordedRole = z.infer<typeof recordedRole>;

/** Which operator has which role, by names in lower case. Who is not in it has the role of their door: see `roleOfActor`. */
export const operatorRoster = z.object({ operators: z.record(z.string(), recordedRole) });

export type OperatorRoster = z.infer<typeof operatorRoster>;

export const emptyRoster: OperatorRoster = { operators: {} };

/** An operator's name as the roster has it: IAM tells no two names apart by case. */
function rosterName(actor: string): string {
  return operatorName(actor).toLowerCase();
}

function recordOf({ operators }: OperatorRoster, name: string): RecordedRole | undefined {
  return Object.hasOwn(operators, name) ? operators[name] : undefined;
}

function hasAdmin({ operators }: OperatorRoster): boolean {
  return Object.values(operators).some(({ role }) => role === "admin");
}

/** The role of an operator by their name, whatever door they come by; of one whose name is not on record that of their door. A token is admin, since only who may write the operators' secret makes one. A principal of IAM is admin until an admin is on record, and a viewer from then on. */
export function roleOfActor(roster: OperatorRoster, actor: string): OperatorRole {
  const known = recordOf(roster, rosterName(actor));
  if (known) return known.role;
  return actor.startsWith("operator:") || !hasAdmin(roster) ? "admin" : "viewer";
}
