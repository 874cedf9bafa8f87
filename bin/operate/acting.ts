import { userInfo } from "node:os";
import { readOperatorName } from "../../functions/domain/core/operator.ts";
import { Trouble } from "../sandbox/trouble.ts";

/** How a command explains its option `--operator`. */
export const actingUsage = "  --operator NAME  who you are in the audit trail (your name on this machine)";

const rule = "A name is 1 to 64 of a-z, 0-9, dot, hyphen and underscore: it stands in the audit trail.";

/** The name, where it may stand in the audit trail. */
export function requireOperatorName(name: string): string {
  const read = readOperatorName(name);
  if (read === undefined) throw new Trouble(rule);
  return read;
}

/** Who a command acts as: the operator that it names, or whoever is logged in here. */
export function actingAs(name: string | undefined): string {
  if (name !== undefined) return `operator:${requireOperatorName(name)}`;
  const own = readOperatorName(userInfo().username.toLowerCase());
  if (own === undefined) throw new Trouble(`Say who you are with --operator NAME. ${rule}`);
  return `operator:${own}`;
}
