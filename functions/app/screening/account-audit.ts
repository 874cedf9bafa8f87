import { type AuditFilter, type AuditLine, listAudit, type OwnerOf } from "../audit/audit.ts";
import type { Context } from "../core/context.ts";
import type { ListPage } from "../core/list-page.ts";
import { getAccount } from "./accounts.ts";

/** What is asked of the screening interface's trail: an account is there what a tenant is on the rails. */
export interface AccountAuditFilter extends Omit<AuditFilter, "tenantId"> {
  readonly accountId?: string | undefined;
}

/** One line of that trail; its account is null for what belongs to none. */
export interface AccountAuditLine extends Omit<AuditLine, "tenantId"> {
  readonly accountId: string | null;
}

/** What a key is stored with for the rails' sake, where a tenant has it: here its account's id stands for all of it. */
function inAccountWords(fields: AuditLine["before"]): AuditLine["before"] {
  if (fields === null || !("tenantId" in fields)) return fields;
  const { tenantId: accountId, tenantSlug: _, tenantCreatedAt: __, ...rest } = fields;
  return { ...rest, accountId };
}

const accountOf: OwnerOf = async (context, id) => (await getAccount(context, id)).state;

/** The screening interface's audit trail, newest first: of one record, of one account, or else what operators did. */
export async function listAccountAudit(
  context: Context,
  { accountId, ...filter }: AccountAuditFilter,
): Promise<ListPage<AccountAuditLine>> {
  const { data, nextCursor } = await listAudit(context, { ...filter, tenantId: accountId }, accountOf);
  const lines = data.map(({ tenantId: accountId, before, after, ...line }) => {
    return { ...line, accountId, before: inAccountWords(before), after: inAccountWords(after) };
  });
  return { data: lines, nextCursor };
}
