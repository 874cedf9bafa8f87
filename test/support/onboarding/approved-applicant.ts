import { rowKey } from "../../../functions/app/core/row-keys.ts";
import type { MemoryStore } from "../core/memory-store.ts";

/** Sets an application as if the partner had approved it. */
export async function approveApplicant(store: Pick<MemoryStore, "read" | "write">, id: string): Promise<void> {
  const [row] = await store.read([rowKey(id)]);
  if (!row) throw new Error(`no application ${id}`);
  const body = row.body as { state: object };
  const put = { ...row, v: row.v + 1, body: { ...body, state: { ...body.state, status: "approved" } } };
  await store.write([{ put, expect: row.v }], `approved-${id}`);
}
