import { expect } from "vitest";

type Fields = Readonly<Record<string, string>>;

function plain(text: string): string {
  const marks: Fields = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
  return text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (each) => marks[each] ?? each);
}

/** Reads a page and sends its first form as a browser without a script does; the answer. */
export async function sendPageForm(url: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  const page = await answer.text();
  expect(answer.status, page.slice(0, 300)).toBe(200);
  const [form = ""] = /<form[^>]*method="post"[\s\S]*?<\/form>/i.exec(page) ?? [];
  const action = plain(/action="([^"]*)"/.exec(form)?.[1] ?? "");
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
    const of = (name: string) => plain(new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
    return [of("name"), of("value")] as const;
  });
  return fetch(new URL(action, url), {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, origin: new URL(url).origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
  });
}
