import {
  claimPartitions,
  duePartitions,
  entryPartitions,
  lookUpPartitions,
  outboxPartitions,
  upkeepPartitions,
} from "../core/due-index.ts";
import type { Key } from "../core/ports.ts";

/** A row as it is handed to a worker: its key, and its place in the index of due work. One that has left that place is somebody else's work, or done. */
export interface DueRow extends Key {
  readonly place: string;
}

/** What a message of a queue of due work names: rows of one kind and one shard. */
export interface DueOrder {
  readonly kind: DueWorkType;
  readonly rows: readonly DueRow[];
}

/** A queue of due work, fed by the sweep alone. */
export interface DueQueue {
  send(orders: readonly DueOrder[]): Promise<void>;
  /** Whether nothing of it waits or is worked on, as far as the queue knows. */
  isDrained(): Promise<boolean>;
}

export type DueQueues = Readonly<Record<DueWorkType, DueQueue>>;

interface DueWork {
  readonly store: "store" | "deliveries";
  /** One for each shard. */
  readonly partitions: readonly string[];
  /** Rows that one message names; its worker works on them side by side. */
  readonly rowsPerOrder: number;
  /** Seconds that the work on one row may take. */
  readonly seconds: number;
}

/**
 * The kinds of due work. Each has shards, messages and time of its own, so that none waits for another: aggregates on the
 * outbox, and entries that are there by themselves; money calls left half way; deadlines, for which nobody outside is asked; looks at a rail or a partner;
 * deliveries to send again; endpoints to switch off and replays to go on with.
 */
export const dueWork = {
  entries: { store: "store", partitions: [...entryPartitions, ...outboxPartitions], rowsPerOrder: 25, seconds: 20 },
  claims: { store: "store", partitions: claimPartitions, rowsPerOrder: 5, seconds: 40 },
  deadlines: { store: "store", partitions: duePartitions, rowsPerOrder: 25, seconds: 20 },
  lookUps: { store: "store", partitions: lookUpPartitions, rowsPerOrder: 10, seconds: 45 },
  deliveries: { store: "deliveries", partitions: duePartitions, rowsPerOrder: 100, seconds: 20 },
  upkeep: { store: "deliveries", partitions: upkeepPartitions, rowsPerOrder: 5, seconds: 45 },
} as const satisfies Record<string, DueWork>;

export type DueWorkType = keyof typeof dueWork;

export const dueWorkTypes = Object.keys(dueWork) as readonly DueWorkType[];
