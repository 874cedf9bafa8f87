import { creationWrites, type RecordType } from "../../../functions/app/core/aggregate.ts";
import type { TestApi } from "./test-api.ts";

/** Puts a record into the store as it is, with its places and pointers and an audit entry; what it was before is nobody's concern. */
export async function putRecord<S extends { readonly status: string }>(
  { store, context }: TestApi,
  kind: RecordType<S>,
  state: S,
): Promise<void> {
  const transition = { next: state, from: null, to: state.status, reason: "put by a test" };
  const { ok } = await store.write(creationWrites(kind, transition, context), kind.id(state));
  if (!ok) throw new Error(`${kind.id(state)} is there already`);
}
