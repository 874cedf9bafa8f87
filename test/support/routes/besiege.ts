import type { PlainReply } from "../runner/lambdas.ts";
import { formBody, hostileTexts, readAs } from "./hostile-texts.ts";
import { formsIn, type ShownForm, wrongFields } from "./page-forms.ts";

/** A form of a page, and how it is sent. */
export interface SiegeResult {
  readonly name: string;
  /** Where the form is sent, as its action ends. */
  readonly action: string;
  readonly good: Readonly<Record<string, string>>;
  open(): Promise<PlainReply>;
  send(body: string, nth: number): Promise<PlainReply>;
  /** What must not have changed where nothing was saved. */
  stored(): Promise<unknown>;
  /** What the ids of its fields begin with. */
  readonly prefix?: string;
  /** Fields that no page shows again. */
  readonly secret?: readonly string[];
  /** Whether it is filled in from the beginning each time it was taken. */
  readonly reopened?: boolean;
  readonly taken?: readonly number[];
}

/** What was found wrong with a form, and how much was tried. */
export interface Siege {
  readonly fields: readonly string[];
  readonly refused: number;
  readonly taken: number;
  readonly faults: readonly string[];
}

function formOf(page: string, { action, name }: SiegeResult): ShownForm {
  const form = formsIn(page).find((each) => each.action.split("?")[0]?.endsWith(action));
  if (!form) throw new Error(`${name}: no form is sent to ${action}`);
  return form;
}

function hiddenIn({ fields }: ShownForm): Record<string, string> {
  const hidden = fields.filter(({ kind }) => kind === "hidden");
  return Object.fromEntries(hidden.map(({ name, value }) => [name, value]));
}

/** Lets a page's markup through that was typed, as markup. */
const live = [/<script>alert/, /<img src=x/, /' onfocus=alert\(1\) autofocus=""/];

function* faultsOf(
  input: SiegeResult,
  { status, text }: PlainReply,
  field: { readonly name: string; readonly isTyped: boolean; readonly typed: string },
): Generator<string> {
  if (![400, ...(input.taken ?? [303])].includes(status)) yield `is ${status}`;
  if (live.some((each) => each.test(text))) yield "shows what was typed as markup";
  if (status !== 400) return;
  try {
    if (wrongFields(text, input.prefix).length === 0) yield "says of no field what is wrong";
  } catch (error) {
    yield String(error);
  }
  if (!field.isTyped || input.secret?.includes(field.name)) return;
  const shown = formOf(text, input).fields.find(({ name }) => name === field.name);
  if (shown?.value !== field.typed) yield `shows ${JSON.stringify(shown?.value)} again`;
}

/** Sends a form with everything hostile in each of its fields, one at a time; the fields are those that its page shows. */
export async function besiege(input: SiegeResult): Promise<Siege> {
  const form = formOf((await input.open()).text, input);
  const fields = form.fields.filter(({ kind }) => kind !== "hidden");
  let hidden = hiddenIn(form);
  const faults: string[] = [];
  let [refused, taken] = [0, 0];
  for (const { name, kind } of fields)
    for (const [what, encoded] of hostileTexts) {
      // Once a form: what is long is slow to look through.
      if (encoded.length > 100_000 && name !== fields[0]?.name) continue;
      const before = JSON.stringify(await input.stored());
      const body = formBody({ ...input.good, ...hidden }, [name, encoded]);
      const reply = await input.send(body, refused + taken);
      const isTyped = kind === "text" || kind === "lines";
      const about = `${input.name}: ${name} with ${what}`;
      for (const fault of faultsOf(input, reply, { name, isTyped, typed: readAs(encoded) }))
        faults.push(`${about} ${fault}`);
      if (reply.status !== 400) taken += 1;
      else {
        refused += 1;
        if (JSON.stringify(await input.stored()) !== before) faults.push(`${about} wrote something`);
      }
      if (reply.status !== 400 && input.reopened) hidden = hiddenIn(formOf((await input.open()).text, input));
    }
  return { fields: fields.map(({ name }) => name), refused, taken, faults };
}
