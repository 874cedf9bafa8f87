import type { Clients } from "../../support/world/core/clients.ts";
import type { Random } from "../../support/world/core/random.ts";
import type { VirtualWorld } from "../../support/world/core/virtual-world.ts";

const dayMs = 86_400_000;

/** Clients that may make their calls once more, whatever those are about. */
type Callers = Pick<Clients<never>, "repeat">;

/** What is kept for a month is past it and goes, now or later; some clients repeat their calls all the same. */
export async function passMonth(world: VirtualWorld, callers: readonly Callers[], random: Random): Promise<void> {
  world.jump(random.int(31, 40) * dayMs);
  for (let times = random.int(1, 3); times > 0; times -= 1) {
    world.tableFaults.forget(() => random.chance(0.6));
    for (const each of callers)
      each.repeat(
        () => random.chance(0.4),
        () => random.int(0, 3_000),
      );
    await world.scheduler.settle(random.int(1_000, 60_000));
  }
}

/** What is left of an idempotency key is forgotten after a month; that of a call that made something never is. */
const forgottenMs = 40 * dayMs;

/** Deletes what has a time to live, and makes every call again that made something: it has the same answer. */
export async function checkForgotten<C>(
  { store, scheduler }: VirtualWorld,
  clients: Clients<C>,
  scopeOf: (call: C) => string,
  say: (detail: string) => void,
): Promise<void> {
  store.expireRows(scheduler.nowMs + forgottenMs);
  const { commits } = store;
  const first = [...clients.all];
  const again = first.flatMap(({ call, response }) =>
    response?.outcome.kind === "result" ? [{ client: clients.submit(call), before: response.outcome }] : [],
  );
  if (again.length === 0) return;
  await scheduler.settle();
  for (const { client, before } of again)
    if (JSON.stringify(client.response?.outcome) !== JSON.stringify(before)) say(scopeOf(client.call));
  if (store.commits !== commits) say(`${store.commits - commits} writes`);
  clients.all.length = first.length;
}
