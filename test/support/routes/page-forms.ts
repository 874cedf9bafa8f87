/** Something to fill in, as a page shows it. */
export interface ShownField {
  readonly name: string;
  readonly kind: "text" | "lines" | "select" | "radio" | "checkbox" | "hidden";
  /** What stands in it, what is chosen, or whether its box is ticked. */
  readonly value: string;
}

export interface ShownForm {
  readonly action: string;
  readonly fields: readonly ShownField[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** An attribute's value as a browser reads it. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

function inputOf(tag: string, name: string): ShownField {
  const type = attribute(tag, "type") ?? "text";
  const value = attribute(tag, "value") ?? "";
  if (type === "hidden") return { name, kind: "hidden", value };
  if (type !== "radio" && type !== "checkbox") return { name, kind: "text", value };
  return { name, kind: type, value: /\schecked/.test(tag) ? value : "" };
}

function controlOf(whole: string, name: string): ShownField {
  const tag = /^<[^>]*>/.exec(whole)?.[0] ?? "";
  if (tag.startsWith("<input")) return inputOf(tag, name);
  if (tag.startsWith("<textarea")) {
    const text = /^<[^>]*>\n?([\s\S]*)<\/textarea>$/.exec(whole)?.[1] ?? "";
    return { name, kind: "lines", value: unescapeHtml(text) };
  }
  const chosen = /<option value="([^"]*)"[^>]* selected/.exec(whole)?.[1] ?? "";
  return { name, kind: "select", value: unescapeHtml(chosen) };
}

const controls = /<input[^>]*>|<(select|textarea)[^>]*>[\s\S]*?<\/\1>/g;

function fieldsIn(form: string): ShownField[] {
  const found = new Map<string, ShownField>();
  for (const [whole] of form.matchAll(controls)) {
    const name = attribute(/^<[^>]*>/.exec(whole)?.[0] ?? "", "name");
    if (name === undefined) continue;
    const field = controlOf(whole, name);
    // Of several buttons of one name, the one that is chosen.
    if (!found.has(name) || field.value !== "") found.set(name, field);
  }
  return [...found.values()];
}

/** The forms of a page, as a browser reads them. */
export function formsIn(page: string): ShownForm[] {
  return [...page.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => ({
    action: attribute(/^<form[^>]*>/.exec(form)?.[0] ?? "", "action") ?? "",
    fields: fieldsIn(form),
  }));
}

/** Fields that a page says are wrong; each has to be told beside it, tied to it and in the summary, or this throws. */
export function wrongFields(page: string, prefix = "f"): string[] {
  const summary = /<div class="errors"[\s\S]*?<\/div>/.exec(page)?.[0] ?? "";
  const named = (pattern: string, text: string) =>
    [...text.matchAll(new RegExp(pattern, "g"))].map(([, name = ""]) => name);
  const listed = named(`href="#${prefix}-([^"]*)"`, summary);
  const beside = named(`id="${prefix}-([^"]*)-error"`, page);
  for (const name of beside) {
    if (!listed.includes(name)) throw new Error(`${name} is not in the summary`);
    if (!new RegExp(`aria-describedby="[^"]*${prefix}-${name}-error"`).test(page))
      throw new Error(`${name} is not tied to its message`);
  }
  for (const name of listed) if (!beside.includes(name)) throw new Error(`${name} has no message beside it`);
  return beside;
}
