import { html } from "hono/html";
import type * as z from "zod";
import type { ListPage, ListRequest } from "../../../app/core/list-page.ts";
import type { Operation } from "../../../http/operation.ts";
import type { Call } from "../../../http/operation-types.ts";
import type { Html } from "../../kit/page.ts";
import { type FieldText, fieldOfSchema, shapeOf } from "./action.ts";
import { type Column, pager, section, table } from "./components.ts";
import { type Field, filterForm } from "./form.ts";
import type { Content, View } from "./view.ts";

/** What a row's cell is made with beside the row. */
export interface RowContext {
  readonly view: View;
  /** Names of what the rows point to, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** A column of a list: its heading, a row's cell in it, and the side that figures stand on. */
export type ListColumn<T> = readonly [head: string, cell: (row: T, context: RowContext) => unknown, side?: "right"];

/** A filter by its text, or a field that has to be looked up. */
type FilterText<C> = FieldText | ((context: C, value: string | undefined) => Promise<Field>);

type Query<O extends Operation> = z.output<NonNullable<O["query"]>> & ListRequest;

/** As much of a call as a list's page needs. */
type ListCall<O extends Operation> = { readonly query: Query<O> } & Pick<Call<O>, "sealCursor">;

/** A list page: what it loads, its columns and filters, and what stands around them. */
interface List<O extends Operation, T, C> {
  readonly title: string;
  readonly heading?: string;
  readonly load: (context: C, query: Query<O>) => Promise<ListPage<T>>;
  readonly names?: (context: C, rows: readonly NoInfer<T>[]) => Promise<ReadonlyMap<string, string>>;
  readonly caption: string;
  readonly columns: readonly ListColumn<NoInfer<T>>[];
  readonly empty: string | ((query: Query<O>) => string);
  /** Filters in their order; what each takes is said by the operation's query. */
  readonly filters?: { readonly [K in keyof z.output<NonNullable<O["query"]>>]?: FilterText<C> };
  /** What opens the filters, where they are too many to be shown at once. */
  readonly folds?: string;
  readonly tabs?: (view: View) => Html;
  /** What stands beside the heading. */
  readonly beside?: (view: View) => Html;
  readonly intro?: Html;
  /** The list's own heading, where the page has more than the list. */
  readonly section?: string;
  /** What an unfiltered first page shows above its list. */
  readonly above?: (context: C, view: View) => Promise<Html>;
  readonly below?: (context: C, view: View, query: Query<O>) => Promise<Html> | Html;
}

/** The choice of one of a filter's values, or of any. */
export function oneOf(label: string, called: Exclude<FieldText, string>["called"] = {}): FieldText {
  return { label, called, choose: "any" };
}

/** The columns of a table in a context. */
export function columnsIn<T>(context: RowContext, columns: readonly ListColumn<T>[]): readonly Column<T>[] {
  return columns.map(([head, cell, side]) => [head, (row) => cell(row, context), side] as Column<T>);
}

async function filtersOf<O extends Operation, T, C>(
  { query: schema, path }: O,
  { filters = {}, folds }: List<O, T, C>,
  context: C,
  view: View,
  query: Query<O>,
): Promise<Html | false> {
  const values = query as Readonly<Record<string, string | undefined>>;
  const shape = shapeOf(schema);
  const texts = Object.entries(filters) as [string, FilterText<C>][];
  if (texts.length === 0) return false;
  const fields = await Promise.all(
    texts.map(async ([name, text]) =>
      typeof text === "function" ? text(context, values[name]) : fieldOfSchema(name, shape[name], text, values[name]),
    ),
  );
  const form = filterForm(view, path.replace("/console/", ""), fields);
  const isOpen = texts.some(([name]) => values[name] !== undefined);
  return folds === undefined
    ? form
    : html`<details class="filter-fold"${isOpen && html` open`}><summary>${folds}</summary>${form}</details>`;
}

/** Makes pages of operations that list records, over a console's context. */
export function listPages<C>() {
  return <O extends Operation, T>(operation: O, list: List<O, T, C>) => listPage(operation, list);
}

function listPage<O extends Operation, T, C>(operation: O, list: List<O, T, C>) {
  const { title, heading = title, empty, tabs, beside, intro } = list;
  return async (context: C, view: View, { query, sealCursor }: ListCall<O>): Promise<Content> => {
    const { data, nextCursor } = await list.load(context, query);
    const next = nextCursor === null ? null : await sealCursor(nextCursor);
    const names = (await list.names?.(context, data)) ?? new Map();
    const isWhole = Object.entries(query).every(([name, value]) => name === "limit" || value === undefined);
    const parts = [
      intro,
      await filtersOf(operation, list, context, view, query),
      table(
        list.caption,
        data,
        typeof empty === "string" ? empty : empty(query),
        columnsIn({ view, names }, list.columns),
      ),
      pager(view, operation.path.replace("/console/", ""), query as Record<string, string>, next),
    ];
    const below = await list.below?.(context, view, query);
    const h1 = html`<h1>${heading}</h1>`;
    return {
      title,
      main: html`${tabs?.(view)}${beside ? html`<div class="head">${h1}${beside(view)}</div>` : h1}
${isWhole && (await list.above?.(context, view))}${list.section === undefined ? html`<section>${parts}</section>` : section(list.section, ...parts)}${below && "\n"}${below}`,
    };
  };
}
