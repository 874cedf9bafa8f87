import type { Escrow, EscrowStatus } from "../../domain/escrow/escrow.ts";
import type { Desk } from "../core/context.ts";
import type { Listed, ListRequest } from "../core/list.ts";
import { allPartitions } from "../core/rows.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { listEscrows } from "./reads.ts";
import { escrowKind } from "./record.ts";

const everyEscrow: AllOf<Escrow> = {
  noun: "escrows",
  kind: escrowKind,
  partitions: (month) => allPartitions("escrow", month),
};

/** What an operator looks for among the escrows. */
export interface EscrowsAsked extends ListRequest {
  readonly status?: EscrowStatus | undefined;
  readonly tenantId?: string | undefined;
}

/** Escrows of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllEscrows(
  desk: Desk,
  { tenantId, ...asked }: EscrowsAsked,
): Promise<Listed<Escrow>> {
  if (tenantId === undefined) return listAll(desk, everyEscrow, asked);
  const { state } = await getTenant(desk, tenantId);
  return listEscrows(desk, { tenantId, tenantCreatedAt: state.createdAt }, asked);
}
