import { deliveryRow, madeByOrder } from "../../../../functions/app/webhooks/delivery-rows.ts";
import type { DeliveryOrder } from "../../../../functions/app/webhooks/ports.ts";
import type { MemoryStore } from "../../core/memory-store.ts";

/** A sender that begins nothing, for worlds in which deliveries are another part's matter: what a message alone holds is on record as waiting, and stays so. */
export function recordAsWaiting(deliveries: MemoryStore, order: DeliveryOrder): void {
  const made = madeByOrder(order);
  if (made) deliveries.writeNow([{ put: deliveryRow(made, 1), expect: "absent" }], `made_${made.id}`);
}
