import type { RailEvent } from "../../../functions/domain/rail-event.ts";
import type { RailSaid } from "../../../functions/domain/rail-said.ts";

/** What a rail keeps of one of its references: what it was asked for, and what it says when. */
export interface RailFile {
  readonly reference: string;
  readonly askedCents: number;
  /** Pulled from the payer's bank, all of it at once. */
  readonly isPulled: boolean;
  readonly words: { readonly event: RailEvent; readonly atMs: number }[];
}

/** All that came by the words said so far: without an amount, what was still missing; a repeat adds nothing. */
function totalOf({ askedCents, isPulled }: RailFile, said: readonly RailEvent[]): number {
  return said.reduce(
    (total, event) =>
      event.kind === "funds_received" && total < askedCents
        ? total + (event.amountCents ?? askedCents - total)
        : total,
    isPulled ? askedCents : 0,
  );
}

/** What a rail answers when it is asked about a reference. */
export function saidBy(railRef: string, file: RailFile, nowMs: number): RailSaid {
  const said = file.words.filter(({ atMs }) => atMs <= nowMs).map(({ event }) => event);
  const totalCents = totalOf(file, said);
  const came: RailEvent[] = totalCents > 0 ? [{ kind: "funds_received", totalCents }] : [];
  return {
    ...{ railRef, transferRef: railRef, reference: file.reference, leg: "collection", returned: null },
    events: [...came, ...said.filter(({ kind }) => kind !== "funds_received")],
    ...{ receivedCents: totalCents > 0 ? totalCents : null, paid: null, state: "asked" },
  };
}
