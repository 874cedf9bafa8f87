import { html } from "hono/html";
import type * as z from "zod";
import { isRoleEnough } from "../../../domain/core/operator.ts";
import type { Operation } from "../../../http/operation.ts";
import { neededRole } from "../../../http/rights.ts";
import type { Html } from "../../kit/page.ts";
import { section } from "./components.ts";
import { type Field, type Form, foldedForm, formOfView } from "./form.ts";
import { emptyText } from "./text.ts";
import type { View } from "./view.ts";

/** What a form says of a field: its label, or whatever its operation's schema does not say by itself. */
export type FieldText =
  | string
  | (Partial<Omit<Field, "name">> & {
      readonly label: string;
      /** What each value is called that can be chosen. */
      readonly called?: Readonly<Record<string, string>> | ((value: string) => string);
      /** What stands before them all, for none. */
      readonly choose?: string;
    });

/** The reason that a decision is given. */
export const why = { label: "Why", type: "lines" } as const;

type NamesOf<B> = B extends unknown ? keyof B & string : never;

type FieldTexts<O extends Operation> = {
  readonly [K in NamesOf<z.output<NonNullable<O["body"]>>>]?: FieldText;
};

/** Something that an operator can do: the operation, what its form is called and what it asks for. */
export interface Action extends Pick<Form, "submit" | "look" | "about" | "key" | "hidden" | "role"> {
  readonly operation: Operation;
  /** What is pressed to see the form at all: a second thought before what cannot be taken back. */
  readonly opens?: string;
  /** What is said then. */
  readonly before?: Html | string;
  readonly fields?: Readonly<Record<string, FieldText>>;
}

type Values = Readonly<Record<string, string | null | undefined>>;

/** An action over an operation's own fields. */
export function action<O extends Operation>(
  operation: O,
  texts: Omit<Action, "operation" | "fields"> & { readonly fields?: FieldTexts<O> },
): Action {
  return { operation, ...texts } as Action;
}

type Def = z.core.$ZodTypes["_zod"]["def"];

function defOf(schema: z.core.$ZodType): Def {
  return schema._zod.def as Def;
}

/** The schema of each field of an object; of an object in several shapes, the one that the key names. */
export function shapeOf(schema: z.core.$ZodType | undefined, key?: string): Readonly<Record<string, z.ZodType>> {
  const def = schema && defOf(schema);
  if (def?.type === "pipe") return shapeOf(def.out, key);
  if (def?.type === "object") return def.shape as Readonly<Record<string, z.ZodType>>;
  if (def?.type !== "union") return {};
  const shapes = def.options.map((each) => shapeOf(each, key));
  return shapes.find(({ action: named }) => named?.safeParse(key).success) ?? {};
}

/** What a field takes, below what may be left blank. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  const def = defOf(schema);
  if (def.type === "optional" || def.type === "nullable" || def.type === "default") return innerOf(def.innerType);
  if (def.type === "pipe") return innerOf(defOf(def.in).type === "transform" ? def.out : def.in);
  return schema;
}

/** What is there before anything is typed. */
function defaultOf(schema: z.ZodType): string | undefined {
  const blank = schema.safeParse(undefined);
  if (Array.isArray(blank.data)) return blank.data.join(" ");
  return typeof blank.data === "string" || typeof blank.data === "number" ? String(blank.data) : undefined;
}

function typeOf(def: Def): NonNullable<Field["type"]> {
  if (def.type === "number") return "number";
  if (def.type === "array") return "boxes";
  const format = "format" in def ? def.format : undefined;
  return format === "email" || format === "url" ? format : "text";
}

function optionsOf(def: Def, { options, called = {}, choose }: Exclude<FieldText, string>): Field["options"] {
  if (options || def.type !== "enum") return options;
  const name = (value: string) => (typeof called === "function" ? called(value) : (called[value] ?? value));
  const all = Object.values(def.entries).map((value) => [String(value), name(String(value))] as const);
  return choose === undefined ? all : [["", choose], ...all];
}

/** A field as its schema limits it and its text names it. */
export function fieldOfSchema(
  name: string,
  schema: z.ZodType | undefined,
  given: FieldText,
  value?: string | null,
): Field {
  const text = typeof given === "string" ? { label: given } : given;
  const { called: _, choose: __, ...rest } = text;
  if (!schema) throw new Error(`no operation has a field ${name} here`);
  const inner = innerOf(schema);
  const initial = defaultOf(schema);
  const isBlank = schema.safeParse(null).success || schema.safeParse(undefined).success;
  const options = optionsOf(defOf(inner), text);
  const { maxLength } = inner as Partial<Pick<z.ZodString, "maxLength">>;
  return {
    type: typeOf(defOf(inner)),
    optional: isBlank && initial === undefined,
    value: value ?? initial,
    ...(typeof maxLength === "number" && !options && { maxLength }),
    ...rest,
    ...(options && { options }),
    name,
  };
}

/** Where an operation's form is sent: its place in the console. */
function placeOf({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return path.replace(/^\/console\//, "").replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}

/** An action's form: its fields as the operation's schema has them, with what they are now. Who has not the role that its operation needs, or the higher one that the action says, is told so in its place. */
export function actionForm(
  view: View,
  { operation, role = "viewer", opens, before, fields = {}, ...form }: Action,
  params: Readonly<Record<string, string>> = {},
  values: Values = {},
): Html {
  const shape = shapeOf(operation.body, form.key);
  const shown = Object.entries(fields).map(([name, text]) => fieldOfSchema(name, shape[name], text, values[name]));
  const least = neededRole(operation);
  const needed = isRoleEnough(role, least) ? role : least;
  const whole: Form = { ...form, role: needed, operation: operation.id, to: placeOf(operation, params), fields: shown };
  return opens === undefined ? formOfView(view, whole) : foldedForm(view, opens, whole, before);
}

export function formRow(...forms: readonly unknown[]): Html {
  return html`<div class="doings">${forms}</div>`;
}

/** Everything that can be done about a record as it stands. */
export function openActions(forms: readonly (Html | false)[]): Html {
  const open = forms.filter((form) => form !== false);
  const ended = "It has ended: nothing more can be done about it.";
  return section("What can be done", open.length === 0 ? emptyText(ended) : formRow(...open));
}
