import { Trouble } from "../sandbox/trouble.ts";
import type { AskOperators, OperatorRequest } from "./operator-api.ts";

/** What a command of `npm run privacy` may be told beside whom it is about. */
export interface PrivacyOptions {
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  readonly status?: string | undefined;
}

/** A command of `npm run privacy`: about somebody, or about all; and the options that it takes. */
export type PrivacyCommand = { readonly takes?: readonly (keyof PrivacyOptions | "out")[] } & (
  | { of(ask: AskOperators, whom: string, options: PrivacyOptions): Promise<unknown> }
  | { all(ask: AskOperators, options: PrivacyOptions): Promise<unknown> }
);

/** Every record of a list, page by page. */
export async function readAll(
  ask: AskOperators,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: "100", ...filters, ...(cursor && { cursor }) });
    const page = await askJson(ask, { method: "GET", path: `${path}?${query}` });
    const { data, nextCursor } = page as { readonly data: unknown[]; readonly nextCursor: string | null };
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

/** What the interface answers; a refusal, or an answer that is no JSON, is told as trouble. */
export async function askJson(ask: AskOperators, request: OperatorRequest): Promise<unknown> {
  const answer = await ask(request);
  const value = parsed(answer.text);
  if (value === undefined) throw new Trouble(`What answers (${answer.status}) is no operators' interface.`);
  if (answer.status >= 300) throw new Trouble(`Refused (${answer.status}): ${answer.text}`);
  return value;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
