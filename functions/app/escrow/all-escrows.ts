import type { Escrow, EscrowStatus } from "../../domain/escrow/escrow.ts";
import type { Context } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { allPartitions } from "../core/row-keys.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { listEscrows } from "./reads.ts";
import { escrowRecordType } from "./record.ts";

const everyEscrow: AllOf<Escrow> = {
  noun: "escrows",
  kind: escrowRecordType,
  partitions: (month) => allPartitions("escrow", month),
};

/** What an operator looks for among the escrows. */
export interface EscrowQuery extends ListRequest {
  readonly status?: EscrowStatus | undefined;
  readonly tenantId?: string | undefined;
}

/** Escrows of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllEscrows(context: Context, { tenantId, ...input }: EscrowQuery): Promise<ListPage<Escrow>> {
  if (tenantId === undefined) return listAll(context, everyEscrow, input);
  const { state } = await getTenant(context, tenantId);
  return listEscrows(context, { tenantId, tenantCreatedAt: state.createdAt }, input);
}
