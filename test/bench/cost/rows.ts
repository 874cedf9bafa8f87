import { usdOf } from "../../../bin/sandbox/cost/prices.ts";
import { itemBytes, tableUnits } from "../../../bin/sandbox/cost/units.ts";
import { changesOf, type Design, unitsOfIndexes } from "./bill.ts";

/** What the writes of one kind of row come to in a settlement's life. */
export interface RowCost {
  readonly kind: string;
  readonly writes: number;
  readonly meanBytes: number;
  readonly tableUnits: number;
  readonly indexUnits: number;
  /** For a million settlements. */
  readonly usd: number;
}

/** Which rows the write units go to, the dearest first. */
export function rowCosts({ runs, tables }: Design): RowCost[] {
  const kinds = Map.groupBy(changesOf(runs), ({ before, after }) => (after ?? before)?.type?.S ?? "nothing");
  const costs = [...kinds].map(([kind, changes]) => {
    const add = (of: (each: (typeof changes)[number]) => number) => changes.reduce((sum, each) => sum + of(each), 0);
    const units = { tableUnits: add(tableUnits), indexUnits: add((each) => unitsOfIndexes(each, tables)) };
    return {
      ...{ kind, writes: changes.length, ...units },
      meanBytes: add(({ before, after }) => itemBytes(after ?? before)) / changes.length,
      usd: usdOf("dynamoWrite", (units.tableUnits + units.indexUnits) * 1_000_000),
    };
  });
  return costs.toSorted((one, other) => other.usd - one.usd);
}
