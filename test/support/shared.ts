/** Something a global set-up started: what its users need to know, and how to stop it. */
export interface Running<T> {
  readonly value: T;
  readonly stop: () => Promise<void>;
}

interface Entry {
  readonly running: Promise<Running<unknown>>;
  users: number;
}

// Vitest loads a global set-up anew for each project that names it: what they share hangs on the process.
const scope = globalThis as { sluiceShared?: Map<string, Entry> };
scope.sluiceShared ??= new Map();
const entries = scope.sluiceShared;

/** Starts what several Vitest projects share once; the last of them to stop it stops it. */
export async function shared<T>(name: string, start: () => Promise<Running<T>>): Promise<Running<T>> {
  const entry = entries.get(name) ?? { running: start(), users: 0 };
  entries.set(name, entry);
  entry.users += 1;
  const { value, stop } = (await entry.running) as Running<T>;
  return {
    value,
    stop: async () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(name);
      await stop();
    },
  };
}
