import * as z from "zod";

const worldFaults = [
  "401",
  "429",
  "500_before",
  "500_after",
  "reset_before",
  "reset_after",
  "hang_before",
  "hang_after",
  "garbage",
] as const;

/** Something that goes wrong with the next calls of an operation (`POST /transfers`); `after` means that the vendor has done what it was asked. */
export const fault = z.object({
  on: z.string(),
  kind: z.enum(worldFaults),
  times: z.int().min(1).default(1),
  retryAfter: z.string().default("0"),
});

export type Fault = z.infer<typeof fault>;

/** What is to go wrong, in the order it was asked for. */
export class Faults {
  readonly #waiting: { fault: Fault; left: number }[] = [];

  add(request: z.input<typeof fault>): void {
    const read = fault.parse(request);
    this.#waiting.push({ fault: read, left: read.times });
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** The fault that befalls this call, if one does. */
  take(operation: string): Fault | undefined {
    const found = this.#waiting.find(({ fault: { on }, left }) => on === operation && left > 0);
    if (found) found.left -= 1;
    return found?.fault;
  }
}
