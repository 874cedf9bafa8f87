import { presentAgain } from "../../domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Loaded, loaded, pointerPartition } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { settlementKind } from "./record.ts";
import { changeSettlement } from "./settlements.ts";

const mostOfOneRef = 10;

/** A conversion vendor says that something happened to a conversion: the settlement that waits for it asks at once. One that waits for nothing, or that we do not know, is left alone. */
export async function conversionMoved(desk: Desk, vendor: string, conversionRef: string): Promise<void> {
  const pointers = await desk.book.page({ pk: pointerPartition(conversionRef), limit: mostOfOneRef });
  const rows = await desk.book.read(pointers.map(({ sk }) => rowKey(sk)));
  for (const row of rows) {
    const found: Loaded<Settlement> | undefined =
      row?.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
    if (found?.state.conversionVendor !== vendor) continue;
    await changeSettlement(desk, found, (state) => {
      const waits = state.status === "converting" && state.conversionRef === conversionRef;
      return waits && state.parked !== null
        ? [presentAgain(state, desk.clock.now(), `${vendor} has news of the conversion`)]
        : [];
    });
  }
}
