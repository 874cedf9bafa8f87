import { deflateRawSync } from "node:zlib";
import { billOf, type Design, type Tables } from "./bill.ts";
import { type Line, usdSum } from "./line.ts";
import type { Item, Projection } from "./units.ts";

/** A change that would save something, and the design after it. */
export interface Saving {
  readonly what: string;
  readonly usd: number;
}

type Turn = (design: Design) => Design;

function projecting(projection: Projection): Turn {
  const turned = (tables: Tables): Tables =>
    Object.fromEntries(
      Object.entries(tables).map(([table, indexes]) => [
        table,
        Object.fromEntries(Object.entries(indexes).map(([name, is]) => [name, is === "ALL" ? projection : is])),
      ]),
    );
  return (design) => ({ ...design, tables: turned(design.tables) });
}

/** Bodies under this many bytes are left as they are. */
const smallestBody = 400;

function deflated(item: Item | undefined): Item | undefined {
  const { body, ...rest } = item ?? {};
  if (!item || body?.S === undefined || body.S.length < smallestBody) return item;
  return { ...rest, body: { B: deflateRawSync(body.S) } };
}

const deflating: Turn = (design) => ({
  ...design,
  runs: design.runs.map((run) => ({
    ...run,
    aws: run.aws.map((call) => ({
      ...call,
      changes: call.changes.map((each) => ({ ...each, before: deflated(each.before), after: deflated(each.after) })),
    })),
  })),
});

/** What would make the bill smaller, each alone; those that bear on the same units do not add up. */
const turns: readonly (readonly [string, Turn])[] = [
  ["indexes hold the body, without the keys of other indexes", projecting(["v", "type", "body", "ttl", "counted"])],
  ["indexes hold keys alone, and pages read the rows by them", projecting("KEYS_ONLY")],
  ["bodies deflated", deflating],
];

/** The savings, and what the bill would be with keys alone and deflated bodies. */
export function savingsOf(design: Design, bill: readonly Line[]): { savings: Saving[]; least: Line[] } {
  const now = usdSum(bill);
  const savings = turns.map(([what, turn]) => ({ what, usd: now - usdSum(billOf(turn(design))) }));
  const least = turns.slice(1).reduce((is, [, turn]) => turn(is), design);
  return { savings, least: billOf(least) };
}
