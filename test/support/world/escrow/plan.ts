/** When copies of a callback are posted, in milliseconds after what it tells of; none is a callback that is lost. */
export type Word = readonly number[];

/** Money that a payer sends; `null` is all that is missing then. */
export interface Deposit {
  readonly cents: number | null;
  readonly afterMs: number;
  readonly word: Word;
  /** Told without an amount, where it is the whole of it. */
  readonly isBare: boolean;
  /** Whether it goes back by itself where the collection was given up before it came. */
  readonly bounces: boolean;
}

/** What the bank makes of a payout's order. */
export type PayoutPlan =
  | { readonly kind: "at once" | "refused" }
  | { readonly kind: "proven"; readonly afterMs: number; readonly word: Word }
  /** `provenAfterMs`: it is proven so much later all the same. */
  | { readonly kind: "fails"; readonly afterMs: number; readonly word: Word; readonly provenAfterMs?: number };

/** How the bank and the provider of screens behave in one world. */
export interface BankPlan {
  collection(reference: string): {
    readonly refuses: boolean;
    readonly deposits: readonly Deposit[];
    /** When the payer's bank takes back what came by then. */
    readonly takenBackAfterMs: number | null;
  };
  /** By leg and by the number of the try that its key tells. */
  payout(leg: string, number: number): PayoutPlan;
  /** What it makes of a deposit's return, by the number of the try: gone at once, on its way for so long, or refused. */
  returns?(number: number): "sent" | "refused" | { readonly afterMs: number; readonly word: Word };
  /** Stablecoin per dollar of a deposit; 1 where nothing is said. */
  readonly rate?: string;
  /** Whether its words about payouts name them by their key. */
  readonly namesPayouts: boolean;
  /** How it tells what it was asked to give up; null where it answers, and no more. */
  readonly tellsCancelled: Word | null;
  /** Until when an order to pay out has no answer and no effect, and how long it takes to have one after that. */
  readonly slowness?:
    | { readonly silentUntilMs: number; readonly payoutMs: number; readonly collectMs?: number }
    | undefined;
  /** Screens that get no answer before there is one. */
  readonly silentScreens: number;
}
