import { createHash } from "node:crypto";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { OwnListEntry } from "../../../functions/domain/screening/internal-list.ts";
import type { ScreenView } from "../../../functions/domain/screening/screen-view.ts";
import type { CastAction } from "../../support/world/core/cast.ts";
import type { ScreenWorld } from "../../support/world/screening/world.ts";

/** An account's program that asks one question until it has an answer; an empty key is none. */
export interface ScreenClient {
  readonly accountId: string;
  readonly value: string;
  readonly key: string;
  /** What it was answered, in order. */
  readonly replies: ScreenView[];
}

/** Asks. */
export function ask(world: ScreenWorld, { accountId, value, key, replies }: ScreenClient): CastAction {
  const fingerprint = createHash("sha256").update(value).digest("hex");
  const request = { tenantId: accountId, operation: "screenValue", idempotencyKey: key, fingerprint };
  return async () => {
    const { result } = await world.warm("tenant:acc", (context) =>
      world.app.screenValue(context, request, { type: "wallet", value, chain: null }),
    );
    replies.push(result.view);
    return true;
  };
}

/** Asks about several values at once. What was answered is kept with the client of its place, or all of it with the one there is. */
export function askBatch(
  world: ScreenWorld,
  clients: readonly ScreenClient[],
  { accountId, key, values }: { accountId: string; key: string; values: readonly string[] },
): CastAction {
  const input = values.map((value) => ({ type: "wallet", value, chain: null }));
  const fingerprint = createHash("sha256").update(values.join()).digest("hex");
  const request = { tenantId: accountId, operation: "screenBatch", idempotencyKey: key, fingerprint };
  return async () => {
    const { result } = await world.warm("tenant:acc", (context) =>
      world.app.screenBatch({ ...context, isLate: () => false }, request, input),
    );
    for (const [at, each] of result.results.entries())
      if (!(each instanceof Refusal)) (clients[at] ?? clients[0])?.replies.push(each);
    return true;
  };
}

function entryOf(world: ScreenWorld, value: string): OwnListEntry | undefined {
  const states = world.statesOf<OwnListEntry>("own_entry");
  return states.filter((each) => each.value === value).at(-1);
}

/** What an operator does with the entry of a value, where it is at that point; done where it has gone further. */
function decide(
  world: ScreenWorld,
  value: string,
  at: OwnListEntry["status"],
  act: (id: string) => Promise<unknown>,
): CastAction {
  return async () => {
    const entry = entryOf(world, value);
    if (!entry) return false;
    if (entry.status !== at) return true;
    await act(entry.id);
    return true;
  };
}

const anna = "operator:anna";

/** An own block entry through its whole life: each wish is first agreed to by who had it, which must not count. */
export function ownLife(world: ScreenWorld, value: string): readonly CastAction[] {
  world.ownValues.add(value);
  const { app } = world;
  const propose: CastAction = async () => {
    if (entryOf(world, value)) return true;
    const reply = { kind: "block", value, category: "scam", entity: null, reason: "reported" } as const;
    await app.proposeOwnEntry(world.context(anna), reply);
    return true;
  };
  const agree = (actor: string, at: OwnListEntry["status"]) =>
    decide(world, value, at, (id) => app.approveOwnEntry(world.context(actor), id, null));
  const withdraw = decide(world, value, "active", (id) =>
    app.withdrawOwnEntry(world.context(anna), id, "it was a mistake"),
  );
  return [
    ...[propose, agree("operator:Anna", "proposed"), agree("operator:boris", "proposed")],
    ...[withdraw, agree(anna, "withdrawal_proposed"), agree("operator:boris", "withdrawal_proposed")],
  ];
}
