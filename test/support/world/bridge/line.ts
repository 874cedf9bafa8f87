import { bridgeCallback } from "../../../../functions/adapters/bridge/callback-event.ts";
import { judgeBridgeSignature } from "../../../../functions/adapters/bridge/signature.ts";
import type { NewId } from "../../../../functions/app/core/ports.ts";
import type { Callback } from "../../../../functions/app/operations/receive-callback.ts";
import { vendorCallbackOperations } from "../../../../functions/contract/operations/vendor-callbacks.ts";
import { serve } from "../../../../functions/http/route.ts";
import { VendorAuthenticator } from "../../../../functions/http/vendor-signature.ts";
import { noLog } from "../../core/memory-log.ts";
import { eventOf } from "../../runner/lambdas.ts";
import type { SimClock } from "../../vendor-sim/clock.ts";
import { Deliveries } from "../../vendor-sim/deliveries.ts";
import type { Scheduler } from "../core/scheduler.ts";

/** A callback of Bridge's on its way to us. */
export interface BridgeCall {
  readonly transferId: string;
  readonly state: string;
  readonly atMs: number;
  /** Never posted at all, or given up after its last repeat. */
  lost: boolean;
  taken: boolean;
  tries: number;
  /** What our door answered, try by try; null where it died. */
  readonly answers: (number | null)[];
}

/** What stands between Bridge's callbacks and the use case: the real door, its signature judged. */
interface Reception {
  readonly publicKeys: () => readonly string[];
  readonly newId: NewId;
  readonly receive: (callback: Callback) => Promise<void>;
  /** A test's way to misread what Bridge says. */
  readonly misread?: ((body: unknown) => unknown) | undefined;
  /** A test's way to believe anybody. */
  readonly believesAll?: boolean | undefined;
}

function handlersOf(clock: SimClock, { publicKeys, newId, receive, misread, believesAll }: Reception) {
  const judge = (header: string | undefined, body: Uint8Array) =>
    judgeBridgeSignature({ header, body, publicKeys: publicKeys(), nowMs: clock.now() });
  const frame = {
    tick: async () => undefined,
    clock: { now: () => clock.iso() },
    ...{ newId, log: noLog },
    vendors: {
      receiveBridgeCallback: new VendorAuthenticator("bridge", async (header, body) =>
        believesAll ? "good" : judge(header("x-webhook-signature"), body),
      ),
    },
  };
  const { receiveBridgeCallback } = vendorCallbackOperations;
  // As functions/api/operations/vendor-callbacks.ts does it.
  return serve({ receiveBridgeCallback }, frame, {
    receiveBridgeCallback: async (call) => {
      const callback = bridgeCallback(misread ? misread(call.body) : call.body);
      if (callback) await receive(callback);
      return { body: { received: true as const } };
    },
  });
}

/** Waits before Bridge posts again what was not taken; after that it gives up. */
const repeatMs = [60_000, 300_000, 1_800_000] as const;

/** The line from Bridge to us. */
export class BridgeLine extends Deliveries {
  readonly calls: BridgeCall[] = [];
  /** How late each copy of a callback is posted first; none is a callback that is lost. */
  plan: () => readonly number[] = () => [5];
  readonly #scheduler: Scheduler;
  readonly #door: ReturnType<typeof handlersOf>;

  constructor(scheduler: Scheduler, clock: SimClock, reception: Reception) {
    super(clock);
    this.#scheduler = scheduler;
    this.#door = handlersOf(clock, reception);
  }

  override send({ body, headers }: Parameters<Deliveries["send"]>[0]): void {
    const response = JSON.parse(body) as { event_object_id: string; event_object_status: string };
    const call: BridgeCall = {
      ...{ transferId: response.event_object_id, state: response.event_object_status, tries: 0 },
      ...{ lost: false, taken: false, answers: [], atMs: this.#scheduler.nowMs },
    };
    this.calls.push(call);
    const copies = this.plan();
    call.lost = copies.length === 0;
    for (const lateMs of copies) this.#scheduler.later(lateMs, () => this.#post(call, body, async () => headers()));
  }

  /** Somebody who is not Bridge, or not now, posts. */
  forge(body: string, signature: string): void {
    const call: BridgeCall = {
      ...{ transferId: "forged", state: "forged", tries: 0, lost: true, taken: false, answers: [] },
      atMs: this.#scheduler.nowMs,
    };
    this.calls.push(call);
    this.#post(call, body, async () => ({ "x-webhook-signature": signature }), []);
  }

  #post(
    call: BridgeCall,
    body: string,
    headers: () => Promise<Record<string, string>>,
    repeats: readonly number[] = repeatMs,
  ): void {
    const { method, path } = vendorCallbackOperations.receiveBridgeCallback;
    this.#scheduler.spawn(
      `callback ${call.state}`,
      async () => this.#door(eventOf({ method, path, headers: await headers(), body })),
      (ending) => {
        const status = ending.kind === "done" ? ending.value.statusCode : null;
        call.answers.push(status);
        call.tries += 1;
        if (status !== null && status < 300) call.taken = true;
        const again = repeats[0];
        if (call.taken) return;
        if (again === undefined) call.lost = true;
        else this.#scheduler.later(again, () => this.#post(call, body, headers, repeats.slice(1)));
      },
    );
  }
}
