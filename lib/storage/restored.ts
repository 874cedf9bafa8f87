import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StageRefusal } from "../stacks/stage-refused.ts";

const name = z.string().regex(/^[\w.-]{3,255}$/, "is no table's name");
const streamArn = z.string().regex(/^arn:[\w-]+:dynamodb:.+\/stream\/.+$/, "is no stream's ARN");

/** Tables that were restored from a backup and stand in for those that a stage was made with. */
export const restoredTables = z
  .strictObject({
    book: z.strictObject({ name, streamArn }),
    deliveries: z.strictObject({ name }),
    screening: z.strictObject({ name }),
  })
  .partial();

export type RestoredTables = z.infer<typeof restoredTables>;

/** The checked-in file that names a stage's restored tables. */
export function restoredFile(stage: string): string {
  return join(import.meta.dirname, `../../stages/${stage}.restored.json`);
}

/** What such a file says; nothing is restored where there is none. */
export function readRestoredTables(file: string): RestoredTables {
  if (!existsSync(file)) return {};
  const read = restoredTables.safeParse(parsed(file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new StageRefusal(`${file}: ${issue?.path.join(".")}: ${issue?.message}; npm run restore writes it.`);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new StageRefusal(`${file} is not JSON; npm run restore writes it.`);
  }
}
