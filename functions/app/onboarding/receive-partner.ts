import { recordPartnerNews } from "../../domain/onboarding/partner.ts";
import type { Context } from "../core/context.ts";
import { changeKyb } from "./reads.ts";
import { kybRefPartition } from "./record.ts";

/** A business that was invited twice is one application at the partner. */
const mostOfOneRef = 10;

/** The partner says that something happened to a business, which it calls by these names: the applications that wait for its answer ask at once. A name that no application has is nobody's, and changes nothing: the answer to the application may still be on its way to us, and what it waits for is looked at anyway. */
export async function applyPartnerReport(context: Context, refs: readonly string[]): Promise<void> {
  const named = refs.flatMap((ref) => (["ref", "group"] as const).map((index) => ({ index, ref })));
  const ids = new Set<string>();
  for (const { index, ref } of named) {
    const places = await context.store.page({
      ...{ index, keysOnly: true, pk: kybRefPartition(ref), limit: mostOfOneRef },
    });
    for (const { pk } of places) ids.add(pk);
  }
  for (const id of ids) await changeKyb(context, id, (state) => recordPartnerNews(state, context.clock.now()));
}
