import type { AnyRequest, RequestStatus } from "../../domain/access/access-request.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Transition } from "../../domain/core/transition.ts";
import { type Aggregate, loadAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { ListSource } from "../core/list-page.ts";
import { rowKey } from "../core/row-keys.ts";

/** All requests of a type, or those of one status. */
export function requestList(type: string, status?: RequestStatus): ListSource {
  const name = status === undefined ? `all#${type}` : `all#${type}#${status}`;
  return { index: status === undefined ? "list" : "status", name, partitions: [name] };
}

/** How a request that anybody may make is stored; `shown` is what its trail may tell. */
export function accessRequestRecordType<S extends AnyRequest>(
  type: string,
  { schema, shown }: Pick<RecordType<S>, "schema"> & Required<Pick<RecordType<S>, "shown">>,
): RecordType<S> {
  return {
    ...{ type, schema, shown },
    key: rowKey,
    id: (state) => state.id,
    tenantId: () => platform,
    index: (state) => {
      const place = `${state.createdAt}#${state.id}`;
      const [all, some] = [requestList(type), requestList(type, state.status)];
      return { list: [all.name, place], status: [some.name, place] };
    },
  };
}

/** The request of a kind with this id; refused by what it is called where there is none. */
export async function getRequest<S>(
  context: StoreContext,
  kind: RecordType<S>,
  { id, called }: { readonly id: string; readonly called: string },
): Promise<Aggregate<S>> {
  const [row] = await context.store.read([rowKey(id)]);
  const found = row?.type === kind.type ? loadAggregate(kind, row) : undefined;
  if (!found) throw new Refusal("not_found", `no such ${called}`);
  return found;
}

/** Decides a request that nothing else follows from. */
export function changeRequest<S>(
  context: Context,
  load: () => Promise<Aggregate<S>>,
  decide: (state: S, now: Instant) => Transition<S> | Refusal,
): Promise<S> {
  return change(context, async () => {
    const found = await load();
    const transition = decide(found.state, context.clock.now());
    if (transition instanceof Refusal) return transition;
    const { writes, after } = transitionWrites(found, [transition], context);
    return { writes, result: after.state };
  });
}
