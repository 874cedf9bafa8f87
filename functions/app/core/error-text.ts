import type { Facts, Log } from "./ports.ts";

/** What went wrong, as the log has it: never the whole error, since a vendor's may carry what was sent, nor the text that was no JSON. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message } = error;
  return error instanceof SyntaxError ? stack.replace(message, "what was read cannot be parsed") : stack;
}

/** Logs what went wrong with one piece of the work. */
export function logFailure(
  { log, requestId }: { readonly log: Log; readonly requestId: string },
  message: string,
  about: Facts & { readonly operation: string; readonly correlationId: string },
  error: unknown,
): void {
  log.error(message, { requestId, ...about, error: errorText(error) });
}
