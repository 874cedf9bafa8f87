import type { Operation } from "../../../http/operation.ts";
import type { Answer, Call } from "../../../http/operation-types.ts";
import { shown } from "./layout.ts";
import { type Content, type View, viewOf } from "./view.ts";

/** A console's handlers over its desk: each shows what `page` makes of a call, or answers what it answers. */
export function showingOn<D, A extends object>(deskOf: (call: A) => D) {
  return <O extends Operation>(
    page: (
      desk: D,
      view: View,
      call: Call<O>,
    ) => Promise<Content | Answer<string>> | Content | Answer<string>,
  ) =>
    async (call: Call<O>): Promise<Answer<string>> => {
      const view = viewOf(call as Parameters<typeof viewOf>[0]);
      const made = await page(deskOf(call as unknown as A), view, call);
      return "body" in made ? made : shown(view, made);
    };
}
