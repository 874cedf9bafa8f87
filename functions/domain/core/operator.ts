/** Where records of no tenant belong: global flags, default fee rules, operators' own actions. */
export const platform = "platform";

/** Whether an audit actor is an operator: a named token (`operator:<name>`) or an IAM principal's ARN. */
export function isOperator(actor: string): boolean {
  return actor.startsWith("operator:") || actor.startsWith("arn:");
}

/** Identity Center sets the session name of its own roles to the user's; of any other role the caller chooses it. */
const identityCenterRole = /^[^/]*:assumed-role\/AWSReservedSSO_[^/]+\/(.+)$/;
const assumedRole = /^[^/]*:assumed-role\/([^/]+)\//;

/** Who an operator is, whatever door or role session they came by: what maker and checker must differ in. */
export function operatorName(actor: string): string {
  if (actor.startsWith("operator:")) return actor.slice("operator:".length);
  return identityCenterRole.exec(actor)?.[1] ?? assumedRole.exec(actor)?.[1] ?? actor.replace(/^.*[/:]/, "");
}

/** The name that an operator's token or command goes by; undefined where two people could take it for the same as another, since it stands in the audit trail. */
export function readOperatorName(name: string): string | undefined {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) ? name : undefined;
}

/** The characters that an operator's token has at least: 32 random bytes in base64url. What is shorter might be guessed, and opens nothing. */
export const shortestToken = 43;

/** An approver's name for people to read: an operator's own, and a tenant's word as it is. */
export function approverName(approverRef: string): string {
  return approverRef.startsWith("operator:") ? operatorName(approverRef) : approverRef;
}

/** Whether two actors are one person; IAM tells no two names apart by case. */
export function isSamePerson(one: string, other: string): boolean {
  return operatorName(one).toLowerCase() === operatorName(other).toLowerCase();
}

type Fields = Record<string, unknown>;

/** The fields in which two states differ, before and after; `before` is null for what did not exist. */
export function changedFields(before: Fields | null, after: Fields): { before: Fields | null; after: Fields } {
  if (before === null) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (state: Fields) =>
    Object.fromEntries(names.flatMap((name) => (name in state ? [[name, state[name]]] : [])));
  return { before: only(before), after: only(after) };
}

/** What an operator may do, each role all that those before it may: look, work the queue, move money, or set the service up. */
export const operatorRoles = ["viewer", "reviewer", "finance", "admin"] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Whether an operator of one role may do what needs another. */
export function isRoleEnough(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}
