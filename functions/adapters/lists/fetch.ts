import type { FetchList } from "../../app/screening/ports.ts";
import { ListUnreadable } from "../../domain/screening/list-check.ts";

/** OFAC's own front lets nobody in who does not begin as a browser does and goes on for 40 characters (opensanctions issue 5237). */
const userAgent = "Mozilla/5.0 (compatible; sluice-list-loader; sanctions screening)";

/** Over everything: connection, redirects, answer. OFAC's 25 MB take seconds. */
const wholeSeconds = 300;

/** More than three times the largest list there is (sdn_advanced.xml, some 80 MB in 2026). */
const mostBytes = 300 * 1024 * 1024;

/** Fetches over fetch; what is no plain 200 with a body that is no page is refused: OFAC's front answers an empty 202 to what it takes for a robot. */
export function listFetcher({ limitBytes = mostBytes, seconds = wholeSeconds, send = fetch } = {}): FetchList {
  return async ({ url, etag }) => {
    const response = await asked(send, url, etag, seconds);
    if (etag !== null && response.status === 304) return null;
    const type = response.headers.get("content-type") ?? "";
    const problem =
      response.status !== 200
        ? `answered ${response.status}`
        : /html/i.test(type)
          ? "answered a web page"
          : new URL(response.url).protocol !== new URL(url).protocol
            ? "sent us on to another kind of address"
            : response.body === null
              ? "answered nothing"
              : undefined;
    if (problem === undefined && response.body)
      return { etag: response.headers.get("etag"), bytes: bytesOf(response.body, limitBytes) };
    await response.body?.cancel();
    throw new ListUnreadable(`the publisher ${problem}`);
  };
}

async function asked(send: typeof fetch, url: string, etag: string | null, seconds: number): Promise<Response> {
  const headers = {
    ...{ "user-agent": userAgent, accept: "application/xml, text/xml, application/json;q=0.9" },
    ...(etag !== null && { "if-none-match": etag }),
  };
  try {
    return await send(url, { headers, signal: AbortSignal.timeout(seconds * 1000) });
  } catch (error) {
    throw new ListUnreadable(`the publisher cannot be reached: ${wordOf(error)}`);
  }
}

/** The body as it comes. Throws where it stops before its end, or does not stop. */
async function* bytesOf(body: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limitBytes) throw new ListUnreadable(`the file is larger than ${limitBytes} bytes`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ListUnreadable) throw error;
    throw new ListUnreadable(`the file broke off after ${size} bytes: ${wordOf(error)}`);
  }
  if (size === 0) throw new ListUnreadable("the publisher answered an empty file");
}

function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  const { cause } = error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return error.name === "TimeoutError" ? "no answer in time" : code || error.name;
}
