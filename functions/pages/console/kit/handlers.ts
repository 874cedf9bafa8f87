import type { Operation } from "../../../http/operation.ts";
import type { Answer, Call, Handlers, RefusedCall } from "../../../http/operation-types.ts";
import { htmlAnswer } from "./layout.ts";
import { type Content, seeOther, type View, viewOf } from "./view.ts";

type Outcome = Content | Answer<string>;

/** A console's handlers over its context: each shows what `page` makes of a call, or answers what it answers. */
export function showOn<C, A extends object>(contextOf: (call: A) => C) {
  return <O extends Operation>(page: (context: C, view: View, call: Call<O>) => Promise<Outcome> | Outcome) =>
    async (call: Call<O>): Promise<Answer<string>> => {
      const view = viewOf(call as Parameters<typeof viewOf>[0]);
      const made = await page(contextOf(call as unknown as A), view, call);
      return "body" in made ? made : htmlAnswer(view, made);
    };
}

/** The place that a form leads to once it is done, and what is said there. */
interface Lead {
  readonly to: string;
  readonly done?: NonNullable<View["done"]>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** What a form does: where it leads, or what is shown this once instead. */
type Perform<C, O extends Operation> = (context: C, call: Call<O>, view: View) => Promise<Lead | Outcome>;

/** The handlers of forms over a console's context. */
export function performing<C, A, Ops extends Readonly<Record<string, Operation>>>(
  _operations: Ops,
  contextOf: (call: A) => C,
  performs: { readonly [K in keyof Ops]: Perform<C, Ops[K]> },
): Handlers<Ops> {
  const handlers = Object.entries(performs).map(([id, perform]) => {
    const handler = async (call: Call<Operation>) => {
      const view = viewOf(call as unknown as Parameters<typeof viewOf>[0]);
      const made = await (perform as Perform<C, Operation>)(contextOf(call as A), call, view);
      if ("to" in made) return seeOther(view, made.to, { ...made.query, ...(made.done && { done: made.done }) });
      return "body" in made ? made : htmlAnswer(view, made);
    };
    return [id, handler];
  });
  return Object.fromEntries(handlers) as Handlers<Ops>;
}

/** Does something and leads to a place, in which the call's params are filled in. */
export function leading<C, O extends Operation>(
  to: string,
  done: NonNullable<View["done"]>,
  perform: (context: C, call: Call<O>) => Promise<unknown>,
): Perform<C, O> {
  return async (context, call) => {
    await perform(context, call);
    const params = call.params as Readonly<Record<string, string>>;
    return { to: to.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? ""), done };
  };
}

/** The page that a refused form came from, by the form's operation. */
export type FormPages = Readonly<Record<string, (view: View, call: RefusedCall) => Promise<Content> | Content>>;

type FormPage<C> = (context: C, view: View, call: never) => Promise<Content> | Content;

/** The page, by its path, that shows each form again when it is refused: the nearest one at or above the form's own path, or the one where a record of its list is made. */
export function formPages<C>(
  contextOf: (call: { operation: string; requestId: string; principal: { actor: string } }) => C,
  forms: Readonly<Record<string, Operation>>,
  pages: Readonly<Record<string, FormPage<C>>>,
): FormPages {
  const byLength = Object.entries(pages).toSorted(([one], [other]) => other.length - one.length);
  const shownBy = (path: string) =>
    byLength.find(([place]) => place === `${path}/new` || `${path}/`.startsWith(`${place}/`))?.[1];
  const repeated = Object.values(forms).flatMap(({ id, path }) => {
    const page = shownBy(path);
    if (!page) return [];
    const show = (view: View, call: RefusedCall) => {
      const { operation = "", principal, requestId } = call;
      const context = contextOf({ operation, requestId, principal: { actor: principal?.actor ?? "public" } });
      return page(context, view, call as never);
    };
    return [[id, show] as const];
  });
  return Object.fromEntries(repeated);
}
