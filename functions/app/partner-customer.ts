import * as z from "zod";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";
import type { Write } from "./ports.ts";

const owner = z.object({ tenantId: z.string() });

function ownerKey(partnerCustomerId: string) {
  return rowKey(`customer#${partnerCustomerId}`);
}

/** The tenant that an approval has made the partner's customer into; null for a customer of nobody's yet. */
export async function tenantOfCustomer(
  { book }: Pick<Desk, "book">,
  partnerCustomerId: string,
): Promise<string | null> {
  const [row] = await book.read([ownerKey(partnerCustomerId)]);
  return row ? owner.parse(row.body).tenantId : null;
}

/** What says whose a customer is; lost where somebody else's approval was first. */
export function customerWrite(partnerCustomerId: string, tenantId: string): Write {
  const put = { ...ownerKey(partnerCustomerId), v: 1, type: "customer", body: { tenantId } };
  return { put, expect: "absent" };
}
