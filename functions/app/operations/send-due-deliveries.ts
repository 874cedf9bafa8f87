import { rowsAt } from "../core/read-records.ts";
import { loadedDelivery, orderOf } from "../webhooks/delivery-rows.ts";
import type { EnqueueContext } from "../webhooks/enqueue.ts";
import type { DueOrder } from "./due-work.ts";

/** Puts deliveries that are due into their own queue; their sender looks at the rest. */
export async function sendDueDeliveries(
  { deliveries, queue }: Pick<EnqueueContext, "deliveries" | "queue">,
  orders: readonly DueOrder[],
): Promise<number> {
  const keys = orders.flatMap(({ rows }) => rows.map(({ pk, sk }) => ({ pk, sk })));
  const rows = await rowsAt({ store: deliveries }, keys);
  const due = rows.flatMap((row) => loadedDelivery(row)?.state ?? []);
  if (due.length > 0) await queue.send(due.map((state) => ({ ...orderOf(state), delaySeconds: 0 })));
  return due.length;
}
