import type { AnyRequest, RequestStatus } from "../../domain/access/access-request.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Hop } from "../../domain/core/transition.ts";
import { hopWrites, type Kind, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { ListSource } from "../core/list.ts";
import { rowKey } from "../core/rows.ts";

/** All requests of a type, or those of one status. */
export function requestList(type: string, status?: RequestStatus): ListSource {
  const name = status === undefined ? `all#${type}` : `all#${type}#${status}`;
  return { index: status === undefined ? "list" : "status", name, partitions: [name] };
}

/** How a request that anybody may make is stored; `shown` is what its trail may tell. */
export function requestKind<S extends AnyRequest>(
  type: string,
  { schema, shown }: Pick<Kind<S>, "schema"> & Required<Pick<Kind<S>, "shown">>,
): Kind<S> {
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
  desk: Pick<Desk, "book">,
  kind: Kind<S>,
  { id, called }: { readonly id: string; readonly called: string },
): Promise<Loaded<S>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === kind.type ? loaded(kind, row) : undefined;
  if (!found) throw new Refusal("not_found", `no such ${called}`);
  return found;
}

/** Decides a request that nothing else follows from. */
export function changeRequest<S>(
  desk: Desk,
  load: () => Promise<Loaded<S>>,
  decide: (state: S, now: Instant) => Hop<S> | Refusal,
): Promise<S> {
  return change(desk, async () => {
    const found = await load();
    const hop = decide(found.state, desk.clock.now());
    if (hop instanceof Refusal) return hop;
    const { writes, after } = hopWrites(found, [hop], desk);
    return { writes, result: after.state };
  });
}
