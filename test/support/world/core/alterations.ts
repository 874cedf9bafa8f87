import type { Key, Row, Store, Write } from "../../../../functions/app/core/ports.ts";
import type { MemoryStore } from "../../core/memory-store.ts";

/** A book whose writes are asked for in another way. */
export function rewritten(store: Store, change: (write: Write) => Write): Store {
  return {
    read: (keys) => store.read(keys),
    page: (query) => store.page(query),
    write: (writes, nonce) => store.write(writes.map(change), nonce),
  };
}

/** A book whose rows read otherwise than they are. */
export function reread(store: Store, change: (row: Row) => Row | undefined): Store {
  return {
    read: async (keys) => (await store.read(keys)).map((row) => row && change(row)),
    page: (query) => store.page(query),
    write: (writes, nonce) => store.write(writes, nonce),
  };
}

/** Changes the row that a write puts. */
export function changedPut(change: (row: Row) => Row): (write: Write) => Write {
  return (write) => ("put" in write ? { ...write, put: change(write.put) } : write);
}

/** A book that makes two writes of one: what is `later` has a transaction of its own. */
export function inTwo(store: Store, later: (write: Write, all: readonly Write[]) => boolean): Store {
  return {
    read: (keys) => store.read(keys),
    page: (query) => store.page(query),
    write: async (writes, nonce) => {
      const second = writes.filter((each) => later(each, writes));
      const first = writes.filter((each) => !second.includes(each));
      if (first.length === 0 || second.length === 0) return store.write(writes, nonce);
      const written = await store.write(first, nonce);
      return written.ok ? store.write(second, `${nonce}b`) : written;
    },
  };
}

function renamed(key: Key, part: number): Key {
  const parts = key.pk.split("#");
  if (parts[0] !== "claim") return key;
  parts[part] = "";
  return { pk: parts.join("#"), sk: key.sk };
}

/** A book that leaves a part out of every claim's key. */
export function dropKeyPart(store: Store, part: number): Store {
  const inner = rewritten(store, (write: Write): Write => {
    if ("put" in write) return { ...write, put: { ...write.put, ...renamed(write.put, part) } };
    return "remove" in write ? { ...write, remove: renamed(write.remove, part) } : write;
  });
  return { ...inner, read: (keys) => store.read(keys.map((key) => renamed(key, part))) };
}

/** Puts without the condition on what they replace, as if it had been forgotten. */
export function unconditional(concerns: (row: Row) => boolean) {
  return (writes: readonly Write[], store: MemoryStore): readonly Write[] =>
    writes.map((write) => {
      if (!("put" in write) || !concerns(write.put)) return write;
      const [current] = store.readNow([write.put]);
      return { put: write.put, expect: current?.v ?? "absent" };
    });
}

/** Changes the state inside a row of a type. */
export function withState(row: Row, type: string, change: (state: Record<string, unknown>) => object): Row {
  if (row.type !== type) return row;
  const body = row.body as { state: Record<string, unknown> };
  return { ...row, body: { ...body, state: { ...body.state, ...change(body.state) } } };
}

/** The same thing, with some of its calls made otherwise. */
export function callsWith<T extends object>(target: T, change: Partial<NoInfer<T>> | undefined): T {
  if (!change) return target;
  return new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(change, name)) return change[name as keyof T];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
