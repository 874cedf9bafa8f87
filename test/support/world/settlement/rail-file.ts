import type { Rail } from "../../../../functions/app/rails/ports.ts";
import { issuerFreeze } from "../../../../functions/domain/rails/issuer-freeze.ts";
import type { RailEvent } from "../../../../functions/domain/rails/rail-event.ts";
import type { ReportedTransfer } from "../../../../functions/domain/rails/reported-event.ts";
import type { VendorRefusal } from "../../../../functions/domain/rails/vendor-refusal.ts";

/** How a rail sends money back: at once, some time after it was told, or not at all. */
export type RefundPlan = "at once" | { readonly afterMs: number } | "refused" | "refused once";

/** What a rail keeps of one of its references: what it was asked for, and what it says when. */
export interface RailFile {
  readonly reference: string;
  readonly askedCents: number;
  /** Pulled from the payer's bank, all of it at once. */
  readonly isPulled: boolean;
  readonly words: { readonly event: RailEvent; readonly atMs: number }[];
}

/** All that came by the words said so far: without an amount, what was still missing; a repeat adds nothing. */
export function totalOf({ askedCents, isPulled }: RailFile, reply: readonly RailEvent[]): number {
  return reply.reduce(
    (total, event) =>
      event.kind === "funds_received" && total < askedCents ? total + (event.amountCents ?? askedCents - total) : total,
    isPulled ? askedCents : 0,
  );
}

/** What a rail answers when it is asked about a reference. */
export function reportedBy(railRef: string, file: RailFile, nowMs: number): ReportedTransfer {
  const reply = file.words.filter(({ atMs }) => atMs <= nowMs).map(({ event }) => event);
  const totalCents = totalOf(file, reply);
  const came: RailEvent[] = totalCents > 0 ? [{ kind: "funds_received", totalCents }] : [];
  return {
    ...{ railRef, transferRef: railRef, reference: file.reference, leg: "collection", returned: null },
    events: [...came, ...reply.filter(({ kind }) => kind !== "funds_received")],
    ...{ receivedCents: totalCents > 0 ? totalCents : null, paid: null, state: "asked" },
  };
}

/** What a rail answers about money that it was told to send back so many milliseconds ago. */
export function reportedReturn(
  { key, railRef }: Parameters<Rail["returnDeposit"]>[0],
  plan: RefundPlan | undefined,
  sinceMs: number,
): ReportedTransfer {
  const isGone = plan === "at once" || plan === "refused once" || (typeof plan === "object" && plan.afterMs <= sinceMs);
  return {
    ...{ railRef, transferRef: `back_${key}`, reference: null, leg: "return", events: [] },
    ...{ returned: isGone ? "sent" : null, receivedCents: null, paid: null, state: "asked" },
  };
}

/** The no to a payout: of a wallet that the coin's issuer has frozen, or of a reserve; undefined where it is made. */
export function payoutNo(
  { key, wallet }: { readonly key: string; readonly wallet: string },
  refusesReserve: boolean | "frozen" | undefined,
): { readonly refused: VendorRefusal } | undefined {
  const isReserve = key.split(":")[1] === "reserve";
  if (isReserve ? refusesReserve === "frozen" : wallet.includes("FROZEN")) return { refused: issuerFreeze };
  if (!refusesReserve || !key.endsWith(":reserve:1")) return undefined;
  return { refused: { code: "payout_rejected", reason: "the rail pays no reserve out" } };
}
