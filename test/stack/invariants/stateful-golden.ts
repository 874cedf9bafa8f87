import { isDeepStrictEqual } from "node:util";
import { type Stateful, statefulOf } from "./stateful.ts";
import type { Product } from "./templates.ts";

const record = "record it with npm run golden";

/** Invariant 5: what deployed stages hold keeps its logical id, its keys and what its secret was made with. */
export function changedStateful(product: Product, golden: Stateful): string[] {
  const now = statefulOf(product);
  const gone = Object.entries(golden).filter(([address]) => !Object.hasOwn(now, address));
  const added = Object.keys(now).filter((address) => !Object.hasOwn(golden, address));
  const stored = Object.entries(golden).flatMap(([address, before]) => {
    const after = now[address];
    return after === undefined ? [] : changes(product, address, before, after);
  });
  return [
    ...gone.map(
      ([address, { type }]) =>
        `${product.name}: ${address} (${type}) is gone, so an update starts with an empty one or none: give it this logical id again. Where it has to go for good, move what it holds first, then ${record}.`,
    ),
    ...stored,
    ...added.map((address) => `${product.name}: ${address} is not in test/stack/golden: ${record}.`),
  ];
}

function changes(product: Product, address: string, before: Stateful[string], after: Stateful[string]) {
  const names = new Set([...Object.keys(before.fixed ?? {}), ...Object.keys(after.fixed ?? {})]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before.fixed?.[name], after.fixed?.[name]));
  if (before.type !== after.type) changed.push("type");
  return changed.map(
    (name) =>
      `${product.name}: ${address} has another ${name}, which replaces it or overwrites what it holds: leave it as it was. Where no stage is deployed with it, ${record}.`,
  );
}

/** Invariant 6: an update of a table adds or removes one index, and changes none. */
export function changedIndexes(product: Product, golden: Stateful): string[] {
  return Object.entries(statefulOf(product)).flatMap(([address, { indexes = {} }]) => {
    const before = golden[address]?.indexes;
    if (before === undefined) return [];
    const names = [...new Set([...Object.keys(before), ...Object.keys(indexes)])];
    const moved = names.filter((name) => (before[name] === undefined) !== (indexes[name] === undefined));
    const changed = names.filter((name) => !moved.includes(name) && before[name] !== indexes[name]);
    return [
      ...changed.map(
        (name) =>
          `${product.name}: the index ${name} of ${address} has other keys or another projection, which an update refuses: add an index of another name, and remove this one a release later.`,
      ),
      ...(moved.length > 1
        ? [
            `${product.name}: ${address} adds or removes ${moved.length} indexes (${moved.join(", ")}) and DynamoDB takes one in an update: release one, run npm run golden once every stage has it, then the next.`,
          ]
        : []),
    ];
  });
}
