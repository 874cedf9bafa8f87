import type { Clock, NewId, Store } from "../../../functions/app/core/ports.ts";
import type { Scheduler } from "../../support/world/core/scheduler.ts";
import type { Payment } from "./payment.ts";

/** A row of the peer's table as DynamoDB is sent it. */
export type Item = Readonly<Record<string, { readonly S?: string; readonly N?: string }>>;

/** The peer's table of claims, by key. */
export type PeerClaims = Map<string, Item>;

/** A payment as a client asks for it: under a key of its own, with the same body each time. */
export interface PaymentRequest {
  readonly key: string;
  readonly amountCents: number;
}

/** What a Lambda of either side has in its hands; every call of it is a step that may fail. */
export interface ClaimsWorld {
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly peerClaims: PeerClaims;
  /** The rail; absent where a payment is a transaction and nothing else. */
  readonly charge?: ((id: string) => Promise<void>) | undefined;
}

/** A side: one invocation that answers a request or throws. */
export type Endpoint = (world: ClaimsWorld, request: PaymentRequest) => Promise<Payment>;
