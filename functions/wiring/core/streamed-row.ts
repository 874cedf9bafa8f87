import { rowOf } from "../../adapters/aws/dynamo-item.ts";

/** A row as a record of the table's stream shows it. */
export const streamedRow = rowOf;
