import type { IndexName } from "../../functions/app/core/ports.ts";

/** The names of the tables' indexes; their keys are `<name>Pk` and `<name>Sk`. They hold keys alone: a list reads its rows by them. */
export const indexNames = [
  "list",
  "status",
  "group",
  "due",
  "ref",
  "review",
  "outbox",
] as const satisfies readonly IndexName[];

/** Those of the screening interface, from whose entries nothing follows. */
export const screeningIndexNames = indexNames.filter((name) => name !== "outbox");

/** What an index holds of a row, as DynamoDB calls it. */
export const indexProjection = "KEYS_ONLY";

/** The attribute that says when DynamoDB may delete a row. */
export const ttlAttribute = "ttl";

/** What a table has beside its key of `pk` and `sk`. */
export interface TableShape {
  readonly indexes: readonly IndexName[];
  /** Whether a Lambda reads its stream of new images. */
  readonly stream: boolean;
  /** The stack it is in, and the output that names it there. */
  readonly product: "rails" | "screening";
  readonly output: string;
}

/** The tables that hold records, by the name that `npm run restore -- --table NAME` takes. */
export const tableShapes = {
  book: { indexes: indexNames, stream: true, product: "rails", output: "BookTable" },
  deliveries: {
    ...{ indexes: ["list", "status", "group", "due", "ref"], stream: false },
    ...{ product: "rails", output: "DeliveriesTable" },
  },
  screening: { indexes: screeningIndexNames, stream: false, product: "screening", output: "BookTable" },
} as const satisfies Readonly<Record<string, TableShape>>;

export type RecordTable = keyof typeof tableShapes;
