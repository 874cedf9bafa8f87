/** What happens to one step of a process: its effect takes place or not, and its process hears of it, errs, hangs, waits or dies. */
export type Fault = "none" | "crash" | "error" | "hang" | "conflict" | "slow";

export interface Verdict {
  readonly fault: Fault;
  /** Whether the effect takes place all the same. */
  readonly effect: boolean;
  /** So long after the step its effect takes place after all, or its answer comes. */
  readonly afterMs?: number;
}

export const fine: Verdict = { fault: "none", effect: true };

/** A durable step or an outside call. */
export interface Op {
  readonly name: string;
  readonly kind: "read" | "write" | "outside" | "queue";
}

/** Has an effect take place, and says how its caller hears of that. */
export function outcomeOf<T>(
  effect: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const value = effect();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}

/** An effect that fails fails unheard, because its process hears of something else. */
export function quietly(effect: () => unknown): void {
  try {
    effect();
  } catch {
    // told by the fault
  }
}

/** What a process hears of a call that had no answer. */
export function noAnswerError(op: Op): Error {
  return new Error(`injected: ${op.name} gave no answer`);
}

/** A step's fault in words, for a trace. */
export function faultText({ fault, effect, afterMs }: Verdict): string {
  if (fault === "none") return "";
  const place = effect ? "took place" : afterMs === undefined ? "did not take place" : "takes place later";
  return ` !! ${fault}, the effect ${place}`;
}
