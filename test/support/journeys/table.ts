import type { PlainRequest } from "../routes/bad-input.ts";
import { Client } from "../runner/client.ts";
import { endpoints } from "./journey.ts";

/** How many of a table's requests are under way at once: enough to keep two cores busy. */
const lanes = 3;

/** Sends each row's request and collects what `judge` finds wrong, so that one test tells all of a table's faults. */
export async function faultsOf<T extends { readonly name: string; readonly request: PlainRequest }>(
  rows: readonly T[],
  token: string | null,
  judge: (row: T, answer: Awaited<ReturnType<Client["send"]>>) => string | undefined,
  baseUrl = endpoints.apiUrl,
): Promise<string[]> {
  const client = new Client(baseUrl, token);
  const faults: string[] = [];
  const left = rows.values();
  const lane = async () => {
    for (const row of left) {
      const { method, path, headers, body } = row.request;
      const sent = {
        headers: { ...headers },
        ...(body === undefined ? {} : { body: body as NonNullable<RequestInit["body"]> }),
      };
      const answer = await client.send(method, path, sent);
      const fault = judge(row, answer);
      if (fault !== undefined) faults.push(`${row.name}: ${fault}; ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return faults;
}
