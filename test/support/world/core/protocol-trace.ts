import type { Write } from "../../../../functions/app/core/ports.ts";
import type { Escrow } from "../../../../functions/domain/escrow/escrow.ts";
import type { Settlement } from "../../../../functions/domain/settlement/settlement.ts";
import type { MemoryStore } from "../../core/memory-store.ts";

/** One step of a protocol as a simulation saw it: a transaction that changed a record, or a call that was made for one. */
export type ProtocolStep =
  | { readonly record: string; readonly type: "settlement"; readonly kind: "commit"; readonly state: Settlement }
  | { readonly record: string; readonly type: "escrow"; readonly kind: "commit"; readonly state: Escrow }
  | { readonly record: string; readonly kind: "call"; readonly call: string; readonly key: string };

let observe: ((step: ProtocolStep) => void) | undefined;

/** Has every protocol step of the worlds at play told, or none. */
export function traceProtocol(next: typeof observe): void {
  observe = next;
}

/** Tells of the settlements and escrows that a transaction changed; of one that was lost, nothing. */
export function observeWrites(store: MemoryStore, writes: readonly Write[]): void {
  if (!observe) return;
  for (const write of writes) {
    if (!("put" in write)) continue;
    const { pk, sk, v, type } = write.put;
    if (type !== "settlement" && type !== "escrow") continue;
    const [row] = store.readNow([{ pk, sk }]);
    if (row?.v !== v) continue;
    const { state } = row.body as { state: never };
    observe({ record: (state as { id: string }).id, type, kind: "commit", state });
  }
}

const legs = ["collect", "convert", "disburse", "returnDeposit"];

/** The same vendors, whose calls that move money are told of when they are made. */
export function observedCalls<T extends object>(vendors: T): T {
  if (!observe) return vendors;
  return new Proxy(vendors, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!legs.includes(String(name))) return value.bind(target);
      return (input: { readonly key: string }) => {
        observe?.({ record: input.key.split(":")[0] ?? "", kind: "call", call: String(name), key: input.key });
        return value.call(target, input);
      };
    },
  });
}
