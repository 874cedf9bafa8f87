import { randomUUID } from "node:crypto";
import { kindsInPath, type OperationAtPath, type ServedDocument } from "./documents.ts";

/** Ids of records that exist, by the three letters they begin with. */
export class Records {
  readonly #ids = new Map<string, Set<string>>();

  /** Remembers every id in an answer. */
  note(text: string): void {
    for (const [id = "", kind = ""] of text.matchAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g))
      this.#ids.set(kind, (this.#ids.get(kind) ?? new Set()).add(id));
  }

  /** The ids of a kind, the newest first. */
  of(kind: string): string[] {
    return [...(this.#ids.get(kind) ?? [])].reverse();
  }
}

/** What it would end, or who it would lock out, before anything has begun. */
const notWalked = /^(DELETE|PATCH) |\/(clock|flags|sweep|revoke|reject|decline|credit|withdraw)$/;

/**
 * Does once what the document's own examples show, so that there is a record of most kinds to name: without them
 * nearly every path would answer 404. What is refused is left so.
 */
export async function walkExamples(
  { url, token, operations }: ServedDocument,
  records: Records,
  receiverUrl: string,
): Promise<void> {
  const walked = operations.filter((each) => !notWalked.test(`${each.method} ${each.path}`));
  const posts = walked.filter(({ method }) => method !== "GET");
  const gets = walked.filter(({ method }) => method === "GET");
  // What is settled or delivered by itself is there when the lists are read again.
  for (const operation of [...posts, ...gets, ...posts, ...gets]) {
    const path = filled(operation, records);
    if (path === undefined) continue;
    const reply = await fetch(`${url}${path}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      redirect: "manual",
      ...(operation.method !== "GET" && { body: exampleOf(operation, receiverUrl) }),
    });
    records.note(await reply.text());
  }
}

function filled(operation: OperationAtPath, records: Records): string | undefined {
  let path = operation.path;
  for (const [name, kind] of kindsInPath(operation)) {
    const [id] = records.of(kind);
    if (id === undefined) return undefined;
    path = path.replace(`{${name}}`, id);
  }
  return path.includes("{") ? undefined : path;
}

function exampleOf({ requestBody }: OperationAtPath, receiverUrl: string): string {
  const example = requestBody?.content["application/json"]?.example ?? {};
  const own = typeof example === "object" && example !== null && "url" in example ? { url: receiverUrl } : {};
  return JSON.stringify({ ...(example as object), ...own });
}
