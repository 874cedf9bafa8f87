import * as z from "zod";
import { isRoleEnough, type OperatorRole, operatorName, operatorRoles } from "../core/operator.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

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

/** As many operators as the roster has room for. */
const mostOperators = 500;

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

interface RoleChange {
  readonly name: string;
  readonly role: OperatorRole;
  readonly actor: string;
  readonly now: Instant;
}

function isLastAdmin({ operators }: OperatorRoster, name: string): boolean {
  return Object.entries(operators).every(([each, { role }]) => each === name || role !== "admin");
}

function given(roster: OperatorRoster, { name, role, actor, now }: RoleChange): OperatorRoster {
  const record = { role, changedAt: now, changedBy: actor };
  return { ...roster, operators: { ...roster.operators, [name]: record } };
}

/** An operator with their role, and when and by whom it was given; null of one who has it by their door. */
export interface OperatorView {
  readonly name: string;
  readonly role: OperatorRole;
  readonly changedAt: Instant | null;
  readonly changedBy: string | null;
}

/** Everybody on record, and of those who have a token whoever is not; by name. */
export function viewOperators(roster: OperatorRoster, tokenNames: readonly string[]): OperatorView[] {
  const names = new Set([...Object.keys(roster.operators), ...tokenNames.map((name) => name.toLowerCase())]);
  return [...names].toSorted().map((name) => {
    const {
      role = roleOfActor(roster, `operator:${name}`),
      changedAt = null,
      changedBy = null,
    } = recordOf(roster, name) ?? {};
    return { name, role, changedAt, changedBy };
  });
}

/** Gives an operator a role. Refuses to take the last admin on record their role, and what the roster has no room for. */
export function giveRole(roster: OperatorRoster, change: RoleChange): Transition<OperatorRoster>[] | Refusal {
  const { name, role } = change;
  const before = recordOf(roster, name)?.role;
  if (before === role) return [];
  if (before === "admin" && isLastAdmin(roster, name))
    return new Refusal("last_admin", `${name} is the last admin: make another operator one first`);
  if (before === undefined && Object.keys(roster.operators).length >= mostOperators)
    return new Refusal("validation_error", `at most ${mostOperators} operators are on record`);
  const from = `${name}=${before ?? "none"}`;
  return [{ next: given(roster, change), from, to: `${name}=${role}`, reason: `${name} is ${role}` }];
}

/** An admin gives an operator a role, and is an admin on record from then on. Refuses who is no admin any more, and a change of one's own role. */
export function changeRole(roster: OperatorRoster, change: RoleChange): Transition<OperatorRoster>[] | Refusal {
  const own = rosterName(change.actor);
  if (!isRoleEnough(roleOfActor(roster, change.actor), "admin"))
    return new Refusal("insufficient_scope", "this needs the role admin", { extra: { role: "admin" } });
  if (own === change.name) return new Refusal("own_role", "nobody changes their own role: ask another admin");
  const first = giveRole(roster, { ...change, name: own, role: "admin" });
  if (first instanceof Refusal) return first;
  const then = giveRole(first.at(-1)?.next ?? roster, change);
  return then instanceof Refusal ? then : [...first, ...then];
}
