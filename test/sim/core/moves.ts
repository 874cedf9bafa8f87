import type { Row } from "../../../functions/app/core/ports.ts";

/** The moves on the trails in a book's rows. */
export function movesIn(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ type, body }) => {
    if (type !== "entry") return [];
    const { aggregateType, from, to } = body as { aggregateType: string; from: string | null; to: string };
    return from === null || from === to ? [] : [`${aggregateType} ${from} -> ${to}`];
  });
}
