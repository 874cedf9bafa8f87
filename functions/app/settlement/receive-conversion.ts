import { representPayment } from "../../domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Aggregate, loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { settlementRecordType } from "./record.ts";
import { changeSettlement } from "./settlements.ts";

const mostOfOneRef = 10;

/** A conversion vendor says that something happened to a conversion: the settlement that waits for it asks at once. One that waits for nothing, or that we do not know, is left alone. */
export async function receiveConversion(context: Context, vendor: string, conversionRef: string): Promise<void> {
  const pointers = await context.store.page({ pk: pointerPartition(conversionRef), limit: mostOfOneRef });
  const rows = await context.store.read(pointers.map(({ sk }) => rowKey(sk)));
  for (const row of rows) {
    const found: Aggregate<Settlement> | undefined = loadAggregate(settlementRecordType, row);
    if (found?.state.conversionVendor !== vendor) continue;
    await changeSettlement(context, found, (state) => {
      const waits = state.status === "converting" && state.conversionRef === conversionRef;
      return waits && state.parked !== null
        ? [representPayment(state, context.clock.now(), `${vendor} has news of the conversion`)]
        : [];
    });
  }
}
