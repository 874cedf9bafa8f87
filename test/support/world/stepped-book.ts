import type { Book } from "../../../functions/app/ports.ts";
import type { MemoryBook } from "../memory-book.ts";
import type { Op, Scheduler } from "./scheduler.ts";

/** A book in memory whose every call is a step of virtual time; `written` hears of each write. */
export function steppedBook(
  scheduler: Scheduler,
  book: MemoryBook,
  name: string,
  written: () => void,
): Book {
  const read: Op = { name: `${name}.read`, kind: "read" };
  const page: Op = { name: `${name}.page`, kind: "read" };
  const write: Op = { name: `${name}.write`, kind: "write" };
  return {
    read: (keys) => scheduler.step(read, () => book.readNow(keys)),
    page: (query) => scheduler.step(page, () => book.pageNow(query)),
    write: (writes, nonce) =>
      scheduler.step(
        write,
        () => {
          const said = book.writeNow(writes, nonce);
          written();
          return said;
        },
        () => ({ ok: false as const, rows: [] }),
      ),
  };
}
