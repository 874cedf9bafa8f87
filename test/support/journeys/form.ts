import http from "node:http";
import { expect } from "vitest";

type Fields = Readonly<Record<string, string>>;

function plain(text: string): string {
  const marks: Fields = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
  return text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (each) => marks[each] ?? each);
}

type Ask = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Asks as a browser at another address of this machine does: a local door sees that by the connection. */
export function askingFrom(localAddress: string): Ask {
  return async (url, init = {}) => {
    const { port, pathname, search, host } = new URL(url);
    const sent = new Request(url, init);
    const bytes = Buffer.from(await sent.arrayBuffer());
    const headers = { ...Object.fromEntries(sent.headers), host, "content-length": bytes.length };
    const to = { host: "127.0.0.1", port, path: `${pathname}${search}`, localAddress, method: sent.method };
    return new Promise((resolve, reject) => {
      const request = http.request({ ...to, headers }, (reply) => {
        const pieces: Buffer[] = [];
        reply.on("data", (piece: Buffer) => pieces.push(piece));
        reply.on("end", () => resolve(new Response(Buffer.concat(pieces), { status: reply.statusCode ?? 0 })));
      });
      request.on("error", reject);
      request.end(bytes);
    });
  };
}

/** Reads a page and sends its first form as a browser without a script does; the answer. `ask` reaches the page, from an address of its own where it likes. */
export async function sendPageForm(url: string, fields: Fields, ask: Ask = fetch): Promise<Response> {
  const answer = await ask(url);
  const page = await answer.text();
  expect(answer.status, page.slice(0, 300)).toBe(200);
  const [form = ""] = /<form[^>]*method="post"[\s\S]*?<\/form>/i.exec(page) ?? [];
  const action = plain(/action="([^"]*)"/.exec(form)?.[1] ?? "");
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
    const of = (name: string) => plain(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    return [of("name"), of("value")] as const;
  });
  return ask(new URL(action, url), {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
  });
}
