import { type AnyRequest, requestErasureAt } from "../../domain/access/access-request.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Transition } from "../../domain/core/transition.ts";
import type { Aggregate, RecordType } from "../core/aggregate.ts";
import { changeRecord } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { dailyIndex } from "../core/due-index.ts";
import { rowKey, wholePlaces } from "../core/row-keys.ts";

/** How a request that anybody may make is stored; `shown` is what its trail may tell. */
export function accessRequestRecordType<S extends AnyRequest>(
  type: string,
  own: Pick<RecordType<S>, "schema" | "personal"> & Required<Pick<RecordType<S>, "shown">>,
): RecordType<S> {
  return {
    ...{ type, ...own },
    key: rowKey,
    id: (state) => state.id,
    tenantId: () => platform,
    index: (state) => {
      const erasureAt = requestErasureAt(state);
      return {
        ...wholePlaces(type, state, state.createdAt),
        ...(erasureAt !== null && { due: dailyIndex(rowKey(state.id), erasureAt) }),
      };
    },
  };
}

/** Decides a request that nothing else follows from. */
export async function changeRequest<S>(
  context: Context,
  load: () => Promise<Aggregate<S>>,
  decide: (state: S, now: Instant) => Transition<S> | Refusal,
): Promise<S> {
  const { state } = await changeRecord(context, load, (current) => {
    const transition = decide(current, context.clock.now());
    return transition instanceof Refusal ? transition : [transition];
  });
  return state;
}
