/** A reply that was not the expected one. */
class UnexpectedReply extends Error {}

/** Calls one sandbox address with one credential, JSON both ways. */
export function jsonClient(baseUrl: string, token: string | null) {
  return async function call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new UnexpectedReply(`${method} ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

/** A function that calls. */
export type JsonCall = ReturnType<typeof jsonClient>;
