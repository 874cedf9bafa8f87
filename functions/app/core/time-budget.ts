/** How long whoever asked can wait. */
export interface TimeBudget {
  readonly isLate: () => boolean;
}

/** The work is more than fits into a reply, or into one run of a Lambda. */
export class TooLarge extends Error {}

export function refuseTooLate(context: TimeBudget): void {
  if (context.isLate()) throw new TooLarge("out of time");
}
