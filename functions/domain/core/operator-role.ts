/** What an operator may do, each role all that those before it may: look, work the queue, move money, or set the service up. */
export const operatorRoles = ["viewer", "reviewer", "finance", "admin"] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Whether an operator of one role may do what needs another. */
export function isRoleEnough(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}
